/// Where the rows of one chunk of items begin, from the chunk's start; a run of rows alike is two numbers.
final class ListRowChunk: Sendable {
  let items: ItemChunk
  /// Where each row begins, and where the last ends, spacing behind each row included. Empty in a run and in a chunk of
  /// one row.
  let offsets: PrefixSums
  /// Whether the offsets are whole pixels of a grid on which they add up exactly, and the difference of two, less the
  /// spacing, is exactly the height of the row between them.
  let hasExactHeights: Bool
  /// In a run, and in a chunk of one row, from the start of one row to the start of the next.
  let pitch: LengthSum

  /// The properties that rows share with those of another chunk.
  struct Likeness {
    var chunk: ListRowChunk
    /// How many of the first rows are the same, and how many of the last.
    var first: Int
    var last: Int
  }

  init(_ items: ItemChunk, rule: ListRowRule, like known: Likeness? = nil) {
    self.items = items
    pitch = LengthSum(
      rule.advance(items.count == 1 && !items.isRun ? rule.height(of: 0, in: items) : rule.snappedUnsized))
    guard items.count > 1, !items.isRun else {
      offsets = .none
      hasExactHeights = false
      return
    }
    let areHeightsInOrder: Bool
    if let known, !known.chunk.offsets.isEmpty {
      let isRestInOrder: Bool
      (offsets, isRestInOrder) = Self.offsets(of: items, rule: rule, like: known)
      areHeightsInOrder = isRestInOrder && known.chunk.hasExactHeights
    } else {
      var offsets = PrefixSums()
      offsets.reserveCapacity(items.count)
      areHeightsInOrder = Self.add(0..<items.count, of: items, rule: rule, to: &offsets)
      self.offsets = offsets
    }
    hasExactHeights = areHeightsInOrder && rule.spacing >= 0 && rule.addsExactly(upTo: offsets.last.value)
  }

  /// The offsets of rows that are mostly like others', and whether `add` returned true for the rest.
  private static func offsets(
    of items: ItemChunk, rule: ListRowRule, like known: Likeness
  ) -> (PrefixSums, Bool) {
    let old = known.chunk.offsets
    var offsets = old.prefix(known.first)
    offsets.reserveCapacity(items.count)
    let areInOrder = add(known.first..<items.count - known.last, of: items, rule: rule, to: &offsets)
    offsets.append(old.count - known.last..<old.count, of: old)
    return (offsets, areInOrder)
  }

  /// Adds where each of some rows ends to the offsets of those before.
  ///
  /// - Returns: whether all rows have sizes of their own, and heights that are not negative.
  private static func add(
    _ rows: Range<Int>, of items: ItemChunk, rule: ListRowRule, to offsets: inout PrefixSums
  ) -> Bool {
    var least = 0.0
    offsets.append(upTo: rows.count) { advances in
      if items.isFullySized {
        let sizes = items.sizes.span.extracting(rows)
        var lowest = 0.0
        for row in sizes.indices {
          let height = rule.height(of: sizes[row])
          lowest = height.points < lowest ? height.points : lowest
          advances.append(rule.advance(height))
        }
        least = lowest
      } else {
        for row in rows { advances.append(rule.advance(rule.height(of: row, in: items))) }
      }
    }
    return items.isFullySized && least >= 0
  }

  /// Where a row begins, from the chunk's start.
  @inline(__always)
  func offset(of row: Int) -> LengthSum {
    offsets.isEmpty ? row * pitch : offsets[row]
  }

  /// The first row that reaches beyond `place`, or the last.
  ///
  /// - Complexity: O(log n) for n rows; O(1) in a run.
  func row(beyond place: Double) -> Int {
    if offsets.isEmpty {
      let pitch = pitch.value
      guard pitch > 0, place > 0 else { return 0 }
      return place / pitch < Double(items.count) ? Int(clamping: place / pitch) : items.count - 1
    }
    return min(items.count - 1, offsets.count(beyond: place) - 1).clampedToZero
  }

  /// The rows from one on that begin before a place or at it.
  ///
  /// - Parameter start: where the chunk begins.
  /// - Complexity: O(log n) for n rows.
  func rows(from row: Int, beginningUpTo place: Double, in start: LengthSum) -> Range<Int> {
    if place == .infinity { return row..<items.count }
    return row..<max(row, (row..<items.count).bisect { (start + offset(of: $0)).value > place })
  }
}

extension ListRowChunk: Summarized {
  var totals: ListRowTotals {
    ListRowTotals(
      rows: items.count, length: offset(of: items.count),
      separatorReach: items.separators.isEmpty ? 0 : separatorReach)
  }

  private var separatorReach: Double {
    items.separators.values.reduce(0) { reach, separator in
      guard case .inset(let insets) = separator else { return reach }
      return max(reach, insets.reachAcross)
    }
  }
}

/// Rows, and their heights with the spacing behind each, as a tree adds them up.
struct ListRowTotals: Summary {
  var rows: Int
  var length: LengthSum
  /// A bound of how far separators with insets of their own reach beyond their rows at the sides.
  var separatorReach: Double

  static let zero = ListRowTotals(rows: 0, length: .zero, separatorReach: 0)

  static func + (a: ListRowTotals, b: ListRowTotals) -> ListRowTotals {
    ListRowTotals(
      rows: a.rows + b.rows, length: a.length + b.length,
      separatorReach: max(a.separatorReach, b.separatorReach))
  }
}
