/// Names one element of a layout.
public struct ElementPath: Hashable, Sendable {
  public var kind: ElementKind
  public var indexPath: IndexPath

  public init(kind: ElementKind, indexPath: IndexPath) {
    self.kind = kind
    self.indexPath = indexPath
  }

  public static func cell(_ section: Int, _ item: Int) -> ElementPath {
    ElementPath(kind: .cell, indexPath: IndexPath(section: section, item: item))
  }
}
