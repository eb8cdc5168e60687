import LayoutEngine

/// Where scrolling brings an item or a section.
struct ScrollPlace: Sendable {
  /// The item, or the header of the section, which may have no extent.
  var cell: LayoutAttributes
  /// In points, limited by the ends of the content.
  var contentOffset: Point
  /// How far the item's section is scrolled across then, if it scrolls across.
  var orthogonalOffset: OrthogonalOffset?
  /// Whether the end of the content limits the offset along the scroll direction.
  var isAtEnd: Bool
  /// The edges along and across the scroll direction that meet; nil where the position does not scroll.
  var edges: (along: Edge?, across: Edge?)

  /// By the reading direction.
  enum Edge {
    case start, center, end, nearest
  }
}

extension DiffSide {
  /// Where scrolling brings an item, clear of insets and of the views that pin in its section; nil if there is no such
  /// item.
  ///
  /// - Parameter path: the index path at which the side shows the item.
  /// - Complexity: O(log n + p) for p views that pin in the section of n items.
  func place(
    of path: IndexPath, at position: ScrollPosition, under policy: ReadingPolicy
  ) -> ScrollPlace? {
    guard let target = target(of: path) else { return nil }
    let space = readingSpace
    let (size, insets) = (space.axis.axialSize(viewSize), space.axialInsets(container.insets))
    let (range, rangeAcross) = (scrollRange(policy), scrollRangeAcross)
    let start = AxialRect(
      along: range.lowerBound, across: rangeAcross.lowerBound, length: size.length, breadth: size.breadth)
    let from = bounds.map { space.axialRect($0) } ?? start
    let edges = position.edges(along: space.axis, isMirrored: space.isMirrored)
    let wanted =
      from.along
      + ScrollPlace.distance(
        of: target.frame.stretch, in: from.stretch, less: target.margins, to: edges.along)
    // A whole section is not scrolled across.
    let orthogonal = path.isSection ? nil : layout.orthogonalSection(path.section)
    let wantedAcross =
      orthogonal != nil
      ? from.across
      : from.across
        + ScrollPlace.distance(
          of: target.frame.stretchAcross, in: from.stretchAcross,
          less: TargetMargins(start: insets.leading, end: insets.trailing), to: edges.across)
    let placed = space.rect(
      AxialRect(
        along: min(max(wanted, range.lowerBound), range.upperBound),
        across: min(max(wantedAcross, rangeAcross.lowerBound), rangeAcross.upperBound),
        length: size.length, breadth: size.breadth))
    let old = bounds?.origin ?? placed.origin
    return ScrollPlace(
      cell: target.attributes,
      contentOffset: Point(x: placed.x.or(old.x), y: placed.y.or(old.y)),
      orthogonalOffset: orthogonal.map {
        offset(of: $0, bringing: target.frame, to: edges.across ?? .nearest)
      },
      isAtEnd: wanted > range.upperBound, edges: edges)
  }

  /// How far a section has to be scrolled across to bring an item to an edge of it, and to come to rest there: where the
  /// whole item is seen, if it can be.
  private func offset(
    of section: OrthogonalSection, bringing item: AxialRect, to edge: ScrollPlace.Edge
  ) -> OrthogonalOffset {
    let old = orthogonalOffsets[section.section]
    let start = readingSpace.axialRect(section.frame).stretchAcross
    let wanted =
      old
      + ScrollPlace.distance(
        of: item.stretchAcross, in: start.moved(by: old), less: TargetMargins(start: 0, end: 0), to: edge)
    let range = section.scrollRange(along: readingSpace.axis)
    let limited = min(max(wanted, range.lowerBound), range.upperBound)
    func shows(_ offset: Double) -> Bool {
      item.across >= start.lowerBound + offset - 1e-6
        && item.across + item.breadth <= start.upperBound + offset + 1e-6
    }
    var resting = limited
    if let (before, after) = section.snapping?.offsets(around: limited) {
      let isBeforeNearer = abs(limited - before) <= abs(after - limited)
      resting =
        shows(before) == shows(after) ? (isBeforeNearer ? before : after) : shows(before) ? before : after
    }
    return OrthogonalOffset(section: section.section, offset: resting.or(old))
  }
}

extension Double {
  /// Another coordinate, if it is as near as sums of fractions may be to the same one.
  func or(_ other: Double) -> Double {
    abs(self - other) <= 1e-9 * max(1, abs(self), abs(other)) ? other : self
  }
}

extension ScrollPlace {
  /// The distance to scroll, in points.
  fileprivate static func distance(
    of item: ClosedRange<Double>, in bounds: ClosedRange<Double>, less margins: TargetMargins, to edge: Edge?
  ) -> Double {
    let before = item.lowerBound - bounds.lowerBound - margins.start
    let after = item.upperBound - bounds.upperBound + margins.end
    switch edge {
    case .start: return before
    case .center: return (before + after) / 2
    case .end: return after
    case .nearest:
      // An item that is wholly visible, or fills the viewport, needs no scrolling.
      if before >= 0 && after <= 0 || before <= 0 && after >= 0 { return 0 }
      return abs(before) < abs(after) ? before : after
    case nil: return 0
    }
  }
}

extension ScrollPosition {
  /// The edges of an item, along and across the scroll direction, that come to those of the viewport.
  fileprivate func edges(
    along axis: ScrollAxis, isMirrored: Bool
  ) -> (along: ScrollPlace.Edge?, across: ScrollPlace.Edge?) {
    let (physical, edge): (ScrollAxis?, ScrollPlace.Edge) =
      switch self {
      case .top: (.vertical, .start)
      case .centeredVertically: (.vertical, .center)
      case .bottom: (.vertical, .end)
      case .left: (.horizontal, isMirrored ? .end : .start)
      case .centeredHorizontally: (.horizontal, .center)
      case .right: (.horizontal, isMirrored ? .start : .end)
      case .start: (axis, .start)
      case .center: (axis, .center)
      case .end: (axis, .end)
      case .nearest: (nil, .nearest)
      }
    guard let physical else { return (edge, edge) }
    return physical == axis ? (edge, nil) : (nil, edge)
  }
}
