/// A view of a template: what is the same in every cell made from it.
public struct TemplateView: Hashable, Sendable {
  /// A priority for each axis.
  public struct Priorities: Hashable, Sendable {
    public var horizontal: Priority
    public var vertical: Priority

    public init(horizontal: Priority, vertical: Priority) {
      self.horizontal = horizontal
      self.vertical = vertical
    }

    public init(_ both: Priority) {
      self.init(horizontal: both, vertical: both)
    }
  }

  public var name: String
  /// What an item's content is expected to be like. Items that have a size or a ratio where this has one are
  /// quick to solve.
  public var metrics: ViewMetrics
  /// How strongly the view stays as small as its content.
  public var hugging: Priorities
  /// How strongly the view stays as large as its content.
  public var compressionResistance: Priorities
  public var margins: LayoutMargins
  /// Whether the height depends on the width, as that of wrapped text does: the view is then measured at the
  /// width it got.
  public var heightFollowsWidth: Bool

  public init(
    _ name: String, _ metrics: ViewMetrics = ViewMetrics(), hugging: Priorities = Priorities(.defaultLow),
    compressionResistance: Priorities = Priorities(.defaultHigh), margins: LayoutMargins = LayoutMargins(),
    heightFollowsWidth: Bool = false
  ) {
    self.name = name
    self.metrics = metrics
    self.hugging = hugging
    self.compressionResistance = compressionResistance
    self.margins = margins
    self.heightFollowsWidth = heightFollowsWidth
  }
}
