/// Items in a row or around a ring, of which the one in the middle of what is visible is the largest.
public struct CarouselLayout: Hashable, Sendable {
  public enum Style: String, CaseIterable, Sendable {
    /// Side by side; those beside the middle smaller and fainter.
    case linear
    /// Around a ring that is seen from outside; all face the viewer.
    case rotary
  }

  public var scrollDirection = ScrollAxis.horizontal
  public var metrics = CarouselMetrics()

  public init() {}
}

extension CarouselLayout: FormulaLayout {
  func formula(_ metrics: CarouselMetrics, in room: FormulaRoom) -> CarouselFormula {
    CarouselFormula(metrics, in: room)
  }
}
