@testable import LayoutEngine

extension ReferenceFormulas {
  func common(_ metrics: SectionMetrics) -> (Size, Insets) {
    switch formula {
    case .stack(let layout):
      let metrics = layout.metrics.overridden(by: metrics)
      return (metrics.itemSize, metrics.sectionInset)
    case .circle(let layout):
      let metrics = layout.metrics.overridden(by: metrics)
      return (metrics.itemSize, metrics.sectionInset)
    case .spiral(let layout):
      let metrics = layout.metrics.overridden(by: metrics)
      return (metrics.itemSize, metrics.sectionInset)
    case .coverFlow(let layout):
      let metrics = layout.metrics.overridden(by: metrics)
      return (metrics.itemSize, metrics.sectionInset)
    case .carousel(let layout):
      let metrics = layout.metrics.overridden(by: metrics)
      let ofStyle =
        metrics.style == .linear ? Size(width: 220, height: 300) : Size(width: 120, height: 160)
      return (metrics.itemSize ?? ofStyle, metrics.sectionInset)
    default: return (.zero, .zero)
    }
  }

  /// From one place to the next, of kinds that place items in a row.
  func pitch(_ metrics: SectionMetrics, _ slot: Double) -> Double? {
    switch formula {
    case .coverFlow(let layout):
      return max(1, stack.pixel(slot + layout.metrics.overridden(by: metrics).itemSpacing))
    case .carousel(let layout):
      let metrics = layout.metrics.overridden(by: metrics)
      let pitch =
        metrics.style == .linear
        ? slot + metrics.itemSpacing : viewLength / Double(metrics.itemsPerTurn)
      return max(1, stack.pixel(pitch))
    default: return nil
    }
  }

  /// The centres of items that take as much space as they are long, from that of the first; nil where positions are evenly
  /// apart.
  func ownPlaces(_ metrics: SectionMetrics, _ lengths: [Double]) -> [Double]? {
    guard case .carousel(let layout) = formula else { return nil }
    let metrics = layout.metrics.overridden(by: metrics)
    guard metrics.style == .linear, metrics.pitch == .own else { return nil }
    var centers = [0.0]
    for (before, after) in zip(lengths, lengths.dropFirst()) {
      centers.append(centers.last! + max(1, before / 2 + stack.pixel(metrics.itemSpacing) + after / 2))
    }
    return centers
  }

  /// From the middle of the section to the centre of each item.
  func ways(_ metrics: SectionMetrics, _ count: Int, _ fitting: Double) -> [Point] {
    (0..<count).map { way(to: $0, of: count, metrics, fitting) }
  }

  func way(to item: Int, of count: Int, _ metrics: SectionMetrics, _ fitting: Double) -> Point {
    switch formula {
    case .stack(let layout):
      let metrics = layout.metrics.overridden(by: metrics)
      let seen = min(count, metrics.visibleCount)
      let cards = Double(min(item, seen - 1)) - Double(seen - 1) / 2
      return Point(x: cards * metrics.itemOffset.x, y: cards * metrics.itemOffset.y)
    case .circle(let layout):
      let metrics = layout.metrics.overridden(by: metrics)
      let gaps = abs(metrics.sweep) == 360 ? count : count - 1
      let part = count == 1 ? 0 : Double(item) / Double(gaps)
      return way(metrics.radius ?? fitting, metrics.startAngle + metrics.sweep * part)
    case .spiral(let layout):
      let metrics = layout.metrics.overridden(by: metrics)
      let spacing = max(1, metrics.spacing)
      if metrics.spiral == .fermat {
        return way(
          spacing / 3.0.squareRoot() * (Double(item) + 0.5).squareRoot(),
          metrics.startAngle + Double(item) * 180 * (3 - 5.0.squareRoot()))
      }
      let turn = archimedeanTurn(item)
      return way(spacing * turn / 360, metrics.startAngle + turn - 180)
    default: return .zero
    }
  }

  /// How far items reach from the middle, to either side.
  func reach(_ metrics: SectionMetrics, _ ways: [Point], _ fitting: Double) -> Point {
    switch formula {
    case .stack:
      return Point(x: ways.map { abs($0.x) }.max() ?? 0, y: ways.map { abs($0.y) }.max() ?? 0)
    case .circle(let layout):
      let radius = layout.metrics.overridden(by: metrics).radius ?? fitting
      return Point(x: radius, y: radius)
    default:
      let last = ways.last.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() } ?? 0
      return Point(x: last, y: last)
    }
  }

  private func way(_ radius: Double, _ degrees: Double) -> Point {
    Point(x: radius * .cos(degrees * .pi / 180), y: radius * .sin(degrees * .pi / 180))
  }

  /// The angle in degrees, counted from where the curve is at its centre, that has so many spacings of curve
  /// behind half a turn; by halving.
  private func archimedeanTurn(_ item: Int) -> Double {
    // In units in which one turn takes the curve out by 2π.
    func length(_ u: Double) -> Double {
      (u * (1 + u * u).squareRoot() + .log(u + (1 + u * u).squareRoot())) / 2
    }
    let target = length(.pi) + Double(item) * 2 * .pi
    var low = 0.0
    var high = 10 + 4 * Double(item)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if length(middle) < target { low = middle } else { high = middle }
    }
    return low * 180 / .pi
  }
}
