import Cancellation

/// An element of which the reader sees more than a hairline.
package struct SeenElement: Sendable {
  /// The attributes of the element.
  package let attributes: LayoutAttributes
  /// Where it is seen, in reading coordinates.
  package let frame: AxialRect
  /// The part that is seen along the scroll direction.
  package let seen: ClosedRange<Double>

  /// The identity of the element.
  package var path: ElementPath { ElementPath(kind: attributes.kind, indexPath: attributes.indexPath) }

  /// Whether the start of the element is out of sight.
  package var isCut: Bool { frame.along < seen.lowerBound - 1e-6 }
}

/// The elements that can show where a reader is.
package enum Landmark: Sendable {
  case cells
  /// Views that do not pin.
  case views
}

extension DiffSide {
  /// The first seen element for which a condition holds, by its start, then across, then by index path; nil if there is
  /// none.
  ///
  /// Queries a band at the start of the seen part that grows twofold.
  ///
  /// - Complexity: O(log n + d) for d elements before it, of n.
  package func first(
    of landmark: Landmark = .cells, in area: SeenArea, where keeps: (SeenElement) -> Bool
  ) -> SeenElement? {
    let space = readingSpace
    let bounds = area.bounds
    var passed = -Double.infinity
    var length = max(area.hairline, bounds.length / 16)
    while true {
      let isLast = !(length < bounds.length)
      let band = AxialRect(
        along: bounds.along, across: bounds.across, length: isLast ? bounds.length : length,
        breadth: bounds.breadth)
      let limit = isLast ? .infinity : (bounds.along + length).readingOrder.rounded(.down)
      let elements = seenElements(of: landmark, in: band, of: area, space)
        .filter { $0.frame.along.readingOrder >= passed && $0.frame.along.readingOrder < limit }
      if let first = elements.first(where: keeps) { return first }
      if isLast { return nil }
      passed = limit
      length *= 2
    }
  }

  /// All seen elements, in the order in which `first` finds them.
  ///
  /// - Complexity: O(log n + v log v) for v elements in the bounds, of n.
  package func seenElements(of landmark: Landmark = .cells, in area: SeenArea) -> [SeenElement] {
    seenElements(of: landmark, in: area.bounds, of: area, readingSpace)
  }

  private func seenElements(
    of landmark: Landmark, in band: AxialRect, of area: SeenArea, _ space: ReadingSpace
  ) -> [SeenElement] {
    let found = layout.elements(in: space.rect(band), visible: bounds)
    var elements: [SeenElement] = []
    var pace = Pace()
    for row in 0..<found.count {
      if pace.isOver(after: 16) { break }
      let record = found.records[row]
      guard (record.kind == 0) == (landmark == .cells), !record.isPinned, record.pins == nil else { continue }
      let element = found[row]
      guard element.kind.category != .decoration, !element.appearance.isHidden,
        !(element.kind == .cell && element.indexPath == displacement?.shown)
      else { continue }
      let frame = space.axialRect(layout.shownFrame(of: element))
      guard let seen = area.seen(frame, zIndex: element.appearance.zIndex) else { continue }
      elements.append(SeenElement(attributes: element, frame: frame, seen: seen))
    }
    return elements.sorted { $0.precedes($1) }
  }
}

extension SeenElement {
  fileprivate func precedes(_ other: SeenElement) -> Bool {
    let (own, others) = (frame.along.readingOrder, other.frame.along.readingOrder)
    if own != others { return own < others }
    let (across, othersAcross) = (frame.across.readingOrder, other.frame.across.readingOrder)
    if across != othersAcross { return across < othersAcross }
    return attributes.indexPath < other.attributes.indexPath
  }
}

extension Double {
  /// The coordinate in steps that are larger than the rounding noise of mirrored frames, so that the elements of one line
  /// begin at one place.
  fileprivate var readingOrder: Double { (self * 1024).rounded() }
}
