/// The position of an item in its collection: a section and an item in it, both counted from 0.
public struct IndexPath: Hashable, Sendable {
  /// The section, from 0.
  public var section: Int
  /// The item in its section, from 0.
  public var item: Int

  /// Creates a position of a section and an item, both from 0.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension IndexPath {
  /// The index path of a whole section, as the target of scrolling; UIKit's has the row `NSNotFound`.
  package static func section(_ section: Int) -> IndexPath { IndexPath(section: section, item: -1) }

  /// Whether it is that of a whole section.
  package var isSection: Bool { item < 0 }
}

extension IndexPath: Comparable {
  public static func < (a: IndexPath, b: IndexPath) -> Bool {
    (a.section, a.item) < (b.section, b.item)
  }
}

/// Whether an element is a cell, a supplementary view or a decoration, and of which kind.
public struct ElementKind: Hashable, Sendable {
  /// The categories of elements.
  public enum Category: UInt8, Sendable {
    case cell = 0
    case supplementary = 1
    case decoration = 2
  }

  /// The category of the element.
  public let category: Category
  /// The name of the kind; empty for cells, which have none.
  public let name: String

  /// Creates a kind; the name of a cell's is empty.
  public init(category: Category, name: String) {
    self.category = category
    self.name = name
  }

  /// A cell, which shows an item.
  public static let cell = ElementKind(category: .cell, name: "")
  /// A header of a section.
  public static let header = ElementKind(category: .supplementary, name: "header")
  /// A footer of a section.
  public static let footer = ElementKind(category: .supplementary, name: "footer")
  /// The header of a whole list.
  public static let tableHeader = ElementKind(category: .supplementary, name: "tableHeader")
  /// The footer of a whole list.
  public static let tableFooter = ElementKind(category: .supplementary, name: "tableFooter")
  /// A background behind a section.
  public static let background = ElementKind(category: .decoration, name: "background")
  /// A line between two rows of a list.
  public static let separator = ElementKind(category: .decoration, name: "separator")
}

/// The identity of one element in a layout: its kind and its index path.
public struct ElementPath: Hashable, Sendable {
  /// The kind of the element.
  public var kind: ElementKind
  /// The index path of a cell's item; of another element, its section and its number among those of its kind.
  public var indexPath: IndexPath

  /// Creates the identity of an element.
  public init(kind: ElementKind, indexPath: IndexPath) {
    self.kind = kind
    self.indexPath = indexPath
  }

  /// The path of an item's cell.
  public static func cell(_ section: Int, _ item: Int) -> ElementPath {
    ElementPath(kind: .cell, indexPath: IndexPath(section: section, item: item))
  }
}
