import LayoutEngine

/// A request's own wishes for a viewport's content offset. By default its reader's place is held.
public enum Asked: Sendable {
  case nothing
  case anchor(DiffAnchor)
  /// An item at a position, by its index path after the change.
  case target(IndexPath, ScrollPosition)
  /// An edge of the content.
  case edge(ScrollEdge)
  /// What an anchor gives, and then a distance in points, limited by the ends of the content.
  case shift(Point, DiffAnchor)
}

/// Where a viewport is after a change.
package struct Placement: Sendable {
  /// The visible rect, in points of content coordinates.
  package var bounds: Rect
  /// How far sections are scrolled across.
  package var orthogonalOffsets: OrthogonalOffsets
  /// The content offsets to which the content scrolls, along the scroll direction, in reading coordinates.
  package var range: ClosedRange<Double>
  /// The element that stays in its place, by its path before the change; nil if none does.
  package var held: ElementPath?
}
