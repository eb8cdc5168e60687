/// Builds an outline from its items in preorder, with their levels.
package struct OutlineBuilder {
  private var outline = Outline()
  /// The shown items of the section.
  private let items: ItemSequence
  /// The item appended last, its ancestors in front of it, and whether the children of each are shown.
  private var path: [(id: String, showsChildren: Bool)] = []

  /// Creates a builder of the outline of items.
  package init(of items: ItemSequence) { self.items = items }

  /// Whether an item on a level is shown, as the next one.
  package func shows(_ level: Int) -> Bool {
    level == 0 || level <= path.count && path[level - 1].showsChildren
  }

  /// Appends an item; a shown one is the next of the section.
  ///
  /// - Parameter hidden: the description of a hidden item.
  /// - Returns: false if there can be no such item here.
  /// - Complexity: O(log n) for n items.
  package mutating func append(_ level: Int, isExpanded: Bool, hidden: Item?) -> Bool {
    let isShown = shows(level)
    guard level >= 0, level <= path.count, isShown == (hidden == nil) else { return false }
    guard let id = hidden == nil ? items.id(at: outline.shownCount) : hidden?.id, !outline.contains(id) else {
      return false
    }
    path.removeLast(path.count - level)
    outline.insert(id, under: path.last?.id, before: nil, isExpanded: isExpanded, hidden: hidden)
    path.append((id, isShown && isExpanded))
    return true
  }

  /// The outline; nil if items of the section are missing in it.
  package func finish() -> Outline? { outline.shownCount == items.count ? outline : nil }
}
