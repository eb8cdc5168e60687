/// How a view arranges the views that it encloses, one after the other along an axis: the properties of
/// `UIStackView`.
public struct StackArrangement: Hashable, Sendable {
  /// The sizes and positions of arranged views along the axis (`UIStackView.Distribution`).
  public enum Distribution: String, Hashable, Sendable, CaseIterable {
    /// They fill the axis; those with the lowest hugging grow, those with the lowest compression resistance shrink.
    case fill
    /// They fill the axis with equal sizes.
    case fillEqually
    /// They fill the axis with sizes that are proportional to those of their content.
    case fillProportionally
    /// They keep their sizes; the distances between them are equal, and at least the spacing.
    case equalSpacing
    /// They keep their sizes; the distances of their centres are equal unless the spacing requires more.
    case equalCentering
  }

  /// The positions of arranged views across the axis (`UIStackView.Alignment`).
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case fill
    /// At the leading edge of a vertical stack, or the top of a horizontal one.
    case leading
    case center
    /// At the trailing edge of a vertical stack, or the bottom of a horizontal one.
    case trailing
    /// The first baselines are at one height. Horizontal stacks only.
    case firstBaseline
    /// The last baselines are at one height. Horizontal stacks only.
    case lastBaseline

    /// Whether it aligns baselines.
    public var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
  }

  /// The axis along which the views follow one another.
  public var axis: LayoutAttribute.Axis
  /// How the views share the stack's extent along the axis.
  public var distribution: Distribution
  /// Where the views stand across the axis.
  public var alignment: Alignment
  /// The distance of neighbours, in points: at most `TemplateLimits.length` with either sign.
  public var spacing: Double
  /// Whether a vertical stack measures spacings from the last baseline of a text to the first one of the next.
  public var isBaselineRelative: Bool
  /// Whether the stack arranges its views within its margins instead of its edges.
  public var isLayoutMarginsRelative: Bool

  /// `UIStackView.spacingUseSystem` between two views, in points.
  public static let systemSpacing = 8.0

  /// Creates an arrangement, by default a row that fills the stack; `spacing` is in points.
  public init(
    axis: LayoutAttribute.Axis = .horizontal, distribution: Distribution = .fill,
    alignment: Alignment = .fill,
    spacing: Double = 0, isBaselineRelative: Bool = false, isLayoutMarginsRelative: Bool = false
  ) {
    self.axis = axis
    self.distribution = distribution
    self.alignment = alignment
    self.spacing = spacing
    self.isBaselineRelative = isBaselineRelative
    self.isLayoutMarginsRelative = isLayoutMarginsRelative
  }
}
