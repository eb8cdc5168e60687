/// The items of a section that a formula places, and their sizes.
struct FormulaItems: Sendable {
  let sequence: ItemSequence
  let sizes: FormulaSizes
  /// The largest extents of any item.
  let largest: AxialSize
}

/// So few items are looked at one by one.
private let few = 16

// Here and not in the section, which is generic: a formula's own witness of this is compiled for the formula.
extension ItemFormula {
  func addItems(
    _ range: Range<Int>, of items: FormulaItems, in window: AxialWindow?, to collector: inout ElementCollector
  ) {
    guard var cursor = ItemCursor(items.sequence, at: range.lowerBound) else { return }
    if let window {
      add(range, of: items, in: window, &cursor, to: &collector)
    } else {
      add(range, of: items, &cursor, to: &collector)
    }
  }

  /// Adds those of the items that may meet the window, in order.
  private func add(
    _ range: Range<Int>, of items: FormulaItems, in window: AxialWindow, _ cursor: inout ItemCursor,
    to collector: inout ElementCollector
  ) {
    guard mayMeet(range, window) else { return }
    if range.count <= few { return add(range, of: items, &cursor, to: &collector) }
    let middle = range.lowerBound + range.count / 2
    add(range.lowerBound..<middle, of: items, in: window, &cursor, to: &collector)
    add(middle..<range.upperBound, of: items, in: window, &cursor, to: &collector)
  }

  private func add(
    _ range: Range<Int>, of items: FormulaItems, _ cursor: inout ItemCursor,
    to collector: inout ElementCollector
  ) {
    let focus = collector.focus - collector.origin
    let isMirrored = collector.isMirrored
    for item in range where !collector.isStopped {
      cursor.move(to: item)
      let chunk = cursor.chunk
      let place = item - cursor.first
      let (size, isEstimated) = items.sizes.size(of: place, in: chunk)
      let center = center(of: item)
      let frame = AxialRect(
        along: center.along - size.length / 2, across: center.across - size.breadth / 2,
        length: size.length, breadth: size.breadth)
      collector.add(kind: 0, item: item, frame, isEstimated: isEstimated, isPinned: false) {
        let drawn = appearance(of: item, focus: focus)
        let turned = isMirrored ? drawn.mirrored : drawn
        guard !chunk.appearances.isEmpty, let own = chunk.appearances[place] else { return turned }
        return turned.over(own)
      }
    }
  }
}
