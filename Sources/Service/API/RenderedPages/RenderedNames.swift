import LayoutEngine

/// The ids of elements in the markup and the style sheets of pages, which no two elements of a page share.
///
/// They begin with the category of the element, so that the id of an item, which the client chooses, cannot be that of
/// another element: `item-` and the item's id; `cell-S-I`, `supplementary-S-I-KIND` and `decoration-S-I-KIND` by the index
/// path for the others. Views of a cell put `view-N-` before it.
struct RenderedNames {
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
      return "item-" + Self.written(id)
    case .supplementary: return "supplementary-\(section)-\(item)-" + Self.written(path.kind.name)
    case .decoration: return "decoration-\(section)-\(item)-" + Self.written(path.kind.name)
    }
  }

  /// Returns a text without null characters, which HTML turns into U+FFFD; different ones for different texts.
  private static func written(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "\0" || $0 == "\u{FFFD}" }) else { return text }
    var written = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      written.append(scalar == "\0" ? "\u{FFFD}" : scalar)
      if scalar == "\0" { written.append("0") }
      if scalar == "\u{FFFD}" { written.append("1") }
    }
    return String(written)
  }

  /// Returns the id of a view of a cell.
  static func name(ofView view: Int, in element: String) -> String { "view-\(view)-" + element }
}
