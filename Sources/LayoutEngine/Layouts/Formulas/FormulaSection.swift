/// The items of a section that a formula places: each a frame around its centre, made when it is asked for.
///
/// Nothing is stored of any item. A query halves the numbers of the items until the formula rules a half out
/// or few are left: formulas place items that are near in number near each other, so few halves are opened
/// in vain.
struct FormulaSection<Formula: ItemFormula>: Sendable {
  let items: ItemSequence
  let sizes: FormulaSizes
  /// The largest extents of any item.
  let largest: AxialSize
  let formula: Formula

  /// So few items are looked at one by one.
  private static var few: Int { 16 }
}

extension FormulaSection: SectionBody {
  var length: Double { formula.length }
  var breadth: Double { formula.breadth }
  var overlap: Double { 0 }
  var followsVisibleRect: Bool { Formula.followsVisibleRect }
  var rests: RestingPlaces? { formula.rests }
  var warning: BodyWarning? { nil }

  /// - Complexity: O(h log n + f) for n items, where the formula cannot rule out h halves that hold none of
  ///   the f items that are met.
  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    guard var cursor = ItemCursor(items, at: 0) else { return }
    if range.upperBound == .infinity {
      collector.reserve(items.count)
      return add(0..<items.count, &cursor, to: &collector)
    }
    let (length, breadth) = (largest.length / 2, largest.breadth / 2)
    let across = collector.soughtAcross
    let window = AxialWindow(
      along: range.lowerBound - length...range.upperBound + length,
      across: across.lowerBound - breadth...across.upperBound + breadth)
    add(0..<items.count, in: window, &cursor, to: &collector)
  }

  /// - Complexity: O(log n) for n items.
  func addCell(_ item: Int, to collector: inout ElementCollector) {
    guard var cursor = ItemCursor(items, at: item) else { return }
    add(item..<item + 1, &cursor, to: &collector)
  }
}

extension FormulaSection {
  /// Adds those of the items that may meet the window, in order.
  private func add(
    _ range: Range<Int>, in window: AxialWindow, _ cursor: inout ItemCursor,
    to collector: inout ElementCollector
  ) {
    guard formula.mayMeet(range, window) else { return }
    if range.count <= Self.few { return add(range, &cursor, to: &collector) }
    let middle = range.lowerBound + range.count / 2
    add(range.lowerBound..<middle, in: window, &cursor, to: &collector)
    add(middle..<range.upperBound, in: window, &cursor, to: &collector)
  }

  private func add(_ range: Range<Int>, _ cursor: inout ItemCursor, to collector: inout ElementCollector) {
    let focus = collector.focus - collector.origin
    let isMirrored = collector.isMirrored
    for item in range {
      cursor.move(to: item)
      let chunk = cursor.chunk
      let place = item - cursor.first
      let (size, isEstimated) = sizes.size(of: place, in: chunk)
      let center = formula.center(of: item)
      let frame = AxialRect(
        along: center.along - size.length / 2, across: center.across - size.breadth / 2,
        length: size.length, breadth: size.breadth)
      collector.add(kind: 0, item: item, frame, isEstimated: isEstimated, isPinned: false) {
        let drawn = formula.appearance(of: item, focus: focus)
        let turned = isMirrored ? drawn.mirrored : drawn
        guard !chunk.appearances.isEmpty, let own = chunk.appearances[place] else { return turned }
        return turned.over(own)
      }
    }
  }
}
