/// The items of one chunk in columns that they keep.
final class KeptChunk: Sendable {
  let items: ItemChunk
  /// The column of each item.
  let columns: ContiguousArray<UInt16>
  /// Where each item begins, in pixels from where its column goes on at the start of the chunk.
  let offsets: ContiguousArray<LengthSum>
  let totals: KeptTotals

  /// Stands for an item that is in no column yet; no section has so many columns.
  private static let unplaced = UInt16.max

  /// Items in the columns that their descriptions have for so many columns; the others are in none yet.
  ///
  /// - Complexity: O(m log c) for m items in c columns, if they come in the order of their columns; O(m c) otherwise.
  convenience init(_ items: ItemChunk, rule: WaterfallRule) {
    let kept = items.keptColumns
    var columns = ContiguousArray(repeating: Self.unplaced, count: items.count)
    var newCount = items.count
    for place in kept.indices {
      guard let column = kept[place].column(of: rule.columnCount) else { continue }
      columns[place] = UInt16(truncatingIfNeeded: column)
      newCount -= 1
    }
    self.init(items, columns: columns, newCount: newCount, rule: rule)
  }

  private init(_ items: ItemChunk, columns: ContiguousArray<UInt16>, newCount: Int, rule: WaterfallRule) {
    var totals = KeptTotals(items: items.count, newItems: newCount)
    var offsets = ContiguousArray<LengthSum>()
    offsets.reserveCapacity(columns.count)
    for place in columns.indices {
      guard columns[place] != Self.unplaced else {
        totals.unplacedItems += 1
        offsets.append(.zero)
        continue
      }
      let length = rule.length(of: place, in: items).pixels
      offsets.append(totals.append(to: columns[place], length: length, advance: rule.advance(length)))
    }
    self.items = items
    self.columns = columns
    self.offsets = offsets
    self.totals = totals
  }

  /// The chunk with its other items in the columns that take them.
  ///
  /// - Complexity: O(m log c) for m items in c columns.
  func placingOthers(in ends: inout WaterfallColumns, rule: WaterfallRule) -> KeptChunk {
    var columns = columns
    for place in columns.indices where columns[place] == Self.unplaced {
      let advance = rule.advance(rule.length(of: place, in: items).pixels)
      columns[place] = UInt16(truncatingIfNeeded: ends.place(over: 1, advancing: advance))
    }
    return KeptChunk(items, columns: columns, newCount: totals.newItems, rule: rule)
  }
}

extension KeptChunk: Summarized {}
