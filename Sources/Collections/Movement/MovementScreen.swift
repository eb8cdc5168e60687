import LayoutEngine

/// What a screen shows while an item is moved on it: the collection with the item in its proposed place.
struct MovementScreen: Sendable {
  let displacement: Displacement
  /// What it is laid out for.
  let key: ScreenKey
  let sections: SectionList
  let layout: any SolvedLayout

  /// Lays out the item's move from how the screen is laid out without it.
  ///
  /// - Returns: nil where the collection has no such places.
  /// - Complexity: that of following a batch of one move.
  init?(
    _ solved: SolvedCollection, _ viewport: Viewport, moving origin: IndexPath, to proposed: IndexPath
  ) throws(LayoutFailure) {
    displacement = Displacement(place: origin, shown: proposed)
    key = viewport.key
    let screen = solved.screen(of: viewport)
    guard origin != proposed else {
      sections = solved.state.sections
      layout = screen.layout
      return
    }
    let move = BatchUpdate(.moveItem(from: origin, to: proposed))
    guard let updated = try? solved.state.sections.applying([move]) else { return nil }
    sections = updated.sections
    layout = try screen.kind.prepare(updated, from: screen.layout, in: screen.container)
  }

  var origin: IndexPath { displacement.place }
  var proposed: IndexPath { displacement.shown }

  func placeholder(visible bounds: Rect?) -> LayoutAttributes? {
    layout.attributes(of: .cell(proposed.section, proposed.item), visible: bounds)
  }

  /// How far a point is from the room that is kept for the item; nil where the layout has no place for it.
  func distance(to point: Point, visible bounds: Rect?) -> Double? {
    placeholder(visible: bounds)?.frame.distance(to: point)
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
