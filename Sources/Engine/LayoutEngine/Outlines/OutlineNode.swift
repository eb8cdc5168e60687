/// One item of an outline: its neighbours in the tree, by their ids.
struct OutlineNode: Sendable {
  let id: String
  /// The parent; nil at the top.
  var parent: String?
  /// The children of the same parent in front of the item and behind it.
  var previous: String?
  var next: String?
  /// The first and the last child.
  var first: String?
  var last: String?
  /// Whether the children are shown if the item is.
  var isExpanded: Bool
  /// The description while the item is hidden. A shown item is described among the items of its section.
  var hidden: HiddenItem?
}

/// The description of a hidden item, behind one reference.
final class HiddenItem: Sendable {
  let item: Item

  init(_ item: Item) { self.item = item }
}

/// The place of an item among the children of its parent.
public enum OutlinePlace: Hashable, Sendable {
  /// In front of another item, under the same parent.
  case before(String)
  /// Behind another item with its descendants, under the same parent.
  case after(String)
  /// The first or the last child of an item.
  case into(String, atStart: Bool)
  /// The first or the last item at the top of a section.
  case top(section: Int, atStart: Bool)
}

/// A new item of an outline.
public struct OutlineItem: Sendable {
  /// The description of the item.
  public var item: Item
  /// The index of the parent in the list of new items; nil for one that the list has no parent for.
  public var parent: Int?
  /// Whether the children of the item are shown.
  public var isExpanded: Bool

  /// Creates a new item under the parent at an index in the list of new items.
  public init(_ item: Item, under parent: Int? = nil, isExpanded: Bool = false) {
    self.item = item
    self.parent = parent
    self.isExpanded = isExpanded
  }
}
