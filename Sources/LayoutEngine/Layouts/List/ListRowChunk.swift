/// Where the rows of one chunk of items begin, from the chunk's start; a run of rows alike is two numbers.
final class ListRowChunk: Sendable {
  let items: ItemChunk
  /// One more entry than rows, spacing behind each row included. Empty in a run.
  private let offsets: ContiguousArray<Double>
  /// In a run, from the start of one row to the start of the next.
  private let pitch: Double

  /// - Parameter known: a chunk whose first rows are the same, and how many of them.
  init(_ items: ItemChunk, rule: ListRowRule, like known: (chunk: ListRowChunk, rows: Int)? = nil) {
    self.items = items
    pitch = rule.advance(rule.snappedUnsized)
    guard !items.isRun else {
      offsets = []
      return
    }
    var offsets: ContiguousArray<Double>
    if let known, !known.chunk.offsets.isEmpty {
      offsets = ContiguousArray(known.chunk.offsets[...known.rows])
    } else {
      offsets = [0]
    }
    offsets.reserveCapacity(items.count + 1)
    var sum = offsets[offsets.count - 1]
    let rest = offsets.count - 1..<items.count
    if items.isFullySized {
      for place in rest {
        sum += rule.advance(rule.height(of: items.sizes[place]))
        offsets.append(sum)
      }
    } else {
      for place in rest {
        sum += rule.advance(rule.height(of: place, in: items))
        offsets.append(sum)
      }
    }
    self.offsets = offsets
  }

  /// Where a row begins, from the chunk's start.
  func offset(of row: Int) -> Double {
    offsets.isEmpty ? Double(row) * pitch : offsets[row]
  }

  /// The first row that reaches beyond `place`, or the last.
  ///
  /// - Complexity: O(log n) for n rows; O(1) in a run.
  func row(beyond place: Double) -> Int {
    if offsets.isEmpty {
      guard pitch > 0, place > 0 else { return 0 }
      return place / pitch < Double(items.count) ? Int(place / pitch) : items.count - 1
    }
    return min(items.count - 1, offsets.bisect { $0 > place } - 1).clampedToZero
  }
}

extension ListRowChunk: Summarized {
  var totals: ListRowTotals { ListRowTotals(rows: items.count, length: offset(of: items.count)) }
}

/// Rows, and their heights with the spacing behind each, as a tree adds them up.
struct ListRowTotals: Summary {
  var rows: Int
  var length: Double

  static let zero = ListRowTotals(rows: 0, length: 0)

  static func + (a: ListRowTotals, b: ListRowTotals) -> ListRowTotals {
    ListRowTotals(rows: a.rows + b.rows, length: a.length + b.length)
  }
}
