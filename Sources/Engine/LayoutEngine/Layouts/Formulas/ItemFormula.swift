/// Places the items of one section by their numbers alone, and says how each is drawn there.
///
/// Local coordinates, as in `SectionBody`: `along` is 0 at the body's start, `across` at the container's edge.
/// Centres are exact; frames are made of them, and snap to pixels, later.
protocol ItemFormula: Sendable {
  /// The extent of the section's items along the scroll direction.
  var length: Double { get }

  /// The extent of the items across the scroll direction, the section's insets included.
  var breadth: Double { get }

  /// Where scrolling comes to rest; nil where it rests anywhere.
  var rests: RestingPlaces? { get }

  /// Whether the appearance of items depends on their position in the visible rect.
  static var followsVisibleRect: Bool { get }

  /// - Complexity: O(1).
  func center(of item: Int) -> AxialPoint

  /// Whether the centre of any of these items may lie in the window; true in doubt.
  ///
  /// - Complexity: O(1).
  func mayMeet(_ items: Range<Int>, _ window: AxialWindow) -> Bool

  /// How an item is drawn, read from left to right. At most two items of a section have a z-index of 0.
  ///
  /// - Parameter focus: the middle of the visible rect along the scroll direction.
  /// - Complexity: O(1).
  func appearance(of item: Int, focus: Double) -> Appearance

  /// Adds those of the items that may meet the window, or all, in order.
  func addItems(
    _ range: Range<Int>, of items: FormulaItems, in window: AxialWindow?, to collector: inout ElementCollector
  )
}

extension ItemFormula {
  var rests: RestingPlaces? { nil }

  static var followsVisibleRect: Bool { false }
}

/// A part of the content, which may be without bounds; edges included.
struct AxialWindow: Sendable {
  var along: ClosedRange<Double>
  var across: ClosedRange<Double>

  /// Whether it meets the box around two points, widened by `margin` to all sides.
  func meets(boxOf a: AxialPoint, _ b: AxialPoint, margin: Double = 0) -> Bool {
    min(a.along, b.along) - margin <= along.upperBound
      && max(a.along, b.along) + margin >= along.lowerBound
      && min(a.across, b.across) - margin <= across.upperBound
      && max(a.across, b.across) + margin >= across.lowerBound
  }

  /// Whether it has points that are no nearer to `center` than `inner` and no farther than `outer`.
  func meets(ringAround center: AxialPoint, inner: Double, outer: Double) -> Bool {
    let nearest = AxialPoint(
      along: distance(from: center.along, to: along), across: distance(from: center.across, to: across))
    let farthest = AxialPoint(
      along: max(abs(along.lowerBound - center.along), abs(along.upperBound - center.along)),
      across: max(abs(across.lowerBound - center.across), abs(across.upperBound - center.across)))
    return nearest.distance <= outer && farthest.distance >= inner
  }

  private func distance(from place: Double, to range: ClosedRange<Double>) -> Double {
    max(0, range.lowerBound - place, place - range.upperBound)
  }
}

extension AxialPoint {
  /// The distance from zero.
  var distance: Double { (along * along + across * across).squareRoot() }
}

extension Double {
  /// An angle in degrees as radians, within a turn.
  var radians: Double { truncatingRemainder(dividingBy: 720) * .pi / 180 }
}
