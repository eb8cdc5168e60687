import LayoutEngine

/// The ids of elements in the markup and the style sheets of pages, which no two elements of a page share.
///
/// They begin with the category of the element, so that the id of an item, which the client chooses, cannot be that of
/// another element: `item-` and the item's id; `cell-S-I`, `supplementary-S-I-KIND` and `decoration-S-I-KIND` by the index
/// path for the others. Views of a cell put `view-N-` before it.
struct PageNames {
  private var owners: [String: ElementPath] = [:]

  /// Returns the id of an element.
  ///
  /// - Parameter id: the id of its item; nil for none. The first item of a page with an id has it.
  /// - Complexity: O(n) in the length of the id.
  mutating func name(of path: ElementPath, id: String?) -> String {
    let (section, item) = (path.indexPath.section, path.indexPath.item)
    switch path.kind.category {
    case .cell:
      guard let id, !id.isEmpty, owners[id, default: path] == path else { return "cell-\(section)-\(item)" }
      owners[id] = path
      return "item-" + id
    case .supplementary: return "supplementary-\(section)-\(item)-" + path.kind.name
    case .decoration: return "decoration-\(section)-\(item)-" + path.kind.name
    }
  }

  /// Returns the id of a view of a cell.
  static func name(ofView view: Int, in element: String) -> String { "view-\(view)-" + element }
}
