import LayoutEngine

/// What a screen shows while an item is moved on it: the collection with the item in its proposed place.
struct MovementPreview: Sendable {
  let displacement: Displacement
  /// What it is laid out for.
  let key: ViewportKey
  let sections: SectionList
  let layout: any SolvedLayout
  private let container: Container

  /// Lays out the item's move from how the screen is laid out without it.
  ///
  /// - Returns: nil where the collection has no such places.
  /// - Complexity: that of following a batch of one move.
  init?(
    _ solved: SolvedCollection, _ viewport: Viewport, moving origin: IndexPath, to proposed: IndexPath
  ) throws(LayoutFailure) {
    displacement = Displacement(position: origin, shown: proposed)
    key = viewport.key
    let solvedViewport = solved.solvedViewport(of: viewport)
    container = solvedViewport.container
    guard origin != proposed else {
      sections = solved.state.sections
      layout = solvedViewport.layout
      return
    }
    let move = BatchUpdate(.moveItem(from: origin, to: proposed))
    guard let updated = try? solved.sections(of: solvedViewport).applying([move]) else { return nil }
    sections = updated.sections
    layout = try SolvedViewport(solvedViewport, after: updated).layout
  }

  var origin: IndexPath { displacement.position }
  var proposed: IndexPath { displacement.shown }

  func placeholder(visible bounds: Rect?) -> LayoutAttributes? {
    layout.attributes(of: .cell(proposed.section, proposed.item), visible: bounds)
  }

  /// How far a point is from what means the proposed place; nil where the layout has no place for it.
  ///
  /// That is the room that is kept for the item; what lies beyond it, if it is the last of its section; and the header
  /// and footer of a section that has no other item.
  func distance(to point: Point, visible bounds: Rect?) -> Double? {
    guard let frame = placeholder(visible: bounds)?.frame else { return nil }
    let distance = frame.distance(to: point)
    guard distance > 0, proposed.item == sections[proposed.section].items.count - 1 else { return distance }
    return isBeyond(frame, of: proposed.section, point) || isAlone(with: point, visible: bounds)
      ? 0 : distance
  }

  /// Whether a point lies beyond the last item of a section, whose frame is given: behind it on its line, or behind
  /// the end of the content.
  func isBeyond(_ frame: Rect, of section: Int, _ point: Point) -> Bool {
    let size = layout.contentSize
    let isVertical = size.width <= container.size.width + 1
    let isBehind: Bool
    if isVertical {
      let isRight = container.direction == .rightToLeft ? point.x < frame.x : point.x >= frame.maxX
      isBehind = isRight && point.y >= frame.y && point.y < frame.maxY
    } else {
      isBehind = point.y >= frame.maxY && point.x >= frame.x && point.x < frame.maxX
    }
    if isBehind { return true }
    guard isVertical ? point.y >= size.height : point.x >= size.width else { return false }
    return (section + 1..<max(section + 1, sections.count)).allSatisfy { sections[$0].items.count == 0 }
  }

  /// Whether the item's section has no other, and a view that holds a point.
  private func isAlone(with point: Point, visible bounds: Rect?) -> Bool {
    guard sections[proposed.section].items.count == 1 else { return false }
    let found = layout.elements(
      in: Rect(x: point.x - 1, y: point.y - 1, width: 2, height: 2), visible: bounds)
    return (0..<found.count).contains { row in
      let record = found.records[row]
      return record.kind != 0 && !record.isPinned && Int(record.section) == proposed.section
        && record.frame.holds(point)
    }
  }
}

extension Rect {
  /// How far a point is outside of the rect; 0 inside and at its edges.
  func distance(to point: Point) -> Double {
    let x = max(self.x - point.x, point.x - maxX, 0)
    let y = max(self.y - point.y, point.y - maxY, 0)
    return x == 0 ? y : y == 0 ? x : (x * x + y * y).squareRoot()
  }

  var center: Point { Point(x: x + width / 2, y: y + height / 2) }

  /// Half-open: of two rects that touch, one holds a point between them.
  func holds(_ point: Point) -> Bool { point.x >= x && point.x < maxX && point.y >= y && point.y < maxY }

  /// The rect's point that is nearest to another.
  func nearest(to point: Point) -> Point {
    Point(x: min(max(point.x, x), maxX), y: min(max(point.y, y), maxY))
  }
}
