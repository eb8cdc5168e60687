/// Positions along the scroll direction, one of which is in the middle of the visible rect when scrolling has come to rest:
/// evenly apart, or those of items. There is at least one.
struct RestingPlaces: Sendable {
  var first: Double
  /// Above 0.
  var pitch: Double
  var count: Int
  /// The places where they are not evenly apart.
  var places: ItemPlaces?

  subscript(place: Int) -> Double {
    let place = min(max(place, 0), count - 1)
    return first + (places?[place] ?? Double(place) * pitch)
  }

  var last: Double { self[count - 1] }

  /// The number of the last place that is not beyond `along`, give or take rounding noise.
  func place(before along: Double) -> Int {
    if let places { return places.item(before: along - first + 1e-6) }
    let place = (along - first) / pitch + 1e-6
    if place < 0 { return 0 }
    return place < Double(count - 1) ? Int(clamping: place) : count - 1
  }
}

extension StackedLayout {
  /// The middle of the visible rect less the container's insets, along the scroll direction; without a visible
  /// rect, the position of the first element at which scrolling may rest, or else the middle at the content's start.
  func focus(of visible: Rect?, in space: ContentSpace) -> Double {
    guard let visible else {
      return totals.restingCount == 0 ? container.length(along: axis) / 2 : rests(0).first
    }
    let rect = space.axialRect(visible.inset(by: container.insets))
    return rect.along + rect.length / 2
  }

  /// The content offset at which scrolling that would end at `proposed` comes to rest: one with a resting position in
  /// the middle of the visible rect. A movement with a velocity goes at least to the next position in its direction.
  ///
  /// - Complexity: O(log² s) for s sections.
  func targetContentOffset(forProposed proposed: Rect, velocity: Point) -> Point? {
    guard totals.restingCount > 0 else { return nil }
    let space = space
    let isReversed = axis == .horizontal && space.mirrorWidth != nil
    let speed = (axis == .vertical ? velocity.y : velocity.x) * (isReversed ? -1 : 1)
    let focus = focus(of: proposed, in: space)
    let step = (restingPlace(for: focus, speed: speed) - focus) * (isReversed ? -1 : 1)
    var offset = proposed.origin
    if axis == .vertical { offset.y += step } else { offset.x += step }
    return offset
  }

  /// The resting places, in content coordinates, of a section, counted among those that have any.
  private func rests(_ number: Int) -> RestingPlaces {
    let position = sections.leaf(beyond: Double(number), by: { Double($0.restingCount) })!
    var rests = position.leaf.body.rests!
    rests.first += leading.extent + position.before.length.value + position.leaf.bodyStart
    return rests
  }

  private func restingPlace(for focus: Double, speed: Double) -> Double {
    let candidates = restingPlaces(around: focus)
    let nearest = candidates.min { abs($0 - focus) < abs($1 - focus) }!
    let isAhead = speed > 0 ? { $0 > focus + 1e-3 } : { $0 < focus - 1e-3 }
    let ahead = speed == 0 ? [] : candidates.filter(isAhead)
    return (speed > 0 ? ahead.min() : ahead.max()) ?? nearest
  }

  /// The places next to `focus` on both sides, among some others.
  private func restingPlaces(around focus: Double) -> [Double] {
    let count = Int(totals.restingCount)
    let next = (0..<count).bisect { rests($0).last > focus }
    var places: [Double] = []
    for neighbour in max(0, next - 1)...min(count - 1, next + 1) {
      let rests = rests(neighbour)
      let place = rests.place(before: focus)
      places += [rests[place - 1], rests[place], rests[place + 1]]
    }
    return places
  }
}
