import LayoutEngine

/// An interactive movement: a user drags an item in a viewport (`beginInteractiveMovementForItem(at:)`).
///
/// A viewport has one movement at most, and an item one viewport that moves it. A movement is not stored, and the
/// collection does not change until the user drops the item. Only the movement's viewport shows the item at its proposed
/// index path, with the others making room.
public struct Movement: Sendable {
  /// The item's index path in the collection.
  public internal(set) var origin: IndexPath
  /// The centre of the dragged item, in content coordinates, in points.
  public internal(set) var position: Point
  /// The name of the viewport.
  public let viewport: String
  /// The time of the client's last request.
  var usedAt: Moment
  /// The viewport's content with the item at its proposed index path.
  var preview: MovementPreview
  /// The item's attributes in the last preview that had it.
  var look: LayoutAttributes
  /// The position for which the proposal was found; nil if it is still to be found.
  var settledAt: Point?
  /// The last preview that was not taken: the next position often needs it again.
  var spare: MovementPreview?
  /// Whether a change has drawn the item anew since the movement began. Diffs leave the dragged item out, so its viewport
  /// hears of it with the drop.
  var renewal: UpdateDiff.Renewal?

  /// The index path that the item gets if it is dropped now, and at which it is shown.
  public var proposed: IndexPath { preview.proposed }

  /// The collection with the item at the proposed index path, as the viewport shows it.
  public var sections: SectionList { preview.sections }
  /// The layout of `sections`.
  public var layout: any SolvedLayout { preview.layout }

  /// How the viewport shows items at other index paths than the collection has them.
  var displacement: Displacement { preview.displacement }

  /// The dragged item: centred on the position, in front of everything else.
  public var item: LayoutAttributes {
    var item = look
    item.frame.x = position.x - item.frame.width / 2
    item.frame.y = position.y - item.frame.height / 2
    item.appearance.zIndex = Self.zIndex
    item.isPinned = false
    return item
  }

  /// Above everything else, and still a `z-index` in a browser.
  static let zIndex = Int(Int32.max)

  /// The gap for the item at the proposed index path; nil if the layout has none.
  ///
  /// - Parameter bounds: the visible rect, in points.
  public func placeholder(visible bounds: Rect?) -> LayoutAttributes? { preview.placeholder(visible: bounds) }
}

/// Why the server ended a movement.
public enum MovementCancellation: Hashable, Sendable {
  /// The item was deleted, or replaced with its section.
  case itemIsGone
  case sectionIsGone
  /// The layout has no result any more.
  case layoutFailed
  /// The client sent no request for this long.
  case timedOut(Duration)
}

/// The state of a viewport's movement.
package indirect enum MovementStanding: Sendable {
  case active(Movement)
  /// The client does not know yet.
  case cancelled(MovementCancellation)
}

/// Why a movement cannot begin or go on.
public enum MovementError: Error, Sendable {
  /// The viewport has a movement already.
  case inProgress
  /// The movement of another viewport holds the item at an index path.
  case held(by: String, IndexPath)
  /// The viewport has no movement.
  case missing
  case cancelled(MovementCancellation)
  case noSuchItem(IndexPath)
  /// The item has a place in an outline: it can move with its descendants only.
  case outlined(IndexPath)
  /// The viewport has an outline of its own: its items have other index paths than those of the collection.
  case ownOutline
  /// The item cannot have the index path. In its section it may have the items up to the last; nil if there is no such
  /// section.
  case noSuchTarget(IndexPath, lastItem: Int?)
  /// The target is next to the moving item itself.
  case ownItem
  case noSuchViewport(String)
  case change(ChangeError)
}
