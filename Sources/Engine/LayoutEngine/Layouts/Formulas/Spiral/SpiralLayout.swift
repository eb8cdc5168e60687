/// Items along a spiral that grows out of the middle of each section.
public typealias SpiralLayout = FormulaLayout<SpiralMetrics>

extension SpiralLayout {
  public init() { self.init(SpiralMetrics(), scrolling: .vertical) }
}

extension LayoutKind {
  /// Spirals.
  public static func spiral(_ layout: SpiralLayout) -> LayoutKind { LayoutKind(layout) }
}

/// The parameters of a spiral that a section may override.
public struct SpiralMetrics: LayoutMetrics {
  /// The shapes of a spiral.
  public enum Spiral: String, ParameterChoice, Sendable {
    /// Arms equally far apart, items equally far apart along the arm.
    case archimedean
    /// The seeds of a sunflower: each item a golden angle on from the one before (Vogel 1979).
    case fermat
  }

  public static let kind = "spiral"

  /// The size of items that give none, in points.
  @Parameter public var itemSize = Size(width: 44, height: 44)
  @Parameter public var spiral = Spiral.archimedean
  /// From the centre of an item to that of the next, and from one arm to the next, in points; 1 or more.
  @Parameter public var spacing = 54.0
  /// Where the first item stands: degrees, clockwise, 0 at the right; -360 to 360. The default is the top.
  @Parameter public var startAngle = -90.0
  /// The scale of the outermost item, 0 to 1; the first has 1, those between in proportion.
  @Parameter public var outerScale = 1.0
  /// The alpha of the outermost item, 0 to 1; the first has 1, those between in proportion.
  @Parameter public var outerAlpha = 1.0
  /// Around a section's items, between its header and its footer, in points.
  @Parameter public var sectionInset = Insets.zero
  /// The style with whose text size the given lengths grow; nil, the default, keeps them.
  public var lengthsScaleWith: TextStyle?

  public init() {}

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field("itemSize", .size, &own.$itemSize, or: base.$itemSize)
    visitor.field("spiral", .choice(of: Spiral.self), &own.$spiral, or: base.$spiral)
    visitor.field("spacing", .length(from: 1), &own.$spacing, or: base.$spacing)
    visitor.field("startAngle", .angle, &own.$startAngle, or: base.$startAngle)
    visitor.field("outerScale", .part, &own.$outerScale, or: base.$outerScale)
    visitor.field("outerAlpha", .part, &own.$outerAlpha, or: base.$outerAlpha)
    visitor.field("sectionInset", .insets, &own.$sectionInset, or: base.$sectionInset)
  }
}

extension SpiralMetrics: FormulaMetrics {
  static let cost = LayoutCost(section: 800, item: 32, work: 2)

  var commonSize: Size { itemSize }

  func formula(in room: FormulaRoom) -> SpiralFormula { SpiralFormula(self, in: room) }
}

extension SectionMetrics {
  /// The metrics of a section whose items stand along a spiral.
  public static func spiral(_ metrics: SpiralMetrics) -> SectionMetrics { SectionMetrics(metrics) }
}
