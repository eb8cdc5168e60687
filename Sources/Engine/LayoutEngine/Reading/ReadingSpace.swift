/// Reading coordinates: `along` grows in the reading direction of the scroll axis, and `across` from the leading edge.
///
/// Right to left mirrors here once, so that nothing else that finds a reader's place knows of it.
package struct ReadingSpace: Sendable {
  private let space: ContentSpace

  /// Creates the space of a layout that is solved for a container.
  package init(_ layout: any SolvedLayout, _ container: Container) {
    space = ContentSpace(
      axis: layout.axis, grid: container.grid,
      mirrorWidth: layout.isMirrored ? layout.contentSize.width : nil)
  }

  /// The direction in which the content scrolls.
  package var axis: ScrollAxis { space.axis }

  /// Whether the direction of x is opposite to that of reading.
  package var isMirrored: Bool { space.mirrorWidth != nil }

  /// The smallest length that is seen: a pixel, or a point where there are none.
  package var hairline: Double { space.grid.hairline }

  /// The rect in reading coordinates.
  package func axialRect(_ rect: Rect) -> AxialRect { space.axialRect(rect) }

  /// The rect in content coordinates.
  package func rect(_ rect: AxialRect) -> Rect {
    var placed = space.axis.rect(rect)
    if let width = space.mirrorWidth { placed.x = width - placed.maxX }
    return placed
  }

  /// The insets in reading coordinates.
  package func axialInsets(_ insets: Insets) -> AxialInsets {
    guard isMirrored else { return axis.axialInsets(insets) }
    return axis.axialInsets(
      Insets(top: insets.top, left: insets.right, bottom: insets.bottom, right: insets.left))
  }
}

extension DiffSide {
  /// The reading coordinates of the side's content.
  package var readingSpace: ReadingSpace { ReadingSpace(layout, container) }
}
