import CollectionModel
import LayoutEngine

/// The item that a client moves, as part of a response.
package struct HeldItem {
  var movement: Movement
  /// The bounds of the viewport on which the item is moved.
  var bounds: Rect?
  var hints: EdgeHints?
}

extension ResponseWriter where Self: ~Copyable {
  /// Writes the members that describe a moving item.
  mutating func heldItem(_ held: HeldItem) {
    let movement = held.movement
    var ids = ItemIDs(of: movement.sections)
    let id = ids[movement.proposed.section, movement.proposed.item]
    key("indexPath")
    indexPath(movement.origin)
    key("proposedIndexPath")
    indexPath(movement.proposed)
    key("item")
    cell(movement.item, at: movement.proposed, id)
    if let placeholder = movement.placeholder(visible: held.bounds) {
      key("placeholder")
      cell(placeholder, at: movement.proposed, id)
    }
    guard let hints = held.hints else { return }
    key("autoScroll")
    point(hints.autoScroll)
    if let page = hints.page {
      key("page")
      string(page.rawValue)
    }
  }

  private mutating func cell(_ attributes: LayoutAttributes, at path: IndexPath, _ id: String?) {
    beginObject()
    key("category")
    string("cell")
    key("indexPath")
    indexPath(path)
    if let id {
      key("id")
      string(id)
    }
    look(attributes)
    endObject()
  }
}
