/// The content offsets to which content scrolls, along the scroll direction, in points of content coordinates.
public struct ScrollRange: Hashable, Sendable {
  /// The offset at the start of the content.
  public var least: Double
  /// The offset at the end of the content; at least `least`.
  public var most: Double

  /// Creates the range between two offsets.
  package init(least: Double, most: Double) {
    self.least = least
    self.most = most
  }
}

extension DiffSide {
  /// The content offsets to which the content scrolls, along the scroll direction, in reading coordinates. The insets are
  /// part of the range.
  ///
  /// The range of content that is shorter than the viewport is one point.
  package func scrollRange(_ policy: ReadingPolicy = ReadingPolicy()) -> ClosedRange<Double> {
    let space = readingSpace
    let (insets, view) = (space.axialInsets(container.insets), space.axis.length(of: viewSize))
    // Not the negative inset: clients would get a negative zero.
    let least = 0 - insets.before
    var most = space.axis.length(of: layout.contentSize) + insets.after - view
    var start = least
    if most < least {
      switch policy.contentAlignment {
      case .start: most = least
      case .center: (start, most) = ((least + most) / 2, (least + most) / 2)
      case .end: start = most
      }
    }
    if case .indexPath(let path)? = policy.roomBelow, let place = target(of: path) {
      most = max(most, place.frame.along - place.margins.start)
    }
    return ClosedRange(ordered: start, max(start, most))
  }

  /// The content offsets to which the content scrolls across the scroll direction, in reading coordinates.
  package var scrollRangeAcross: ClosedRange<Double> {
    let space = readingSpace
    let insets = space.axialInsets(container.insets)
    let most =
      space.axis.breadth(of: layout.contentSize) + insets.trailing - space.axis.breadth(of: viewSize)
    return ClosedRange(ordered: 0 - insets.leading, max(0 - insets.leading, most))
  }

  /// The bounds of a viewport that opens: at the end if it follows that, else at the start.
  package func openingBounds(_ policy: ReadingPolicy) -> Rect {
    let space = readingSpace
    let (size, range) = (space.axis.axialSize(viewSize), scrollRange(policy))
    let opened = space.rect(
      AxialRect(
        along: policy.follow == .end ? range.upperBound : range.lowerBound,
        across: scrollRangeAcross.lowerBound, length: size.length, breadth: size.breadth))
    return Rect(origin: opened.origin, size: viewSize)
  }

  /// The size of the bounds, or else of the container.
  package var viewSize: Size { bounds?.size ?? container.size }

  /// The content offsets to which the content scrolls, as points of content coordinates.
  package func scrollLimits(_ policy: ReadingPolicy = ReadingPolicy()) -> (least: Point, most: Point) {
    let space = readingSpace
    let size = space.axis.axialSize(viewSize)
    let (along, across) = (scrollRange(policy), scrollRangeAcross)
    let start = space.rect(
      AxialRect(
        along: along.lowerBound, across: across.lowerBound, length: size.length, breadth: size.breadth))
    let end = space.rect(
      AxialRect(
        along: along.upperBound, across: across.upperBound, length: size.length, breadth: size.breadth))
    return (
      Point(x: min(start.x, end.x), y: min(start.y, end.y)),
      Point(x: max(start.x, end.x), y: max(start.y, end.y))
    )
  }
}
