/// The part of a viewport's bounds that its reader sees, in reading coordinates: the bounds less the container's insets,
/// less the elements that are pinned at either end.
package struct SeenArea: Sendable {
  /// An element that is pinned away from its natural place.
  struct Pin {
    var frame: AxialRect
    var zIndex: Int
  }

  /// The bounds less the insets.
  package let bounds: AxialRect
  /// The smallest length that is seen, in points.
  package let hairline: Double
  private let pins: [Pin]

  init(_ bounds: AxialRect, pins: [Pin], hairline: Double) {
    self.bounds = bounds
    self.pins = pins
    self.hairline = hairline
  }

  /// The area without what pinned elements that reach from side to side cover.
  package var stretch: ClosedRange<Double> { stretch(beside: pins.filter(spans)) }

  /// The stretch along the scroll direction in which an element would be seen. Those that are pinned cover it if they
  /// overlap it across and are not behind it.
  package func stretch(for frame: AxialRect, zIndex: Int) -> ClosedRange<Double> {
    guard !pins.isEmpty else { return bounds.stretch }
    return stretch(
      beside: pins.filter { pin in
        pin.zIndex >= zIndex && pin.frame.across < frame.across + frame.breadth
          && pin.frame.across + pin.frame.breadth > frame.across
      })
  }

  /// The part of an element that is seen; nil for no more than a hairline.
  package func seen(_ frame: AxialRect, zIndex: Int) -> ClosedRange<Double>? {
    let across = Self.overlap(frame.stretchAcross, bounds.stretchAcross)
    guard across > hairline else { return nil }
    let stretch = stretch(for: frame, zIndex: zIndex)
    guard Self.overlap(frame.stretch, stretch) > hairline else { return nil }
    return ClosedRange(ordered: max(frame.along, stretch.lowerBound), min(frame.end, stretch.upperBound))
  }

  private static func overlap(_ a: ClosedRange<Double>, _ b: ClosedRange<Double>) -> Double {
    min(a.upperBound, b.upperBound) - max(a.lowerBound, b.lowerBound)
  }

  private func spans(_ pin: Pin) -> Bool {
    pin.frame.across <= bounds.across + hairline
      && pin.frame.across + pin.frame.breadth >= bounds.across + bounds.breadth - hairline
  }

  /// The stretch that pins leave which reach inward from either end without a gap.
  private func stretch(beside pins: [Pin]) -> ClosedRange<Double> {
    var (start, end) = (bounds.along, bounds.end)
    for pin in pins.sorted(by: { $0.frame.along < $1.frame.along })
    where pin.frame.along <= start + hairline / 2 {
      start = max(start, pin.frame.end)
    }
    for pin in pins.sorted(by: { $0.frame.end > $1.frame.end }) where pin.frame.end >= end - hairline / 2 {
      end = min(end, pin.frame.along)
    }
    return ClosedRange(ordered: min(start, bounds.end), max(min(start, bounds.end), end))
  }

  /// Whether no more than a hairline is left.
  var isEmpty: Bool { stretch.upperBound - stretch.lowerBound <= hairline }
}

extension DiffSide {
  /// The part of the bounds that the reader sees; nil without bounds.
  ///
  /// If pinned elements and insets leave nothing, the pinned elements do not count, and then not the insets.
  ///
  /// - Complexity: O(p log n) for p pinned elements of n.
  package func seen() -> SeenArea? {
    guard let visible = bounds else { return nil }
    let space = readingSpace
    let whole = space.axialRect(visible)
    let inset = whole.inset(by: space.axialInsets(container.insets))
    let bounds = AxialRect(
      along: inset.length > space.hairline ? inset.along : whole.along,
      across: inset.breadth > space.hairline ? inset.across : whole.across,
      length: inset.length > space.hairline ? inset.length : whole.length,
      breadth: inset.breadth > space.hairline ? inset.breadth : whole.breadth)
    let plain = SeenArea(bounds, pins: [], hairline: space.hairline)
    guard layout.followsVisibleRect, inset.length > space.hairline else { return plain }
    let pins = pins(at: bounds.along, in: bounds, visible) + pins(at: bounds.end, in: bounds, visible)
    let area = SeenArea(bounds, pins: pins, hairline: space.hairline)
    return area.isEmpty ? plain : area
  }

  /// The part of the bounds that the reader sees, in content coordinates; nil without bounds.
  package var seenRect: Rect? {
    guard let area = seen() else { return nil }
    let stretch = area.stretch
    return readingSpace.rect(
      AxialRect(
        along: stretch.lowerBound, across: area.bounds.across,
        length: stretch.upperBound - stretch.lowerBound, breadth: area.bounds.breadth))
  }

  /// The elements that are pinned at one end of the bounds, and those that are pinned beside them.
  private func pins(at edge: Double, in bounds: AxialRect, _ visible: Rect) -> [SeenArea.Pin] {
    let space = readingSpace
    let isStart = edge == bounds.along
    var pins: [ElementPath: SeenArea.Pin] = [:]
    var edge = edge
    while true {
      let band = AxialRect(
        along: edge - space.hairline / 2, across: bounds.across, length: space.hairline,
        breadth: bounds.breadth)
      let found = layout.elements(in: space.rect(band), visible: visible)
      var next = edge
      for row in 0..<found.count where found.records[row].isPinned {
        let element = found[row]
        guard element.kind != .cell, !element.appearance.isHidden else { continue }
        let path = ElementPath(kind: element.kind, indexPath: element.indexPath)
        let frame = space.axialRect(element.frame)
        pins[path] = SeenArea.Pin(frame: frame, zIndex: element.appearance.zIndex)
        next = isStart ? max(next, frame.end) : min(next, frame.along)
      }
      guard next != edge, bounds.stretch.contains(next) else { return Array(pins.values) }
      edge = next
    }
  }
}

extension AxialRect {
  /// The rect less the insets; an extent never falls below zero.
  fileprivate func inset(by insets: AxialInsets) -> AxialRect {
    AxialRect(
      along: along + insets.before, across: across + insets.leading,
      length: max(0, length - insets.before - insets.after),
      breadth: max(0, breadth - insets.leading - insets.trailing))
  }
}
