/// A position in scroll-direction coordinates, in points.
@frozen @usableFromInline
package struct AxialPoint: Hashable, Sendable {
  /// The coordinate along the scroll direction.
  /// The coordinate across the scroll direction.
  @usableFromInline package var along: Double
  @usableFromInline package var across: Double

  /// Creates a position of its coordinates, in points.
  @inlinable
  package init(along: Double, across: Double) {
    self.along = along
    self.across = across
  }
}

/// A size in scroll-direction coordinates, in points: the length runs along the scroll direction, the breadth across it.
@frozen @usableFromInline
package struct AxialSize: Hashable, Sendable {
  /// The extent along the scroll direction.
  /// The extent across the scroll direction.
  @usableFromInline package var length: Double
  @usableFromInline package var breadth: Double

  /// Creates a size of its extents, in points.
  @inlinable
  package init(length: Double, breadth: Double) {
    self.length = length
    self.breadth = breadth
  }

  /// The size without extents.
  @inlinable
  package static var zero: AxialSize { AxialSize(length: 0, breadth: 0) }
}

/// A rect in scroll-direction coordinates, in points: `along` and `length` run along the scroll direction, `across` and
/// `breadth` across it.
@frozen @usableFromInline
package struct AxialRect: Hashable, Sendable {
  /// The near edge along the scroll direction.
  /// The extent across the scroll direction.
  /// The near edge across the scroll direction.
  /// The extent along the scroll direction.
  @usableFromInline package var along: Double
  @usableFromInline package var across: Double
  @usableFromInline package var length: Double
  @usableFromInline package var breadth: Double

  /// Creates a rect of its near edges and extents, in points.
  @inlinable
  package init(along: Double, across: Double, length: Double, breadth: Double) {
    self.along = along
    self.across = across
    self.length = length
    self.breadth = breadth
  }

  /// The edge that scrolling reaches last.
  @inlinable
  package var end: Double { along + length }

  /// The rect with every edge moved outward by `distance` points.
  @inlinable
  package func widened(by distance: Double) -> AxialRect {
    AxialRect(
      along: along - distance, across: across - distance, length: length + 2 * distance,
      breadth: breadth + 2 * distance)
  }
}

/// Insets in scroll-direction coordinates, in points.
@frozen @usableFromInline
package struct AxialInsets: Hashable, Sendable {
  /// The insets at the start and at the end of the scroll direction.
  @usableFromInline package var before, after: Double
  /// The insets at the two sides: left and right where content scrolls vertically, top and bottom where it scrolls
  /// horizontally.
  @usableFromInline package var leading, trailing: Double

  /// Creates insets of their distances, in points.
  @inlinable
  package init(before: Double, after: Double, leading: Double, trailing: Double) {
    self.before = before
    self.after = after
    self.leading = leading
    self.trailing = trailing
  }

  /// The insets that are 0 on each side.
  @inlinable
  package static var zero: AxialInsets { AxialInsets(before: 0, after: 0, leading: 0, trailing: 0) }
}
