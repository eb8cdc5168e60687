import LayoutEngine

@testable import CollectionModel

/// The predictions of `Prefetcher` in their obvious form: a set of index paths, each of which is looked up in every step.
struct PlainPrefetcher {
  private(set) var pending: Set<IndexPath> = []
  private var direction = Point(x: 0, y: 1)

  mutating func reset() { pending = [] }

  mutating func follow(_ map: UpdateMap) {
    pending = Set(pending.compactMap { map.destination(of: $0).indexPath })
  }

  mutating func move(
    from old: Rect?, to bounds: Rect, in window: Rect, velocity: Point?, present: Set<IndexPath>,
    of layout: any SolvedLayout, seen: Size
  ) -> (prefetch: [IndexPath], cancel: [IndexPath]) {
    turn(from: old, to: bounds, velocity, in: layout)
    pending.subtract(present)
    let isAcross = direction.x != 0
    let length = isAcross ? seen.width : seen.height
    let speed = velocity.map { abs(isAcross ? $0.x : $0.y) } ?? 0
    let lengths = min(2, 1 + (length > 0 ? speed * 1000 / length / 4 : 0))
    let farthest = window.ahead(in: direction, by: length * 2)
    let cancel = pending.filter { path in
      let cell = layout.attributes(of: .cell(path.section, path.item), visible: bounds)
      return cell?.frame.intersects(farthest) != true
    }
    pending.subtract(cancel)
    guard length <= 0 || speed * 150 <= length else { return ([], cancel.sorted()) }
    let found = layout.elements(in: window.ahead(in: direction, by: length * lengths), visible: bounds)
    let candidates = (0..<found.count).map { found[$0] }
      .filter { $0.kind == .cell && !present.contains($0.indexPath) && !pending.contains($0.indexPath) }
      .map { (distance(from: window, to: $0.frame), $0.indexPath) }
      .sorted { $0 < $1 }
    let prefetch = candidates.prefix(max(4 * max(1, present.count) - pending.count, 0)).map { $0.1 }
    pending.formUnion(prefetch)
    return (prefetch, cancel.sorted())
  }

  private func distance(from window: Rect, to frame: Rect) -> Double {
    if direction.x != 0 { return direction.x > 0 ? frame.x - window.maxX : window.x - frame.maxX }
    return direction.y > 0 ? frame.y - window.maxY : window.y - frame.maxY
  }

  private mutating func turn(
    from old: Rect?, to bounds: Rect, _ velocity: Point?, in layout: any SolvedLayout
  ) {
    let moved = Point(x: bounds.x - (old?.x ?? bounds.x), y: bounds.y - (old?.y ?? bounds.y))
    let way = moved == .zero ? velocity ?? .zero : moved
    if way != .zero {
      direction =
        abs(way.x) > abs(way.y) ? Point(x: way.x < 0 ? -1 : 1, y: 0) : Point(x: 0, y: way.y < 0 ? -1 : 1)
    } else if old == nil {
      let (size, most) = (layout.contentSize, bounds.size)
      direction =
        size.width - most.width > size.height - most.height ? Point(x: 1, y: 0) : Point(x: 0, y: 1)
    }
  }
}
