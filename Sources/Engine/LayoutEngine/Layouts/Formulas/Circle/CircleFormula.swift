import Mathematics

/// Where items stand around a circle: item `i` at `startAngle + i·step`, on a whole turn with as much room
/// between the last and the first as between any others, on a part of one with an item at either end.
struct CircleFormula: ItemFormula {
  private let stretch: CenteredStretch
  private let axis: ScrollAxis
  private let radius: Double
  /// Radians.
  private let startAngle: Double
  private let step: Double
  private let rotatesItems: Bool
  private let count: Int

  init(_ metrics: CircleMetrics, in room: FormulaRoom) {
    axis = room.axis
    count = room.count
    let fitting = min(
      room.stretch.length - room.largest.length, room.stretch.breadth - room.largest.breadth)
    radius = metrics.radius ?? max(0, fitting / 2)
    startAngle = metrics.startAngle.radians
    rotatesItems = metrics.rotatesItems
    let gaps = abs(metrics.sweep) >= 360 ? room.count : room.count - 1
    step = metrics.sweep.radians / Double(max(1, gaps))
    stretch = CenteredStretch(room, reach: AxialPoint(along: radius, across: radius))
  }

  var length: Double { stretch.length }
  var breadth: Double { stretch.breadth }

  func center(of item: Int) -> AxialPoint {
    let angle = angle(of: item)
    let way = axis.axialPoint(x: radius * Mathematics.cos(angle), y: radius * Mathematics.sin(angle))
    return AxialPoint(
      along: stretch.center.along + way.along, across: stretch.center.across + way.across)
  }

  /// The box around an arc is no larger than that around its ends, and the arc's height more on all sides.
  func mayMeet(_ items: Range<Int>, _ window: AxialWindow) -> Bool {
    let last = items.upperBound - 1
    let turn = min(abs(Double(last - items.lowerBound) * step), .pi)
    let height = radius * (1 - Mathematics.cos(turn / 2))
    return window.meets(
      boxOf: center(of: items.lowerBound), center(of: last),
      margin: turn < .pi ? height + radius * 1e-9 : 2 * radius)
  }

  /// Later items stand in front of earlier ones, all of them behind elements without a z-index.
  func appearance(of item: Int, focus: Double) -> Appearance {
    var appearance = Appearance(zIndex: item - count + 1)
    if rotatesItems { appearance.transform = .rotation(angle(of: item) + .pi / 2) }
    return appearance
  }

  private func angle(of item: Int) -> Double { startAngle + Double(item) * step }
}
