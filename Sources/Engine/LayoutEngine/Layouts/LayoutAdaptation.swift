/// How a layout follows the text size and the direction of reading.
final class LayoutAdaptation: Sendable {
  /// The layout at each text size, from small to large, or one for all.
  let forms: [LayoutKind]
  /// Whether the layout mirrors from right to left.
  let flips: Bool

  init(_ forms: [LayoutKind], flips: Bool) { (self.forms, self.flips) = (forms, flips) }

  /// The layout at the text size of a container.
  func form(in container: Container) -> LayoutKind {
    forms.count == 1 ? forms[0] : forms[container.contentSizeCategory.rank]
  }

  /// The container as the layout sees it: one that does not mirror reads from left to right.
  func seen(_ container: Container) -> Container {
    var container = container
    if !flips { container.direction = .leftToRight }
    return container
  }
}
