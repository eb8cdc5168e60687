import LayoutEngine

/// The content of a viewport during a movement: the collection with the item at its proposed index path.
struct MovementPreview: Sendable {
  let displacement: Displacement
  /// The key of the viewport's layout.
  let key: ViewportKey
  let sections: SectionList
  let layout: any SolvedLayout
  private let container: Container

  /// Lays out the item's move from the viewport's layout; nil if an index path does not exist.
  ///
  /// - Complexity: that of following a batch of one move.
  init?(
    _ solved: SolvedCollection, _ viewport: Viewport, moving origin: IndexPath, to proposed: IndexPath
  ) throws(LayoutError) {
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

  var proposed: IndexPath { displacement.shown }

  func placeholder(visible bounds: Rect?) -> LayoutAttributes? {
    layout.attributes(of: .cell(proposed.section, proposed.item), visible: bounds)
  }

  /// The distance from a point to the area that means the proposed index path, in points; nil if the layout has no
  /// frame for it.
  ///
  /// The area is the item's gap; all space beyond it, if it is the last of its section; and the header and footer of a
  /// section that has no other item.
  func distance(to point: Point, visible bounds: Rect?) -> Double? {
    guard let frame = placeholder(visible: bounds)?.frame else { return nil }
    let distance = frame.distance(to: point)
    guard distance > 0, proposed.item == sections[proposed.section].items.count - 1 else { return distance }
    return isBeyond(frame, of: proposed.section, point) || isAlone(with: point, visible: bounds)
      ? 0 : distance
  }

  /// Whether a point is beyond the last item of a section, whose frame is given: behind it on its line, or behind the
  /// end of the content.
  func isBeyond(_ frame: Rect, of section: Int, _ point: Point) -> Bool {
    let size = layout.contentSize
    let isVertical = size.width <= container.size.width + 1
    let isBehind: Bool
    if isVertical {
      let isRight = layout.isMirrored ? point.x < frame.x : point.x >= frame.maxX
      isBehind = isRight && point.y >= frame.y && point.y < frame.maxY
    } else {
      isBehind = point.y >= frame.maxY && point.x >= frame.x && point.x < frame.maxX
    }
    if isBehind { return true }
    guard isVertical ? point.y >= size.height : point.x >= size.width else { return false }
    return (section + 1..<max(section + 1, sections.count)).allSatisfy { sections[$0].items.count == 0 }
  }

  /// Whether the item is alone in its section, and a view of the section contains a point.
  private func isAlone(with point: Point, visible bounds: Rect?) -> Bool {
    guard sections[proposed.section].items.count == 1 else { return false }
    let found = layout.elements(
      in: Rect(x: point.x - 1, y: point.y - 1, width: 2, height: 2), visible: bounds)
    return (0..<found.count).contains { row in
      let record = found.records[row]
      return record.kind != 0 && !record.isPinned && Int(record.section) == proposed.section
        && record.frame.contains(point)
    }
  }
}
