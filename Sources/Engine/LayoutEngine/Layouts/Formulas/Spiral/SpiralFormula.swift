import Mathematics

/// Where items stand on a spiral around the middle of their section, which is the square around the circle
/// that the outermost item stands on.
struct SpiralFormula: ItemFormula {
  private let stretch: CenteredStretch
  private let axis: ScrollAxis
  private let curve: SpiralCurve
  private let startAngle: Double
  private let count: Int
  /// How far the outermost item stands from the centre, and how much farther than the first one.
  private let outerRadius: Double
  private let depth: Double
  private let innerRadius: Double
  private let outerScale: Double
  private let outerAlpha: Double

  init(_ metrics: SpiralMetrics, in room: FormulaRoom) {
    axis = room.axis
    count = room.count
    curve = SpiralCurve(kind: metrics.spiral, spacing: max(1, metrics.spacing))
    startAngle = metrics.startAngle.radians
    innerRadius = curve.place(of: 0).radius
    outerRadius = curve.place(of: max(0, room.count - 1)).radius
    depth = outerRadius - innerRadius
    outerScale = metrics.outerScale
    outerAlpha = metrics.outerAlpha
    stretch = CenteredStretch(room, reach: AxialPoint(along: outerRadius, across: outerRadius))
  }

  var length: Double { stretch.length }
  var breadth: Double { stretch.breadth }

  func center(of item: Int) -> AxialPoint {
    let place = curve.place(of: item)
    return point(place.radius, place.turn)
  }

  /// Whole turns fill a ring; less than half a turn lies in the box around the ends of its inner and its outer
  /// arc, widened by the height of the outer one.
  func mayMeet(_ items: Range<Int>, _ window: AxialWindow) -> Bool {
    let first = curve.place(of: items.lowerBound)
    let last = curve.place(of: items.upperBound - 1)
    let noise = last.radius * 1e-9
    let meetsRing = window.meets(
      ringAround: stretch.center, inner: first.radius - noise, outer: last.radius + noise)
    let turn = last.turn - first.turn
    guard meetsRing, turn < .pi, curve.kind == .archimedean else { return meetsRing }
    let inner = (point(first.radius, first.turn), point(first.radius, last.turn))
    let outer = (point(last.radius, first.turn), point(last.radius, last.turn))
    return window.meets(
      boxOf: AxialPoint(
        along: min(inner.0.along, inner.1.along, outer.0.along, outer.1.along),
        across: min(inner.0.across, inner.1.across, outer.0.across, outer.1.across)),
      AxialPoint(
        along: max(inner.0.along, inner.1.along, outer.0.along, outer.1.along),
        across: max(inner.0.across, inner.1.across, outer.0.across, outer.1.across)),
      margin: last.radius * (1 - Mathematics.cos(turn / 2)) + noise)
  }

  /// Inner items stand in front of outer ones.
  func appearance(of item: Int, focus: Double) -> Appearance {
    var appearance = Appearance(zIndex: -item)
    guard outerScale != 1 || outerAlpha != 1, depth > 0 else { return appearance }
    let part = (curve.place(of: item).radius - innerRadius) / depth
    appearance.alpha = 1 + (outerAlpha - 1) * part
    if outerScale != 1 { appearance.transform = .rotation(0, scale: 1 + (outerScale - 1) * part) }
    return appearance
  }

  private func point(_ radius: Double, _ turn: Double) -> AxialPoint {
    let angle = startAngle + turn
    let way = axis.axialPoint(x: radius * Mathematics.cos(angle), y: radius * Mathematics.sin(angle))
    return AxialPoint(
      along: stretch.center.along + way.along, across: stretch.center.across + way.across)
  }
}
