import Mathematics

/// Where the cards of a pile lie: card `i` is `min(i, m)` cards deep, with `m` the depth of the last card
/// that is seen.
struct StackFormula: ItemFormula {
  private let stretch: CenteredStretch
  /// From one card to the next, along and across the scroll direction.
  private let step: AxialPoint
  private let deepest: Int
  private let itemScale: Double
  /// Radians.
  private let spread: Double

  init(_ metrics: StackMetrics, in room: FormulaRoom) {
    deepest = max(0, min(room.count, max(1, metrics.visibleCount)) - 1)
    step = room.axis.axialPoint(x: metrics.itemOffset.x, y: metrics.itemOffset.y)
    itemScale = metrics.itemScale
    spread = metrics.spread.radians
    let half = Double(deepest) / 2
    stretch = CenteredStretch(
      room, reach: AxialPoint(along: half * abs(step.along), across: half * abs(step.across)))
  }

  var length: Double { stretch.length }
  var breadth: Double { stretch.breadth }

  func center(of item: Int) -> AxialPoint {
    let depth = Double(min(item, deepest)) - Double(deepest) / 2
    return AxialPoint(
      along: stretch.center.along + depth * step.along, across: stretch.center.across + depth * step.across)
  }

  func mayMeet(_ items: Range<Int>, _ window: AxialWindow) -> Bool {
    window.meets(boxOf: center(of: items.lowerBound), center(of: items.upperBound - 1))
  }

  /// The first card is upright; the golden ratio spreads the angles of the others evenly and without repeating
  /// any. Hidden cards are all alike.
  func appearance(of item: Int, focus: Double) -> Appearance {
    let depth = min(item, deepest)
    let scale = Mathematics.pow(itemScale, depth)
    guard item <= deepest else {
      return Appearance(
        zIndex: -deepest - 1, isHidden: true, transform: .rotation(0, scale: scale))
    }
    let turns = 0.5 + Double(item) * StackFormula.goldenFraction
    let angle = spread * (2 * (turns - turns.rounded(.down)) - 1)
    return Appearance(zIndex: -item, transform: .rotation(angle, scale: scale))
  }

  /// The golden ratio less 1.
  private static let goldenFraction = 0.618_033_988_749_894_8
}
