/// A pile of cards in the middle of each section, the first in front.
public typealias StackLayout = FormulaLayout<StackMetrics>

extension StackLayout {
  public init() { self.init(StackMetrics(), scrolling: .vertical) }
}

extension LayoutKind {
  /// Piles of cards.
  public static func stack(_ layout: StackLayout) -> LayoutKind { LayoutKind(layout) }
}

/// The parameters of a pile that a section may override.
public struct StackMetrics: LayoutMetrics {
  public static let kind = "stack"

  /// The size of cards that give none, in points.
  @Parameter public var itemSize = Size(width: 240, height: 240)
  /// From the centre of a card to that of the next one below it, in points.
  @Parameter public var itemOffset = Point.zero
  /// The scale of a card to that of the card above it; 0 to 1.
  @Parameter public var itemScale = 1.0
  /// The largest angle by which a card is turned either way, in degrees; 0 to 180.
  @Parameter public var spread = 12.0
  /// How many cards are visible, 1 or more; the others lie hidden below them.
  @Parameter public var visibleCount = 8
  /// Around a section's cards, between its header and its footer, in points.
  @Parameter public var sectionInset = Insets.zero
  /// The style with whose text size the given lengths grow; nil, the default, keeps them.
  public var lengthsScaleWith: TextStyle?

  public init() {}

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field("itemSize", .size, &own.$itemSize, or: base.$itemSize)
    visitor.field("itemOffset", .point, &own.$itemOffset, or: base.$itemOffset)
    visitor.field("itemScale", .part, &own.$itemScale, or: base.$itemScale)
    visitor.field("spread", .number(0...180), &own.$spread, or: base.$spread)
    visitor.field("visibleCount", .whole(from: 1), &own.$visibleCount, or: base.$visibleCount)
    visitor.field("sectionInset", .insets, &own.$sectionInset, or: base.$sectionInset)
  }
}

extension StackMetrics: FormulaMetrics {
  // All items may be visible at once, each with an appearance of its own.
  static let cost = LayoutCost(section: 800, item: 240, work: 2, countsEveryItem: true)

  var commonSize: Size { itemSize }

  func formula(in room: FormulaRoom) -> StackFormula { StackFormula(self, in: room) }
}

extension SectionMetrics {
  /// The metrics of a section of a pile.
  public static func stack(_ metrics: StackMetrics) -> SectionMetrics { SectionMetrics(metrics) }
}
