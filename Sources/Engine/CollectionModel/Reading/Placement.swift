import LayoutEngine

/// What a request asks of a viewport's content offset, beyond that its reader's place is held.
public enum Asked: Sendable {
  case nothing
  case anchor(DiffAnchor)
  /// An item at a position, by its index path after the change.
  case target(IndexPath, ScrollPosition)
  /// What an anchor gives, and then a distance in points, limited by the ends of the content.
  case shift(Point, DiffAnchor)
}

/// Where a viewport is after a change.
package struct Placement: Sendable {
  /// Why the first element that the reader saw is not the one that is held.
  package enum Reason: Hashable, Sendable {
    case deleted
    /// It moved by itself, or with its section while others stayed.
    case moved
    /// It was cut and only estimated, and its length changed.
    case measured
    /// The layout does not place it any more.
    case notPlaced
  }

  package var bounds: Rect
  /// How far sections are scrolled across.
  package var orthogonalOffsets: OrthogonalOffsets
  /// The content offsets to which the content scrolls, along the scroll direction, in reading coordinates.
  package var range: ClosedRange<Double>
  /// The element that stays in its place, by its path before the change; nil if none does.
  package var held: ElementPath?
  /// The first element that the reader saw, if it is not held.
  package var unheld: (element: ElementPath, reason: Reason)?
}
