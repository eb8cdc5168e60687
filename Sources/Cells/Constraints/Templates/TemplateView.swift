/// A view of a template: the properties that all its cells share.
public struct TemplateView: Hashable, Sendable {
  /// A priority for each axis.
  public struct Priorities: Hashable, Sendable {
    /// The priority along the x axis.
    public var horizontal: Priority
    /// The priority along the y axis.
    public var vertical: Priority

    /// Creates priorities, one for each axis.
    public init(horizontal: Priority, vertical: Priority) {
      self.horizontal = horizontal
      self.vertical = vertical
    }

    /// Creates priorities that are the same for both axes.
    public init(_ both: Priority) {
      self.init(horizontal: both, vertical: both)
    }
  }

  /// The name by which constraints refer to the view.
  public var name: String
  /// The index of the enclosing view, which precedes this one; nil if the cell itself encloses it.
  public var parent: Int?
  /// The expected metrics of an item's content. An item is quick to solve if it has the same sizes and ratios,
  /// with other numbers.
  public var metrics: ViewMetrics
  /// How strongly the view stays as small as its content; 250 by default.
  public var hugging: Priorities
  /// How strongly the view stays as large as its content; 750 by default.
  public var compressionResistance: Priorities
  /// In points: at most `TemplateLimits.length` with either sign; 8 on each side by default.
  public var margins: LayoutMargins
  /// Whether the view shows text, so that it has baselines of its own.
  public var isText = false
  /// How the view arranges some of the views that it encloses, as `UIStackView`; nil if it arranges none.
  public var arrangement: StackArrangement?
  /// Whether the enclosing view arranges this one.
  public var isArranged = false
  /// The spacing between this arranged view and the next, in points; nil for that of the arrangement.
  public var customSpacingAfter: Double?
  /// Whether the height depends on the width, as with wrapped text: the view is then measured at the width that
  /// the constraints give it.
  public var heightFollowsWidth: Bool

  /// Creates a view with the metrics of its content, in points; by default it hugs its content weakly.
  public init(
    _ name: String, _ metrics: ViewMetrics = ViewMetrics(), hugging: Priorities = Priorities(.defaultLow),
    compressionResistance: Priorities = Priorities(.defaultHigh), margins: LayoutMargins = LayoutMargins(),
    heightFollowsWidth: Bool = false, parent: Int? = nil, arrangement: StackArrangement? = nil,
    isArranged: Bool = false
  ) {
    self.name = name
    self.parent = parent
    self.arrangement = arrangement
    self.isArranged = isArranged
    self.metrics = metrics
    self.hugging = hugging
    self.compressionResistance = compressionResistance
    self.margins = margins
    self.heightFollowsWidth = heightFollowsWidth
  }
}

/// The size of a view's content, which differs from item to item.
public struct ViewMetrics: Hashable, Sendable {
  /// The intrinsic width, in points, 0 to `TemplateLimits.length`; nil for a view without one.
  public var width: Double?
  /// The intrinsic height, in points, 0 to `TemplateLimits.length`; nil for a view without one.
  public var height: Double?
  /// The distance of the first baseline below the top edge, in points; 0 for a view without text.
  public var firstBaseline: Double
  /// The distance of the last baseline above the bottom edge, in points; 0 for a view without text.
  public var lastBaseline: Double
  /// The required ratio of width to height, in `TemplateLimits.factors`; nil for any ratio.
  public var aspectRatio: Double?
  /// Whether the view is hidden. A hidden view that a stack arranges takes no room there.
  public var isHidden: Bool
  /// The size of the content that a proportional stack multiplies, in points; nil for the width or height.
  var proportion: Double?

  /// Creates the metrics of a content; all lengths are in points, and a width or height of nil is none.
  public init(
    width: Double? = nil, height: Double? = nil, firstBaseline: Double = 0, lastBaseline: Double = 0,
    aspectRatio: Double? = nil, isHidden: Bool = false
  ) {
    self.isHidden = isHidden
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.aspectRatio = aspectRatio
  }

  /// Returns whether other metrics lead to the same constraints, with other constants.
  func hasShape(of other: ViewMetrics) -> Bool {
    (width == nil) == (other.width == nil) && (height == nil) == (other.height == nil)
      && (aspectRatio == nil) == (other.aspectRatio == nil) && isHidden == other.isHidden
  }

  /// Whether all numbers are within `TemplateLimits`.
  var isValid: Bool {
    let lengths = [width ?? 0, height ?? 0]
    return lengths.allSatisfy { $0 >= 0 && $0 <= TemplateLimits.length }
      && [firstBaseline, lastBaseline].allSatisfy { abs($0) <= TemplateLimits.length }
      && (aspectRatio.map { TemplateLimits.factors.contains($0) } ?? true)
  }
}

/// The distances of a view's margins from its edges, in points; 8 on each side by default.
public struct LayoutMargins: Hashable, Sendable {
  /// The distance from the top edge, in points.
  public var top: Double
  /// The distance from the left edge, in points.
  public var left: Double
  /// The distance from the bottom edge, in points.
  public var bottom: Double
  /// The distance from the right edge, in points.
  public var right: Double
  /// Whether `left` is the leading margin and `right` the trailing one (`directionalLayoutMargins`).
  public var isDirectional = false

  /// Creates margins by their distances in points.
  public init(top: Double = 8, left: Double = 8, bottom: Double = 8, right: Double = 8) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates directional margins by their distances in points.
  public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
    self.init(top: top, left: leading, bottom: bottom, right: trailing)
    isDirectional = true
  }

  /// Returns the margins with the sides that they have in a direction of text.
  func resolved(_ direction: LayoutDirection) -> LayoutMargins {
    var margins = self
    if isDirectional, direction == .rightToLeft { swap(&margins.left, &margins.right) }
    margins.isDirectional = false
    return margins
  }

  var isValid: Bool { [top, left, bottom, right].allSatisfy { abs($0) <= TemplateLimits.length } }
}
