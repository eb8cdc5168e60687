/// Items around a circle in the middle of each section.
public struct CircleLayout: Hashable, Sendable {
  public var scrollDirection = ScrollAxis.vertical
  public var metrics = CircleMetrics()

  public init() {}
}

extension CircleLayout: FormulaLayout {
  func formula(_ metrics: CircleMetrics, in room: FormulaRoom) -> CircleFormula {
    CircleFormula(metrics, in: room)
  }
}
