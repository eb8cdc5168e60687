/// The items of a section that a formula places: each a frame around its centre, computed on demand.
///
/// Nothing is stored of any item. A query halves the numbers of the items until the formula rules a half out or few are
/// left: formulas place items that are near in number near each other, so few halves are opened in vain.
struct FormulaSection<Formula: ItemFormula>: Sendable {
  let items: FormulaItems
  let formula: Formula
}

extension FormulaSection: SectionBody {
  var length: Double { formula.length }
  var breadth: Double { formula.breadth }
  var overlap: Double { 0 }
  var sideReach: Double { abs(formula.breadth) + items.largest.breadth }
  var followsVisibleRect: Bool { Formula.followsVisibleRect }
  var rests: RestingPlaces? { formula.rests }
  var warning: BodyWarning? { nil }
  static var stacksCells: Bool { true }

  /// - Complexity: O(h log n + f) for n items, where the formula cannot rule out h halves that hold none of
  ///   the f items that are met.
  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    let count = items.sequence.count
    if range.upperBound == .infinity {
      collector.reserve(count)
      return formula.addItems(0..<count, of: items, in: nil, to: &collector)
    }
    let (length, breadth) = (items.largest.length / 2, items.largest.breadth / 2)
    let across = collector.soughtAcross
    let window = AxialWindow(
      along: range.widened(by: length), across: across.widened(by: breadth))
    formula.addItems(0..<count, of: items, in: window, to: &collector)
  }

  /// - Complexity: O(log n) for n items.
  func addCell(_ item: Int, to collector: inout ElementCollector) {
    guard item >= 0, item < items.sequence.count else { return }
    formula.addItems(item..<item + 1, of: items, in: nil, to: &collector)
  }
}
