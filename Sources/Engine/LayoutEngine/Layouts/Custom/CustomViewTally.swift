/// The supplementary views and decorations that a layout has so far, and the cost of their expressions.
struct CustomViewTally: Sendable {
  private(set) var views = 0
  /// The cost in simple operations.
  private(set) var steps = 0.0

  /// Counts views, before their frames are worked out.
  ///
  /// - Throws: where they are more than a layout may have, or their expressions take too many steps.
  mutating func add(views: Int, steps: Double) throws(LayoutError) {
    self.views += views
    self.steps += steps
    if self.views > CustomLayout.viewLimit {
      throw Self.failure(
        "the layout has more than \(CustomLayout.viewLimit) supplementaries and decorations in all")
    }
    if self.steps > CustomLayout.stepLimit {
      throw Self.failure(
        "the expressions of supplementaries and decorations take more than \(Int(CustomLayout.stepLimit)) steps in all"
      )
    }
  }

  private static func failure(_ detail: String) -> LayoutError {
    LayoutError(parameter: [], indexPath: nil, detail: detail)
  }
}
