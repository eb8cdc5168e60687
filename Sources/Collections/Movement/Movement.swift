import LayoutEngine

/// An item that somebody holds and moves about on a screen (UIKit's interactive movement).
///
/// Nothing of it is kept: the collection is as it is until the item is put down. Only the screen on which it is moved
/// shows the item where it would be put down, and the others making room.
public struct Movement: Sendable {
  /// The item's place in the collection.
  public internal(set) var origin: IndexPath
  /// The centre of the item under the finger, in content coordinates.
  public internal(set) var position: Point
  /// The screen on which the item is moved.
  public let viewport: String
  /// When its client was last heard of.
  var usedAt: ContinuousClock.Instant
  /// What the screen shows.
  var preview: MovementPreview
  /// The item as the screen's layout had it last.
  var look: LayoutAttributes
  /// The position for which the proposal has been found; nil where it has to be found yet.
  var settledAt: Point?
  /// What was laid out last for a place that was not taken: the next position mostly asks for it again.
  var spare: MovementPreview?

  /// The place that the item gets if it is put down now, and in which it is shown.
  public var proposed: IndexPath { preview.proposed }

  /// What the screen shows: the collection with the item in the proposed place.
  public var sections: SectionList { preview.sections }
  public var layout: any SolvedLayout { preview.layout }

  /// The item under the finger: centred on it, above everything else.
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

  /// The room that is kept for the item; nil where the layout has no place for it.
  ///
  /// - Parameter bounds: what is seen.
  public func placeholder(visible bounds: Rect?) -> LayoutAttributes? { preview.placeholder(visible: bounds) }
}

/// Why a movement ended without its client.
public enum MovementCancellation: Hashable, Sendable {
  /// The item was deleted, or replaced with its section.
  case itemIsGone
  case sectionIsGone
  case viewportIsGone
  /// The layout has no result any more.
  case layoutFailed
  /// Nothing was heard of the client for this long.
  case timedOut(Duration)
}

/// What is known of a collection's movement.
enum MovementStanding: Sendable {
  case active(Movement)
  /// Its client has not heard of it yet.
  case cancelled(MovementCancellation)
}

/// Why a movement is not begun or does not go on.
public enum MovementError: Error, Sendable {
  /// There is one already.
  case inProgress
  /// There is none.
  case missing
  case cancelled(MovementCancellation)
  case noSuchItem(IndexPath)
  case noSuchViewport(String)
  case change(ChangeError)
}
