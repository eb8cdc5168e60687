import Collections
import JSON
import LayoutEngine

/// An item that is being moved, on its way to the client.
struct HeldItem {
  var movement: Movement
  /// What is seen on the screen on which it is moved.
  var bounds: Rect?
  var hints: EdgeHints?
}

extension JSONWriter {
  /// Writes the members that tell of a moving item, with a comma before them.
  mutating func heldItem(_ held: HeldItem) {
    let movement = held.movement
    var ids = ItemIDs(of: movement.sections)
    let id = ids[movement.proposed.section, movement.proposed.item]
    indexPath(",\"indexPath\":[", movement.origin)
    indexPath(",\"proposedIndexPath\":[", movement.proposed)
    raw(",\"item\":")
    cell(movement.item, at: movement.proposed, id)
    if let placeholder = movement.placeholder(visible: held.bounds) {
      raw(",\"placeholder\":")
      cell(placeholder, at: movement.proposed, id)
    }
    guard let hints = held.hints else { return }
    raw(",\"autoScroll\":")
    point(hints.autoScroll)
    if let page = hints.page {
      raw(",\"page\":")
      string(page.rawValue)
    }
  }

  private mutating func cell(_ attributes: LayoutAttributes, at path: IndexPath, _ id: String?) {
    raw("{\"category\":\"cell\"")
    indexPath(",\"indexPath\":[", path)
    if let id {
      raw(",\"id\":")
      string(id)
    }
    raw(",")
    lookMembers(attributes)
    raw("}")
  }
}
