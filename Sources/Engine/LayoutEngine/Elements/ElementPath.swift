/// The position of an item in its collection: a section and an item in it, both counted from 0.
public struct IndexPath: Hashable, Sendable {
  public var section: Int
  public var item: Int

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
  public enum Category: UInt8, Sendable {
    case cell = 0
    case supplementary = 1
    case decoration = 2
  }

  public let category: Category
  /// The name of the kind; empty for cells, which have none.
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

/// The identity of one element in a layout: its kind and its index path.
public struct ElementPath: Hashable, Sendable {
  public var kind: ElementKind
  /// The index path of a cell's item; of another element, its section and its number among those of its kind.
  public var indexPath: IndexPath

  public init(kind: ElementKind, indexPath: IndexPath) {
    self.kind = kind
    self.indexPath = indexPath
  }

  /// The path of an item's cell.
  public static func cell(_ section: Int, _ item: Int) -> ElementPath {
    ElementPath(kind: .cell, indexPath: IndexPath(section: section, item: item))
  }
}
