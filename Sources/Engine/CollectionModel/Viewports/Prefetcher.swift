import LayoutEngine

/// Predicts the items that a client will need soon, and cancels predictions (`UICollectionViewDataSourcePrefetching`).
///
/// Prefetches items ahead in the scroll direction, the nearest first: farther ahead the faster the content scrolls, but
/// none in a fling too fast to load anything in time. Cancels items that are behind after a reversal.
struct Prefetcher: Sendable {
  /// The keys of the items prefetched that have neither come into the window nor been cancelled, in ascending order.
  private(set) var pending: ContiguousArray<UInt64> = []
  private var direction = Point(x: 0, y: 1)

  /// How far ahead to prefetch, in lengths of the viewport: at rest, and at most.
  static let reach = (atRest: 1.0, most: 2.0)
  /// In milliseconds: a fling that passes a length of the viewport in less prefetches nothing.
  static let shortestPassage = 150.0
  /// The largest number of pending items for each one in the window, so that tiny cells do not cause thousands of
  /// requests.
  static let itemsPerPresent = 4

  struct Advice {
    var prefetch: [IndexPath] = []
    var cancel: [IndexPath] = []
    /// The number of elements that the prefetcher looked at.
    var touched = 0
  }

  /// Updates the predictions for a viewport that has moved.
  ///
  /// - Parameters:
  ///   - window: the bounds with their overscan: items in it are present, and those ahead of it are predicted.
  ///   - velocity: points a millisecond; nil if the client does not know it.
  ///   - present: the keys of the items in the window now, in ascending order.
  ///   - side: the viewport at its new bounds. Lengths of it are those of what its reader sees.
  ///   - across: the sections in the window that scroll across.
  /// - Complexity: O(log n + f log f) for n items of which f are ahead.
  mutating func move(
    from old: Rect?, to bounds: Rect, in window: Rect, velocity: Point?, present: ContiguousArray<UInt64>,
    on side: DiffSide, across: [OrthogonalMove] = []
  ) -> Advice {
    guard !across.isEmpty else {
      return moveAlong(from: old, to: bounds, in: window, velocity: velocity, present: present, on: side)
    }
    func scrollsAcross(_ key: UInt64) -> Bool {
      across.contains { $0.section == IndexPath(key: key).section }
    }
    var waiting = ContiguousArray(pending.filter(scrollsAcross))
    pending.removeAll(where: scrollsAcross)
    var advice = moveAlong(
      from: old, to: bounds, in: window, velocity: velocity, present: present, on: side)
    waiting.removeAll(in: present)
    advance(across, waiting, around: window, present: present, on: side, &advice)
    return advice
  }

  /// Updates the predictions for sections that scroll across: items of them are predicted ahead of the window in the
  /// direction in which the section has moved, and stay so on either side.
  private mutating func advance(
    _ across: [OrthogonalMove], _ waiting: ContiguousArray<UInt64>, around window: Rect,
    present: ContiguousArray<UInt64>, on side: DiffSide, _ advice: inout Advice
  ) {
    guard !waiting.isEmpty || across.contains(where: { $0.direction != .zero }),
      let bounds = side.bounds, let seen = side.seenRect
    else { return }
    let far = Size(width: seen.width * Self.reach.most, height: seen.height * Self.reach.most)
    let found = ElementIndex(side.layout.elements(in: window.outset(by: far), visible: bounds))
    var kept: ContiguousArray<UInt64> = []
    var candidates: [(distance: Double, key: UInt64)] = []
    for cell in found.entries(of: 0) {
      advice.touched += 1
      let section = IndexPath(key: cell.key).section
      guard let move = across.first(where: { $0.section == section }) else { continue }
      if waiting.has(cell.key) {
        kept.append(cell.key)
        continue
      }
      guard move.direction != .zero, !pending.has(cell.key), !present.has(cell.key) else {
        continue
      }
      let length = move.direction.x != 0 ? seen.width : seen.height
      let frame = side.layout.shownFrame(of: found.list.records[Int(truncatingIfNeeded: cell.row)])
      if frame.intersects(window.ahead(in: move.direction, by: length * Self.reach.atRest)) {
        candidates.append((window.distance(to: frame, in: move.direction), cell.key))
      }
    }
    advice.cancel += waiting.filter { !kept.has($0) }.map { IndexPath(key: $0) }
    candidates.sort { ($0.distance, $0.key) < ($1.distance, $1.key) }
    let room = max(Self.itemsPerPresent * max(1, present.count) - pending.count - kept.count, 0)
    for (_, key) in candidates.prefix(room) {
      advice.prefetch.append(IndexPath(key: key))
      kept.append(key)
    }
    pending += kept
    pending.sort()
  }

  /// Updates the predictions for the items that scrolling of the whole content brings.
  @_optimize(speed)
  private mutating func moveAlong(
    from old: Rect?, to bounds: Rect, in window: Rect, velocity: Point?, present: ContiguousArray<UInt64>,
    on side: DiffSide
  ) -> Advice {
    turn(from: old, to: bounds, velocity, on: side)
    let layout = side.layout
    pending.removeAll(in: present)
    let seen = side.seenRect ?? bounds
    let length = direction.x != 0 ? seen.width : seen.height
    let speed = velocity.map { abs(direction.x != 0 ? $0.x : $0.y) } ?? 0
    let isTooFast = length > 0 && speed * Self.shortestPassage > length
    let reach = min(Self.reach.most, Self.reach.atRest + (length > 0 ? speed * 1000 / length / 4 : 0))
    let ahead = window.ahead(in: direction, by: length * reach)
    // Items stay prefetched as long as they are ahead, even if the prefetcher now reaches less far.
    let farthest = pending.isEmpty ? ahead : window.ahead(in: direction, by: length * Self.reach.most)
    var advice = Advice()
    guard !isTooFast || !pending.isEmpty else { return advice }
    let found = ElementIndex(layout.elements(in: farthest, visible: bounds))
    let list = found.list
    advice.touched = pending.count + list.count
    var kept: ContiguousArray<UInt64> = []
    kept.reserveCapacity(list.count)
    var candidates: [(distance: Double, key: UInt64)] = []
    // All three are in ascending order.
    var (waiting, shown) = (0, 0)
    for cell in found.entries(of: 0) {
      while waiting < pending.count, pending[waiting] < cell.key {
        advice.cancel.append(IndexPath(key: pending[waiting]))
        waiting += 1
      }
      if waiting < pending.count, pending[waiting] == cell.key {
        kept.append(cell.key)
        waiting += 1
        continue
      }
      while shown < present.count, present[shown] < cell.key { shown += 1 }
      let isPresent = shown < present.count && present[shown] == cell.key
      guard !isTooFast, !isPresent else { continue }
      let frame = layout.shownFrame(of: list.records[Int(truncatingIfNeeded: cell.row)])
      guard frame.intersects(ahead) else { continue }
      candidates.append((window.distance(to: frame, in: direction), cell.key))
    }
    advice.cancel += pending[waiting...].map { IndexPath(key: $0) }
    candidates.sort { ($0.distance, $0.key) < ($1.distance, $1.key) }
    let room = max(Self.itemsPerPresent * max(1, present.count) - kept.count, 0)
    for (_, key) in candidates.prefix(room) {
      advice.prefetch.append(IndexPath(key: key))
      kept.append(key)
    }
    if !advice.prefetch.isEmpty { kept.sort() }
    pending = kept
    return advice
  }

  /// Forgets all predictions: the client begins anew.
  mutating func reset() { pending = [] }

  /// Follows the predicted items to the index paths at which they are shown after a change.
  ///
  /// - Parameter destination: the new index path of an item; nil for a deleted one, whose prediction ends.
  mutating func follow(_ destination: (IndexPath) -> IndexPath?) {
    var followed: ContiguousArray<UInt64> = []
    followed.reserveCapacity(pending.count)
    var isAscending = true
    for key in pending {
      guard let new = destination(IndexPath(key: key))?.key else { continue }
      if let last = followed.last, last > new { isAscending = false }
      followed.append(new)
    }
    if !isAscending { followed.sort() }
    pending = followed
  }

  private mutating func turn(
    from old: Rect?, to bounds: Rect, _ velocity: Point?, on side: DiffSide
  ) {
    let moved = Point(x: bounds.x - (old?.x ?? bounds.x), y: bounds.y - (old?.y ?? bounds.y))
    let way = moved == .zero ? velocity ?? .zero : moved
    if way == .zero {
      guard old == nil else { return }
      // Nothing has moved yet: assumes that the user reads on, along the axis where more content is out of sight.
      let size = side.layout.contentSize
      direction =
        size.width - bounds.width > size.height - bounds.height
        ? Point(x: side.readingSpace.isMirrored ? -1 : 1, y: 0) : Point(x: 0, y: 1)
    } else if abs(way.x) > abs(way.y) {
      direction = Point(x: way.x < 0 ? -1 : 1, y: 0)
    } else {
      direction = Point(x: 0, y: way.y < 0 ? -1 : 1)
    }
  }
}

/// A section that scrolls across, and the direction in content coordinates in which it has just been scrolled; zero if it
/// has not.
struct OrthogonalMove {
  var section: Int
  var direction: Point
}

extension SolvedLayout {
  /// The frame of a cell where it is seen: scrolled across with its section.
  fileprivate func shownFrame(of cell: ElementList.Record) -> Rect {
    cell.frame.moved(by: orthogonalShift(ofSection: Int(truncatingIfNeeded: cell.section)))
  }
}

extension ContiguousArray<UInt64> {
  /// Whether a key is in the list, which is in ascending order.
  fileprivate func has(_ key: UInt64) -> Bool {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if self[middle] == key { return true }
      range = self[middle] < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  /// Removes the keys that another list has; both lists are in ascending order.
  ///
  /// - Complexity: O(n) for n keys in both.
  fileprivate mutating func removeAll(in others: ContiguousArray<UInt64>) {
    guard let first, let last, let least = others.first, let most = others.last, first <= most, least <= last
    else { return }
    var other = 0
    removeAll { key in
      while other < others.count, others[other] < key { other += 1 }
      return other < others.count && others[other] == key
    }
  }
}

extension Rect {
  /// The rect of a length in points that borders on this one in a direction along an axis.
  func ahead(in direction: Point, by length: Double) -> Rect {
    if direction.x > 0 { return Rect(x: maxX, y: y, width: length, height: height) }
    if direction.x < 0 { return Rect(x: x - length, y: y, width: length, height: height) }
    if direction.y > 0 { return Rect(x: x, y: maxY, width: width, height: length) }
    return Rect(x: x, y: y - length, width: width, height: length)
  }

  /// The rect with its edges moved outward by distances in points.
  func outset(by distance: Size) -> Rect {
    Rect(
      x: x - distance.width, y: y - distance.height, width: width + 2 * distance.width,
      height: height + 2 * distance.height)
  }

  /// The distance that the rect moves in a direction until it meets another.
  fileprivate func distance(to other: Rect, in direction: Point) -> Double {
    if direction.x > 0 { return other.x - maxX }
    if direction.x < 0 { return x - other.maxX }
    if direction.y > 0 { return other.y - maxY }
    return y - other.maxY
  }
}
