import LayoutEngine

/// The part of a collection that a viewport shows.
struct VisiblePart: Sendable {
  var bounds: Rect
  /// How far sections are scrolled across.
  var orthogonalOffsets: OrthogonalOffsets
}

extension Viewport {
  /// The part that the viewport shows; nil without bounds.
  var visiblePart: VisiblePart? {
    bounds.map { VisiblePart(bounds: $0, orthogonalOffsets: orthogonalOffsets) }
  }
}

extension Placement {
  var visiblePart: VisiblePart { VisiblePart(bounds: bounds, orthogonalOffsets: orthogonalOffsets) }
}
