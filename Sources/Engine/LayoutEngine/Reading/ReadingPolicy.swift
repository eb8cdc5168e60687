/// Preferences of a viewport where the place of its reader alone does not decide its content offset.
public struct ReadingPolicy: Hashable, Sendable {
  /// The edge of the content at which a viewport stays, whatever changes there.
  public enum Follow: String, CaseIterable, Sendable {
    case start
    case end
    /// No edge: the reader's place is held at the start, too.
    case nothing = "none"
  }

  /// The place of content that is shorter than the viewport.
  public enum Alignment: String, CaseIterable, Sendable {
    case start, center, end
  }

  /// Nil holds the place, but stays at the start where the viewport is exactly there.
  public var follow: Follow?
  /// How far from the followed edge a viewport counts as being there, in points, 0 or more; 1 by default.
  public var followDistance = 1.0
  /// `start` by default.
  public var contentAlignment = Alignment.start
  /// An item that can be scrolled to the start of the viewport, however little content comes after it.
  public var roomBelow: ItemName?

  /// Creates a policy with the default of every preference.
  public init() {}

  /// The policy after a change, in which an item without an id is at another index path.
  ///
  /// - Parameter destination: where an item goes; nil for one that is deleted.
  package func following(_ destination: (IndexPath) -> IndexPath?) -> ReadingPolicy {
    guard case .indexPath(let path)? = roomBelow else { return self }
    var policy = self
    policy.roomBelow = destination(path).map { .indexPath($0) }
    return policy
  }

  /// Whether the content scrolls as far as its size and the insets say.
  package var leavesRange: Bool { contentAlignment == .start && roomBelow == nil }
}

/// The name of an item.
public enum ItemName: Hashable, Sendable {
  case id(String)
  case indexPath(IndexPath)
}
