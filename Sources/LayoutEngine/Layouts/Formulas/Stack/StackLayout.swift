/// A pile of cards in the middle of each section, the first in front.
public struct StackLayout: Hashable, Sendable {
  public var scrollDirection = ScrollAxis.vertical
  public var metrics = StackMetrics()

  public init() {}
}

extension StackLayout: FormulaLayout {
  func formula(_ metrics: StackMetrics, in room: FormulaRoom) -> StackFormula {
    StackFormula(metrics, in: room)
  }
}
