/// The aspect ratios of one row's items while they are placed; used again for the next row.
struct JustifiedRowScratch {
  private(set) var aspects: ContiguousArray<ItemAspect> = []
  /// Appearances that are not plain, by place in the row.
  private(set) var appearances: [Int: Appearance] = [:]
  private(set) var row = JustifiedOpenRow()

  mutating func measure(
    _ range: Range<Int>, of cursor: inout ItemCursor, by rule: JustifiedAspects
  ) {
    aspects.removeAll(keepingCapacity: true)
    if !appearances.isEmpty { appearances = [:] }
    row = JustifiedOpenRow()
    var item = range.lowerBound
    while item < range.upperBound {
      cursor.move(to: item)
      let end = min(range.upperBound, cursor.end)
      let places = item - cursor.first..<end - cursor.first
      note(cursor.chunk.appearances, in: places)
      for place in places {
        let aspect = rule.measure(place, in: cursor.chunk)
        aspects.append(aspect)
        row = row.adding(aspect.ratio)
      }
      item = end
    }
  }

  private mutating func note(_ found: [Int: Appearance], in places: Range<Int>) {
    guard !found.isEmpty else { return }
    for place in places {
      guard let appearance = found[place] else { continue }
      appearances[aspects.count + place - places.lowerBound] = appearance
    }
  }
}
