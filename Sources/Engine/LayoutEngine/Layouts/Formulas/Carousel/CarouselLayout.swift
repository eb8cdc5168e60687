/// Items in a row or around a ring, of which the one in the middle of the visible rect is the largest.
public typealias CarouselLayout = FormulaLayout<CarouselMetrics>

extension CarouselLayout {
  public init() { self.init(CarouselMetrics(), scrolling: .horizontal) }
}

extension LayoutKind {
  /// A carousel.
  public static func carousel(_ layout: CarouselLayout) -> LayoutKind { LayoutKind(layout) }
}

/// The parameters of a carousel that a section may override.
public struct CarouselMetrics: LayoutMetrics {
  /// The shapes of a carousel.
  public enum Style: String, ParameterChoice, Sendable {
    /// Side by side; those beside the middle smaller and fainter.
    case linear
    /// Around a ring seen from outside; all face the viewer.
    case rotary
  }

  /// How far it is from one position to the next, in a row.
  public enum Pitch: String, ParameterChoice, Sendable {
    /// As far as the extent of `itemSize` and the spacing.
    case common
    /// As far as the items there are long, and the spacing.
    case own
  }

  public static let kind = "carousel"

  /// The shape of the carousel; `linear` by default.
  @Parameter public var style = Style.linear
  /// The size of items that give none, in points; nil, the default, is the style's: 220 × 300 in a row, 120 × 160 on
  /// the ring.
  public var itemSize: Size?
  /// Between the frames of neighbours, in a row, in points; below 0 they overlap.
  @Parameter public var itemSpacing = 0.0
  @Parameter public var pitch = Pitch.common
  /// The scale of items beside the middle, in a row; 0 to 1.
  @Parameter public var sideItemScale = 0.8
  /// The alpha of items beside the middle, in a row, or at the far side of the ring; 0 to 1. Nil, the default, is
  /// the style's: 0.5 in a row, 1 on the ring.
  public var sideItemAlpha: Double?
  /// How many items the ring has room for; 3 to 1000.
  @Parameter public var itemsPerTurn = 12
  /// The ring's radius, in points; nil, the default, is half of the visible rect's extent along the scroll direction.
  public var radius: Double?
  /// The angle by which the ring is seen from above, in degrees; 0 to 90.
  @Parameter public var tilt = 25.0
  /// The distance from the eye to the ring's plane, in points; 1 or more.
  @Parameter public var perspective = 500.0
  /// Around a section's items, between its header and its footer, in points.
  @Parameter public var sectionInset = Insets.zero
  /// The style with whose text size the given lengths grow; nil, the default, keeps them.
  public var lengthsScaleWith: TextStyle?

  public init() {}

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field("style", .choice(of: Style.self), &own.$style, or: base.$style)
    visitor.field("itemSize", .size, &own.itemSize, or: base.itemSize)
    visitor.field("itemSpacing", .coordinate, &own.$itemSpacing, or: base.$itemSpacing)
    visitor.field("pitch", .choice(of: Pitch.self), &own.$pitch, or: base.$pitch)
    visitor.field("sideItemScale", .part, &own.$sideItemScale, or: base.$sideItemScale)
    visitor.field("sideItemAlpha", .part, &own.sideItemAlpha, or: base.sideItemAlpha)
    visitor.field("itemsPerTurn", .whole(3...1000), &own.$itemsPerTurn, or: base.$itemsPerTurn)
    visitor.field("radius", .length, &own.radius, or: base.radius)
    visitor.field("tilt", .number(0...90), &own.$tilt, or: base.$tilt)
    visitor.field("perspective", .length(from: 1), &own.$perspective, or: base.$perspective)
    visitor.field("sectionInset", .insets, &own.$sectionInset, or: base.$sectionInset)
  }
}

extension CarouselMetrics: FormulaMetrics {
  static let cost = LayoutCost(section: 800, item: 40, work: 2)

  var commonSize: Size {
    itemSize ?? (style == .linear ? Size(width: 220, height: 300) : Size(width: 120, height: 160))
  }

  var spacingOfPlaces: Double? { style == .linear && pitch == .own ? itemSpacing : nil }

  func formula(in room: FormulaRoom) -> CarouselFormula { CarouselFormula(self, in: room) }
}

extension SectionMetrics {
  /// The metrics of a section of a carousel.
  public static func carousel(_ metrics: CarouselMetrics) -> SectionMetrics { SectionMetrics(metrics) }
}
