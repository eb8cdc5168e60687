/// What an element is: a cell, or which kind of supplementary or decoration view.
public struct ElementKind: Hashable, Sendable {
  public enum Category: UInt8, Sendable {
    case cell = 0
    case supplementary = 1
    case decoration = 2
  }

  public let category: Category
  /// The name on the wire; empty for cells, which have none.
  public let name: String

  public init(category: Category, name: String) {
    self.category = category
    self.name = name
  }

  public static let cell = ElementKind(category: .cell, name: "")
  public static let header = ElementKind(category: .supplementary, name: "header")
  public static let footer = ElementKind(category: .supplementary, name: "footer")
  public static let tableHeader = ElementKind(category: .supplementary, name: "tableHeader")
  public static let tableFooter = ElementKind(category: .supplementary, name: "tableFooter")
  public static let background = ElementKind(category: .decoration, name: "background")
  public static let separator = ElementKind(category: .decoration, name: "separator")
}
