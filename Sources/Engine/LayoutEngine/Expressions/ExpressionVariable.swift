/// A variable of expressions.
public enum ExpressionVariable: UInt8, CaseIterable, Hashable, Sendable {
  /// The item's index in its section, from 0.
  case index
  /// The number of items: in the section, or in an expression for the whole content, in all sections.
  case count
  /// The section's index, from 0.
  case section
  /// The number of sections.
  case sections
  /// The container's size less its insets, in points.
  case width, height
  /// The own size of the item or of the supplementary view, in points; that of its frame in an expression for visible
  /// items.
  case itemWidth, itemHeight
  /// From the middle of the viewport to that of the item, along the direction in which its section scrolls, in points.
  case distance
  /// How far the section is scrolled, in points.
  case offset
  /// The origin of the item's frame in the content, in points.
  case itemX, itemY

  /// The variable's name in expressions.
  public var name: String {
    switch self {
    case .index: "i"
    case .count: "n"
    case .section: "section"
    case .sections: "sections"
    case .width: "width"
    case .height: "height"
    case .itemWidth: "item.width"
    case .itemHeight: "item.height"
    case .distance: "distance"
    case .offset: "offset"
    case .itemX: "item.x"
    case .itemY: "item.y"
    }
  }

  /// The name of the constant π.
  static let pi = "pi"

  /// The name of a value of the item.
  static func name(ofValue name: String) -> String { "item.values.\(name)" }

  /// The number of variables, which are the first registers; the values of the item come behind them.
  static let registerCount = allCases.count

  /// The variables of an expression for one item.
  public static let ofItems: [ExpressionVariable] = [
    .index, .count, .section, .sections, .width, .height, .itemWidth, .itemHeight,
  ]
  /// The variables of an expression for one item by its place in the viewport.
  public static let ofVisibleItems: [ExpressionVariable] = [
    .distance, .offset, .itemX, .itemY, .itemWidth, .itemHeight, .width, .height, .index, .section,
  ]
  /// The variables of an expression for a decoration, which has no size of its own.
  public static let ofDecorations: [ExpressionVariable] = [
    .index, .count, .section, .sections, .width, .height,
  ]
  /// The variables of an expression for a whole section.
  public static let ofSections: [ExpressionVariable] = [.count, .section, .sections, .width, .height]
  /// The variables of an expression for the whole content.
  public static let ofContent: [ExpressionVariable] = [.count, .sections, .width, .height]
}
