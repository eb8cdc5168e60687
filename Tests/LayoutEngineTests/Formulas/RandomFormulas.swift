@testable import LayoutEngine

/// The kinds that place items by a formula, with parameters of any values.
enum RandomFormula: CaseIterable {
  case stack, circle, spiral, coverFlow, carousel

  func layout(_ random: inout SeededGenerator) -> LayoutKind {
    let axis = random.pick(ScrollAxis.allCases)
    let metrics = random.chance(1, in: 4) ? SectionMetrics.none : metrics(&random)
    switch self {
    case .stack:
      return .stack(
        StackLayout {
          ($0.scrollDirection, $0.metrics) = (axis, $0.metrics.overridden(by: metrics))
        })
    case .circle:
      return .circle(
        CircleLayout {
          ($0.scrollDirection, $0.metrics) = (axis, $0.metrics.overridden(by: metrics))
        })
    case .spiral:
      return .spiral(
        SpiralLayout {
          ($0.scrollDirection, $0.metrics) = (axis, $0.metrics.overridden(by: metrics))
        })
    case .coverFlow:
      return .coverFlow(
        CoverFlowLayout {
          ($0.scrollDirection, $0.metrics) = (axis, $0.metrics.overridden(by: metrics))
        })
    case .carousel:
      return .carousel(
        CarouselLayout {
          ($0.scrollDirection, $0.metrics) = (axis, $0.metrics.overridden(by: metrics))
        })
    }
  }

  func metrics(_ random: inout SeededGenerator) -> SectionMetrics {
    switch self {
    case .stack: .stack(.random(&random))
    case .circle: .circle(.random(&random))
    case .spiral: .spiral(.random(&random))
    case .coverFlow: .coverFlow(.random(&random))
    case .carousel: .carousel(.random(&random))
    }
  }
}

extension StackMetrics {
  static func random(_ random: inout SeededGenerator) -> Self {
    var metrics = Self()
    if random.chance(1, in: 2) { metrics.itemSize = random.size(upTo: 400) }
    if random.chance(1, in: 2) {
      metrics.itemOffset = Point(x: random.signedLength(upTo: 60), y: random.signedLength(upTo: 60))
    }
    if random.chance(1, in: 2) { metrics.itemScale = random.length(upTo: 1) }
    if random.chance(1, in: 2) { metrics.spread = random.length(upTo: 180) }
    if random.chance(1, in: 2) { metrics.visibleCount = random.integer(1...40) }
    if random.chance(1, in: 3) { metrics.sectionInset = random.insets(upTo: 60) }
    return metrics
  }
}

extension CircleMetrics {
  static func random(_ random: inout SeededGenerator) -> Self {
    var metrics = Self()
    if random.chance(1, in: 2) { metrics.itemSize = random.size(upTo: 100) }
    if random.chance(1, in: 2) { metrics.radius = random.length(upTo: 900) }
    if random.chance(1, in: 2) { metrics.startAngle = random.signedLength(upTo: 360) }
    if random.chance(1, in: 2) {
      metrics.sweep = random.pick([-360, 0, 90, 180, 360, random.signedLength(upTo: 360)])
    }
    if random.chance(1, in: 2) { metrics.rotatesItems = true }
    if random.chance(1, in: 3) { metrics.sectionInset = random.insets(upTo: 60) }
    return metrics
  }
}

extension SpiralMetrics {
  static func random(_ random: inout SeededGenerator) -> Self {
    var metrics = Self()
    if random.chance(1, in: 2) { metrics.itemSize = random.size(upTo: 100) }
    if random.chance(2, in: 3) { metrics.spiral = random.pick(SpiralMetrics.Spiral.allCases) }
    if random.chance(1, in: 2) { metrics.spacing = random.length(upTo: 120) }
    if random.chance(1, in: 2) { metrics.startAngle = random.signedLength(upTo: 360) }
    if random.chance(1, in: 2) { metrics.outerScale = random.length(upTo: 1) }
    if random.chance(1, in: 2) { metrics.outerAlpha = random.length(upTo: 1) }
    if random.chance(1, in: 3) { metrics.sectionInset = random.insets(upTo: 60) }
    return metrics
  }
}

extension CoverFlowMetrics {
  static func random(_ random: inout SeededGenerator) -> Self {
    var metrics = Self()
    if random.chance(1, in: 2) { metrics.itemSize = random.size(upTo: 400) }
    if random.chance(1, in: 2) { metrics.itemSpacing = random.signedLength(upTo: 200) }
    if random.chance(1, in: 2) { metrics.angle = random.length(upTo: 90) }
    if random.chance(1, in: 2) { metrics.sideShift = random.signedLength(upTo: 200) }
    if random.chance(1, in: 2) { metrics.sideDepth = random.length(upTo: 200) }
    if random.chance(1, in: 2) { metrics.perspective = 1 + random.length(upTo: 900) }
    if random.chance(1, in: 3) { metrics.sectionInset = random.insets(upTo: 60) }
    return metrics
  }
}

extension CarouselMetrics {
  static func random(_ random: inout SeededGenerator) -> Self {
    var metrics = Self()
    if random.chance(1, in: 2) { metrics.style = random.pick(CarouselMetrics.Style.allCases) }
    if random.chance(1, in: 2) { metrics.itemSize = random.size(upTo: 400) }
    if random.chance(1, in: 2) { metrics.itemSpacing = random.signedLength(upTo: 200) }
    if random.chance(1, in: 2) { metrics.pitch = .own }
    if random.chance(1, in: 2) { metrics.sideItemScale = random.length(upTo: 1) }
    if random.chance(1, in: 2) { metrics.sideItemAlpha = random.length(upTo: 1) }
    if random.chance(1, in: 2) { metrics.itemsPerTurn = random.integer(3...30) }
    if random.chance(1, in: 2) { metrics.radius = random.length(upTo: 500) }
    if random.chance(1, in: 2) { metrics.tilt = random.length(upTo: 90) }
    if random.chance(1, in: 2) { metrics.perspective = 1 + random.length(upTo: 900) }
    if random.chance(1, in: 3) { metrics.sectionInset = random.insets(upTo: 60) }
    return metrics
  }
}

extension SeededGenerator {
  mutating func signedLength(upTo limit: Double) -> Double {
    chance(1, in: 2) ? length(upTo: limit) : -length(upTo: limit)
  }
}
