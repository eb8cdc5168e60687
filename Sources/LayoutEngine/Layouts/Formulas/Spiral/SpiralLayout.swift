/// Items along a spiral that grows out of the middle of each section.
public struct SpiralLayout: Hashable, Sendable {
  public enum Spiral: String, CaseIterable, Sendable {
    /// Arms equally far apart, items equally far apart along the arm.
    case archimedean
    /// The seeds of a sunflower: each item a golden angle on from the one before (Vogel 1979).
    case fermat
  }

  public var scrollDirection = ScrollAxis.vertical
  public var metrics = SpiralMetrics()

  public init() {}
}

extension SpiralLayout: FormulaLayout {
  func formula(_ metrics: SpiralMetrics, in room: FormulaRoom) -> SpiralFormula {
    SpiralFormula(metrics, in: room)
  }
}
