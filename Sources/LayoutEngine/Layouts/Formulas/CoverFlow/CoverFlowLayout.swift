/// Covers in a row, of which the one in the middle of what is visible faces the viewer and the others stand
/// turned at its sides.
public struct CoverFlowLayout: Hashable, Sendable {
  public var scrollDirection = ScrollAxis.horizontal
  public var metrics = CoverFlowMetrics()

  public init() {}
}

extension CoverFlowLayout: FormulaLayout {
  func formula(_ metrics: CoverFlowMetrics, in room: FormulaRoom) -> CoverFlowFormula {
    CoverFlowFormula(metrics, in: room)
  }
}
