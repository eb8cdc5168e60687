/// What an expression may name, beside `pi` and functions.
public enum ExpressionVariable: UInt8, CaseIterable, Hashable, Sendable {
  /// The item's index in its section.
  case index
  /// How many items there are.
  case count
  /// The section's index.
  case section
  case sections
  /// The room of the layout, in points.
  case width, height
  /// The size that the item has of its own, in points.
  case itemWidth, itemHeight

  /// As expressions spell it.
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
    }
  }

  /// The name that stands for the number π everywhere.
  static let pi = "pi"

  /// What an expression for one item may name.
  public static let ofItems = ExpressionVariable.allCases
  /// What an expression for the whole content may name; there, `n` counts the items of all sections.
  public static let ofContent: [ExpressionVariable] = [.count, .sections, .width, .height]
}
