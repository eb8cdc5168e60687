/// How far a section that scrolls across is scrolled.
public struct OrthogonalOffset: Equatable, Sendable {
  /// The section, from 0.
  public var section: Int
  /// In points, from the leading edge of the section's content.
  public var offset: Double

  /// Creates an offset in points from the leading edge.
  public init(section: Int, offset: Double) {
    self.section = section
    self.offset = offset
  }
}

/// The offsets of the sections that scroll across; those that are not named are at 0.
public struct OrthogonalOffsets: Equatable, Sendable {
  /// The most sections of a viewport that may be scrolled across: each takes its share of every change.
  public static let limit = 1000

  /// The offsets other than 0, in ascending order of the sections.
  public private(set) var all: [OrthogonalOffset] = []

  /// Creates offsets of 0 for all sections.
  public init() {}

  /// The offset of a section.
  ///
  /// - Complexity: O(log n) to read, O(n) to write, for n sections whose offset is not 0.
  public subscript(section: Int) -> Double {
    get {
      let place = all.bisect { $0.section >= section }
      return place < all.count && all[place].section == section ? all[place].offset : 0
    }
    set {
      let place = all.bisect { $0.section >= section }
      let isThere = place < all.count && all[place].section == section
      all.replaceSubrange(
        place..<(isThere ? place + 1 : place),
        with: newValue == 0 ? [] : [OrthogonalOffset(section: section, offset: newValue)])
    }
  }
}

extension OrthogonalSection {
  /// The offsets to which the section scrolls, those at which it comes to rest among them.
  package func scrollRange(along axis: ScrollAxis) -> ClosedRange<Double> {
    let most = max(0, axis.breadth(of: contentSize) - axis.breadth(of: frame.size))
    switch snapping {
    case .regular(let start, _, _, let end): return ClosedRange(ordered: min(0, start), max(most, start, end))
    case .irregular(let offsets):
      return ClosedRange(ordered: min(0, offsets.first ?? 0), max(most, offsets.last ?? 0))
    case nil: return ClosedRange(ordered: 0, most)
    }
  }
}

extension OrthogonalSection.Snapping {
  /// The nearest offsets at which scrolling comes to rest, one on either side of another offset if there are both.
  ///
  /// - Complexity: O(log n) for n offsets.
  package func offsets(around offset: Double) -> (before: Double, after: Double)? {
    switch self {
    case .regular(let start, let interval, let count, let end):
      let step = min(max(((offset - start) / interval).rounded(.down), 0), Double(count - 1))
      return (
        min(end, start + step * interval), min(end, start + min(step + 1, Double(count - 1)) * interval)
      )
    case .irregular(let offsets):
      guard !offsets.isEmpty else { return nil }
      let next = offsets.bisect { $0 > offset }
      return (offsets[max(0, next - 1)], offsets[min(next, offsets.count - 1)])
    }
  }

  /// The offset nearest to another one at which scrolling comes to rest.
  ///
  /// - Complexity: O(log n) for n offsets.
  package func nearest(to offset: Double) -> Double {
    guard let (before, after) = offsets(around: offset) else { return offset }
    return abs(offset - before) <= abs(after - offset) ? before : after
  }
}

extension SolvedLayout {
  /// The frame of an element where it is seen: scrolled across with its section.
  package func shownFrame(of element: LayoutAttributes) -> Rect {
    let section = element.indexPath.section
    let shift = orthogonalShift(ofSection: section)
    guard shift != .zero, element.kind == .cell || followsItem(element.kind, inSection: section) else {
      return element.frame
    }
    return element.frame.moved(by: shift)
  }
}
