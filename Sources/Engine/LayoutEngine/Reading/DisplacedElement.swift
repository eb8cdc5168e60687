/// The first element that a reader saw before a change, where the change has moved it on screen.
public struct DisplacedElement: Hashable, Sendable {
  /// Why the element is not where it was.
  public enum Reason: String, CaseIterable, Sendable {
    case deleted
    /// It moved by itself, or with its section while others stayed.
    case moved
    /// It was cut and only estimated, and its length changed.
    case measured
    /// The layout does not place it any more.
    case notPlaced
    /// The viewport stays at an edge of the content, or the content ends.
    case edge
    /// The request asked for another place.
    case asked
  }

  /// By its index path before the change.
  public var element: ElementPath
  /// The reason why the element has moved.
  public var reason: Reason

  /// Creates a displacement of an element for a reason.
  package init(_ element: ElementPath, _ reason: Reason) {
    self.element = element
    self.reason = reason
  }
}
