import LayoutEngine

/// Finds the index paths at which a user may mean to drop an item.
///
/// Each is the index path that the item would then have. The search looks only at elements, so it works for every layout
/// kind.
struct MovementTargets {
  private let preview: MovementPreview
  private let bounds: Rect?
  /// The point of the content that is nearest to the drag position.
  private let point: Point

  /// The largest distance of an element that is near, in points.
  private static let farthest = 16_384.0
  /// The largest number of empty sections to look at on either side of a section.
  private static let emptySectionLimit = 4

  init(_ preview: MovementPreview, at position: Point, bounds: Rect?) {
    self.preview = preview
    self.bounds = bounds
    let size = preview.layout.contentSize
    point = Rect(x: 0, y: 0, width: size.width, height: size.height).nearest(to: position)
  }

  /// The index paths, the most likely first; none if the item already is at the right one.
  ///
  /// - Complexity: O(log n + v) for v elements around the position, of n.
  func places() -> [IndexPath] {
    let own = preview.placeholder(visible: bounds)?.frame
    if own?.contains(point) ?? false { return [] }
    if preview.distance(to: point, visible: bounds) == 0 {
      // A drag beyond the last item may mean an empty section that follows.
      return emptySections(from: preview.proposed.section, by: 1)
    }
    let near = Surroundings(self)
    if let cell = near.containing { return [cell.indexPath] }
    var places: [IndexPath] = []
    if let view = near.view {
      if count(view.indexPath.section) == 0 {
        places.append(IndexPath(section: view.indexPath.section, item: 0))
      } else if view.frame.contains(point) {
        places.append(nearerEnd(of: view.indexPath.section))
      }
    }
    if let cell = near.cell, let end = endBehind(cell.indexPath.section) { places.append(end) }
    let ownDistance = own?.distance(to: point) ?? .infinity
    if let cell = near.cell, cell.frame.distance(to: point) < ownDistance {
      places += around(cell.indexPath, isOwn: false)
    } else if own != nil {
      places += around(preview.proposed, isOwn: true)
    }
    return places.reduce(into: []) { unique, place in
      if place != preview.proposed, !unique.contains(place) { unique.append(place) }
    }
  }

  private func count(_ section: Int) -> Int {
    section < preview.sections.count ? preview.sections[section].items.count : 0
  }

  /// The index path behind the last item of a section.
  private func end(of section: Int) -> IndexPath {
    IndexPath(section: section, item: count(section) - (section == preview.proposed.section ? 1 : 0))
  }

  /// The index path behind the last item of a section, if the position is beyond that item.
  private func endBehind(_ section: Int) -> IndexPath? {
    let last = preview.layout.attributes(of: .cell(section, count(section) - 1), visible: bounds)
    return last.flatMap { preview.isBeyond($0.frame, of: section, point) ? end(of: section) : nil }
  }

  /// The index path of an item and, if it is at an end of its section, those beyond.
  private func around(_ path: IndexPath, isOwn: Bool) -> [IndexPath] {
    var places = isOwn ? [] : [path]
    if path.item == count(path.section) - 1 {
      if !isOwn { places.append(end(of: path.section)) }
      places += emptySections(from: path.section, by: 1)
    }
    if path.item == 0 { places += emptySections(from: path.section, by: -1) }
    return places
  }

  private func emptySections(from section: Int, by step: Int) -> [IndexPath] {
    var places: [IndexPath] = []
    var section = section + step
    while section >= 0, section < preview.sections.count, count(section) == 0,
      places.count < Self.emptySectionLimit
    {
      places.append(IndexPath(section: section, item: 0))
      section += step
    }
    return places
  }

  /// The index path of the first item of a section, or behind the last, whichever is nearer.
  private func nearerEnd(of section: Int) -> IndexPath {
    func distance(_ item: Int) -> Double {
      preview.layout.attributes(of: .cell(section, item), visible: bounds)?.frame.distance(to: point)
        ?? .infinity
    }
    let isAtEnd = distance(count(section) - 1) < distance(0)
    return isAtEnd ? end(of: section) : IndexPath(section: section, item: 0)
  }
}

extension MovementTargets {
  /// The elements around the position.
  private struct Surroundings {
    /// The frontmost cell that contains the position, and the nearest cell, without the moving item's.
    private(set) var containing: LayoutAttributes?
    private(set) var cell: LayoutAttributes?
    /// The nearest view or decoration of a section.
    private(set) var view: LayoutAttributes?
    private let point: Point
    private let own: IndexPath

    /// Looks farther and farther until it finds a cell.
    init(_ targets: MovementTargets) {
      point = targets.point
      own = targets.preview.proposed
      var reach = 32.0
      while true {
        let square = Rect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
        let found = targets.preview.layout.elements(in: square, visible: targets.bounds)
        (containing, cell, view) = (nil, nil, nil)
        for row in 0..<found.count { look(at: found[row]) }
        if let cell, cell.frame.distance(to: point) <= reach { return }
        guard reach < MovementTargets.farthest else { return }
        reach *= 2
      }
    }

    private mutating func look(at element: LayoutAttributes) {
      guard element.kind == .cell else {
        if !element.isPinned, isNearer(element, than: view) { view = element }
        return
      }
      guard element.indexPath != own else { return }
      if element.frame.contains(point), element.appearance.zIndex >= containing?.appearance.zIndex ?? .min,
        element.appearance.zIndex > containing?.appearance.zIndex ?? .min
          || isNearer(element, than: containing)
      {
        containing = element
      }
      if isNearer(element, than: cell) { cell = element }
    }

    /// Compares by the distance of the edge, and if equal, of the centre.
    private func isNearer(_ element: LayoutAttributes, than other: LayoutAttributes?) -> Bool {
      guard let other else { return true }
      let (distance, best) = (element.frame.distance(to: point), other.frame.distance(to: point))
      if distance != best { return distance < best }
      let centers = [element, other].map { element in
        Rect(x: element.frame.center.x, y: element.frame.center.y, width: 0, height: 0).distance(to: point)
      }
      return centers[0] < centers[1]
    }
  }
}
