/// The places of items one behind the other along the scroll direction, evenly apart, so that the first and
/// the last of all can be scrolled to the middle of the visible rect.
struct ItemSlots: Sendable {
  let rests: RestingPlaces?
  let length: Double
  let breadth: Double
  let pitch: Double
  private let places: ItemPlaces?
  private let first: Double
  private let across: Double

  /// - Parameter pitch: from the middle of one item to that of the next; 1 point at least.
  init(_ room: FormulaRoom, pitch: Double) {
    let pitch = max(1, room.grid.nearest(pitch))
    let places = room.places
    let (start, end) = (room.isFirst ? room.insets.before : nil, room.isLast ? room.insets.after : nil)
    let before: Double
    let after: Double
    let last = places.map { $0[room.count - 1] } ?? Double(room.count - 1) * pitch
    if let places {
      let (length, lastLength) = (places.firstLength, places.lastLength)
      before = max(-places.start, Self.margin(room, of: length, upTo: length, beside: start))
      after = max(places.end - last, Self.margin(room, of: lastLength, upTo: lastLength, beside: end))
    } else {
      let (common, largest) = (room.common.length, room.largest.length)
      before = Self.margin(room, of: common, upTo: largest, beside: start)
      after = Self.margin(room, of: common, upTo: largest, beside: end)
    }
    let span = max(room.stretch.breadth, room.largest.breadth)
    self.pitch = pitch
    self.places = places
    first = before
    across = room.insets.leading + span / 2
    if room.count == 0 {
      (rests, length, breadth) = (nil, 0, 0)
    } else {
      rests = RestingPlaces(first: before, pitch: pitch, count: room.count, places: places)
      length = before + last + after
      breadth = room.insets.leading + span + room.insets.trailing
    }
  }

  /// From the edge of the section to the middle of its first or last item: half of the visible rect at the
  /// ends of the content, less the section's inset there, and half the largest item at least.
  ///
  /// Frames of the common size come to lie on pixels, and the offset that centres the first item never lies
  /// before the content's start.
  ///
  /// - Parameters:
  ///   - length: the extent of the position of that item.
  ///   - largest: the largest extent of an item there.
  ///   - outerInset: the section's inset at an end of the content; nil beside another section.
  private static func margin(
    _ room: FormulaRoom, of length: Double, upTo largest: Double, beside outerInset: Double?
  ) -> Double {
    func free(_ extent: Double) -> Double { room.grid.ceiling((extent - length) / 2) }
    let least = free(largest)
    return length / 2 + (outerInset.map { max(least, free(room.viewLength) - $0) } ?? least)
  }

  func center(of item: Int) -> AxialPoint {
    AxialPoint(along: along(item), across: across)
  }

  private func along(_ item: Int) -> Double { first + (places?[item] ?? Double(item) * pitch) }

  func mayMeet(_ items: Range<Int>, _ window: AxialWindow) -> Bool {
    window.meets(boxOf: center(of: items.lowerBound), center(of: items.upperBound - 1))
  }

  /// How many slots an item is beyond the middle of the visible rect; negative before it, and 0 in it up to rounding
  /// noise.
  func distance(of item: Int, from focus: Double) -> Double {
    let distance: Double
    if let places, places.count > 1 {
      distance = Double(item) - places.place(at: focus - first)
    } else {
      distance = (along(item) - focus) / pitch
    }
    return abs(distance) < 1e-9 ? 0 : distance
  }

  /// Items nearer to the middle stand in front: at 0 within half a slot, at -1 within one and a half, …
  static func zIndex(at distance: Double) -> Int {
    // Less than a half by rounding noise is a half. Farther away than a z-index of CSS reaches, all are equal: so far an
    // `Int` of 32 bits reaches, too.
    -Int(clamping: (min(abs(distance), Double(Int32.max)) - 1e-6).rounded())
  }
}

/// The perspective of an eye that looks straight at the middle of the visible rect.
struct SlotScene: Sendable {
  let axis: ScrollAxis
  /// From the eye to the plane of the content.
  let perspective: Double

  /// How an item is drawn that is turned by an angle about its middle and stands `along` and `depth` points
  /// from the middle of the visible rect, though its frame is `distance` points from there.
  ///
  /// - Parameters:
  ///   - angle: radians, by which the side at the start comes nearer.
  ///   - rise: points upward (leftward where scrolling is vertical).
  func transform(
    angle: Double, along: Double, rise: Double = 0, depth: Double, from distance: Double
  ) -> Transform3D {
    switch axis {
    case .horizontal:
      Transform3D.rotationAboutY(angle).moved(x: along, y: -rise, z: -depth).seen(from: perspective)
        .moved(x: -distance)
    case .vertical:
      Transform3D.rotationAboutX(-angle).moved(x: -rise, y: along, z: -depth).seen(from: perspective)
        .moved(y: -distance)
    }
  }
}

/// A formula whose items stand in slots one after the other, drawn by their distance from the middle of the
/// visible rect.
protocol SlottedFormula: ItemFormula {
  var slots: ItemSlots { get }
}

extension SlottedFormula {
  static var followsVisibleRect: Bool { true }

  var length: Double { slots.length }
  var breadth: Double { slots.breadth }
  var rests: RestingPlaces? { slots.rests }

  func center(of item: Int) -> AxialPoint { slots.center(of: item) }

  func mayMeet(_ items: Range<Int>, _ window: AxialWindow) -> Bool { slots.mayMeet(items, window) }
}
