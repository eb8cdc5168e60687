/// A section that scrolls across the layout's scroll direction, described for the client that scrolls it.
public struct OrthogonalSection: Hashable, Sendable {
  /// Where scrolling comes to rest: offsets across the layout's scroll direction.
  public enum Snapping: Hashable, Sendable {
    /// `count` offsets from `start` on at every `interval`, none beyond `end`.
    case regular(start: Double, interval: Double, count: Int, end: Double)
    /// Offsets in order.
    case irregular([Double])
  }

  /// The section, from 0.
  public var section: Int
  /// The frame of the scrolling part, in content coordinates.
  public var frame: Rect
  /// The size of the section's content, in points.
  public var contentSize: Size
  /// Where scrolling comes to rest.
  public var behavior: OrthogonalScrollingBehavior
  /// Nil comes to rest anywhere.
  public var snapping: Snapping?
}

extension CompositionalBody {
  /// The section as a scrolling part; nil if it does not scroll.
  ///
  /// - Parameter start: where the section's stretch begins, along the scroll direction.
  func orthogonalSection(_ section: Int, from start: Double, in space: ContentSpace) -> OrthogonalSection? {
    guard isOrthogonal, groups.count > 0 else { return nil }
    let origin = axis.axialRect(Rect(x: groupsOrigin.x, y: groupsOrigin.y, width: 0, height: 0))
    let frame = space.place(
      AxialRect(
        along: start + origin.along, across: scroller.lowerBound,
        length: space.grid.nearest(groups.breadth), breadth: scrollerBreadth))
    return OrthogonalSection(
      section: section, frame: frame,
      contentSize: axis.size(length: axis.length(of: frame.size), breadth: scrolledBreadth),
      behavior: definition.orthogonalScrolling, snapping: snapping)
  }

  private var scrollerBreadth: Double { scroller.upperBound - scroller.lowerBound }

  /// From the leading edge of the scrolling content to its trailing edge, insets included.
  private var scrolledBreadth: Double { leadingInset + groups.length + trailingInset }

  private var leadingInset: Double { definition.contentInsets.before(axis.other) }

  private var trailingInset: Double { definition.contentInsets.after(axis.other) }

  private var snapping: OrthogonalSection.Snapping? {
    let end = max(0, scrolledBreadth - scrollerBreadth)
    switch definition.orthogonalScrolling {
    case .none, .continuous:
      return nil
    case .paging:
      guard scrollerBreadth > 0 else { return nil }
      return .regular(start: 0, interval: scrollerBreadth, upTo: end)
    case .continuousGroupLeadingBoundary, .groupPaging:
      let first = groups.stretch(0).offset
      return snapping(upTo: end) { offset, _ in offset - first }
    case .groupPagingCentered:
      let middle = scrollerBreadth / 2 - leadingInset
      return snapping(upTo: .infinity) { offset, length in offset + length / 2 - middle }
    }
  }

  /// A place for each group, none beyond `end` but the end itself.
  private func snapping(
    upTo end: Double, _ place: (_ offset: Double, _ length: Double) -> Double
  ) -> OrthogonalSection.Snapping {
    func offset(_ number: Int) -> Double {
      let stretch = groups.stretch(number)
      return min(end, place(stretch.offset, stretch.length))
    }
    switch groups.content {
    case .alike(let alike):
      let start = offset(0)
      guard alike.pitch > 0 else { return .irregular([start]) }
      return .regular(start: start, interval: alike.pitch, upTo: offset(groups.count - 1))
    case .varied:
      var places: [Double] = []
      for number in 0..<groups.count {
        let offset = offset(number)
        if places.last != offset { places.append(offset) }
      }
      return .irregular(places)
    }
  }
}

extension OrthogonalSection.Snapping {
  fileprivate static func regular(start: Double, interval: Double, upTo end: Double) -> Self {
    let steps = max(0, ((end - start) / interval).rounded(.up))
    return .regular(
      start: start, interval: interval, count: Int(clamping: min(steps, 0x1p52)) + 1, end: end)
  }
}

extension StackedLayout<CompositionalContent> {
  /// The sections that scroll across, of those whose frames meet `rect`, or of all.
  ///
  /// - Complexity: O(s) for s sections; O(log s + f) where a rect finds f of them.
  func orthogonalSections(in rect: Rect?) -> [OrthogonalSection] {
    let collector = collector(for: rect, visible: nil)
    let sought = collector.sought?.stretch ?? .everything
    var found: [OrthogonalSection] = []
    forEachSection(meeting: sought) { index, start, section in
      let bodyStart = start + section.bodyStart
      guard let groups = section.body.groups,
        let orthogonal = groups.orthogonalSection(index, from: bodyStart, in: collector.space)
      else { return }
      if rect.map(orthogonal.frame.intersects) ?? true { found.append(orthogonal) }
    }
    return found
  }

  /// A section that scrolls across; nil for any other.
  func orthogonalSection(_ section: Int) -> OrthogonalSection? {
    guard section >= 0, section < sections.leafCount else { return nil }
    let position = sections.leaf(at: section)
    let start = leading.extent + position.before.length.value + position.leaf.bodyStart
    return position.leaf.body.groups?.orthogonalSection(section, from: start, in: space)
  }
}
