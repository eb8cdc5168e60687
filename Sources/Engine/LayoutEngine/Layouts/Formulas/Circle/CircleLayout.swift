/// Items around a circle in the middle of each section.
public typealias CircleLayout = FormulaLayout<CircleMetrics>

extension CircleLayout {
  public init() { self.init(CircleMetrics(), scrolling: .vertical) }
}

extension LayoutKind {
  /// Circles.
  public static func circle(_ layout: CircleLayout) -> LayoutKind { LayoutKind(layout) }
}

/// The parameters of a circle that a section may override. Angles are degrees, clockwise, 0 at the right.
public struct CircleMetrics: LayoutMetrics {
  public static let kind = "circle"

  /// The size of items that give none, in points.
  @Parameter public var itemSize = Size(width: 50, height: 50)
  /// From the circle's centre to that of an item, in points; nil, the default, is the largest with which the items
  /// fit the visible rect.
  public var radius: Double?
  /// Where the first item stands; -360 to 360. The default is the top.
  @Parameter public var startAngle = -90.0
  /// How far the items reach around, -360 to 360; below 0 they go counterclockwise.
  @Parameter public var sweep = 360.0
  /// Whether each item is turned so that its top faces outward.
  @Parameter public var rotatesItems = false
  /// Around a section's items, between its header and its footer, in points.
  @Parameter public var sectionInset = Insets.zero
  /// The style with whose text size the given lengths grow; nil, the default, keeps them.
  public var lengthsScaleWith: TextStyle?

  public init() {}

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field("itemSize", .size, &own.$itemSize, or: base.$itemSize)
    visitor.field("radius", .length, &own.radius, or: base.radius)
    visitor.field("startAngle", .angle, &own.$startAngle, or: base.$startAngle)
    visitor.field("sweep", .angle, &own.$sweep, or: base.$sweep)
    visitor.field("rotatesItems", .flag, &own.$rotatesItems, or: base.$rotatesItems)
    visitor.field("sectionInset", .insets, &own.$sectionInset, or: base.$sectionInset)
  }
}

extension CircleMetrics: FormulaMetrics {
  // All items may be visible at once, each with an appearance of its own.
  static let cost = LayoutCost(section: 800, item: 700, work: 2, countsEveryItem: true)

  var commonSize: Size { itemSize }

  func formula(in room: FormulaRoom) -> CircleFormula { CircleFormula(self, in: room) }
}

extension SectionMetrics {
  /// The metrics of a section whose items stand around a circle.
  public static func circle(_ metrics: CircleMetrics) -> SectionMetrics { SectionMetrics(metrics) }
}
