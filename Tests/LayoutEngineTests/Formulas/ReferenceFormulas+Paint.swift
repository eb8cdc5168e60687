@testable import LayoutEngine

extension ReferenceFormulas {
  /// Sets the appearance of every cell by its position in the viewport.
  func paint(_ answer: inout ReferenceStack.Answer, _ sections: [Sample.Section], _ visible: Rect?) {
    let cells = answer.elements.indices.filter { answer.elements[$0].kind == "cell" }
    guard let first = cells.first else { return }
    let counts = sections.map(\.items.count)
    let insets = container.insets
    let focus =
      visible.map { visible in
        let width = max(0, visible.width - insets.left - insets.right)
        let height = max(0, visible.height - insets.top - insets.bottom)
        return Point(x: visible.x + insets.left + width / 2, y: visible.y + insets.top + height / 2)
      } ?? middle(answer.frames[first])
    for row in cells {
      let element = answer.elements[row]
      let center = middle(answer.frames[row])
      let neighbours = cells.filter { answer.elements[$0].section == element.section }
      let drawn = look(
        element.item, of: counts[element.section], sections[element.section].metrics,
        from: along(Point(x: center.x - focus.x, y: center.y - focus.y)),
        among: neighbours.map { along(middle(answer.frames[$0])) - along(focus) })
      let own = element.appearance
      answer.elements[row].appearance = Appearance(
        zIndex: drawn.zIndex + own.zIndex, alpha: drawn.alpha * own.alpha, isHidden: drawn.isHidden,
        transform: own.transform.then(drawn.transform), transform3D: drawn.transform3D)
    }
  }

  private func middle(_ frame: Rect) -> Point {
    Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
  }

  /// - Parameters:
  ///   - distance: points from the middle of the visible rect, along the scroll direction.
  ///   - all: that of each item of the section.
  private func look(
    _ item: Int, of count: Int, _ metrics: SectionMetrics, from distance: Double, among all: [Double]
  ) -> Appearance {
    switch formula {
    case .stack(let layout): return card(item, of: count, layout.metrics.overridden(by: metrics))
    case .circle(let layout):
      return round(item, of: count, layout.metrics.overridden(by: metrics))
    case .spiral(let layout):
      return spiral(item, of: count, layout.metrics.overridden(by: metrics), metrics)
    case .coverFlow(let layout):
      return cover(layout.metrics.overridden(by: metrics), distance, pitch(metrics, slot(metrics))!)
    case .carousel(let layout):
      let carousel = layout.metrics.overridden(by: metrics)
      if count > 1, ownPlaces(metrics, []) != nil {
        return self.carousel(carousel, Double(item) - placeInMiddle(among: all), 1)
      }
      return self.carousel(carousel, distance, pitch(metrics, slot(metrics))!)
    default: return .plain
    }
  }

  /// Which item is in the middle of the visible rect: its number, or between those of two.
  private func placeInMiddle(among distances: [Double]) -> Double {
    // From right to left, places run the other way.
    let all = distances.last! < distances[0] ? distances.map { -$0 } : distances
    let item = min(all.lastIndex { $0 <= 0 } ?? 0, all.count - 2)
    return Double(item) - all[item] / (all[item + 1] - all[item])
  }

  private func slot(_ metrics: SectionMetrics) -> Double { length(stack.pixelSize(common(metrics).0)) }

  private func turned(_ degrees: Double, _ scale: Double) -> AffineTransform {
    let (c, s) = (scale * Double.cos(degrees * .pi / 180), scale * Double.sin(degrees * .pi / 180))
    return AffineTransform(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }

  private func card(_ item: Int, of count: Int, _ metrics: StackMetrics) -> Appearance {
    let seen = min(count, metrics.visibleCount)
    guard item < seen else {
      return Appearance(
        zIndex: -seen, isHidden: true, transform: turned(0, .pow(metrics.itemScale, seen - 1)))
    }
    let fraction = (0.5 + Double(item) * (5.0.squareRoot() - 1) / 2).truncatingRemainder(dividingBy: 1)
    let angle = metrics.spread * (2 * fraction - 1)
    return Appearance(
      zIndex: -item, transform: turned(isMirrored ? -angle : angle, .pow(metrics.itemScale, item)))
  }

  private func round(_ item: Int, of count: Int, _ metrics: CircleMetrics) -> Appearance {
    var look = Appearance(zIndex: item - (count - 1))
    guard metrics.rotatesItems else { return look }
    // On a circle of radius 1: one without radius has directions too.
    var unit = CircleMetrics()
    (unit.radius, unit.startAngle, unit.sweep) = (1, metrics.startAngle, metrics.sweep)
    let way = way(to: item, of: count, .circle(unit), 1)
    let outward = Double.atan2(y: way.y, x: isMirrored ? -way.x : way.x)
    look.transform = turned(outward * 180 / .pi + 90, 1)
    return look
  }

  private func spiral(_ item: Int, of count: Int, _ metrics: SpiralMetrics, _ section: SectionMetrics)
    -> Appearance
  {
    let radii = [0, item, count - 1].map { item in
      let way = way(to: item, of: count, section, 0)
      return (way.x * way.x + way.y * way.y).squareRoot()
    }
    let part = count > 1 ? (radii[1] - radii[0]) / (radii[2] - radii[0]) : 0
    return Appearance(
      zIndex: -item, alpha: 1 - (1 - metrics.outerAlpha) * part,
      transform: turned(0, 1 - (1 - metrics.outerScale) * part))
  }

  private func cover(_ metrics: CoverFlowMetrics, _ distance: Double, _ pitch: Double) -> Appearance {
    if abs(distance) < pitch * 1e-9 { return .plain }
    let side = max(-1, min(1, distance / pitch))
    let angle = metrics.angle * .pi / 180 * side
    let place = distance + metrics.sideShift * side
    let depth = -metrics.sideDepth * abs(side)
    let turn = isVertical ? Transform3D.rotationAboutX(angle) : .rotationAboutY(-angle)
    let move = Transform3D.translation(x: isVertical ? 0 : place, y: isVertical ? place : 0, z: depth)
    return Appearance(
      zIndex: -Int((abs(distance) / pitch - 1e-6).rounded()),
      transform3D: turn.then(move).then(.perspective(from: metrics.perspective)).then(back(distance)))
  }

  private func back(_ distance: Double) -> Transform3D {
    .translation(x: isVertical ? 0 : -distance, y: isVertical ? -distance : 0, z: 0)
  }

  private func carousel(_ metrics: CarouselMetrics, _ distance: Double, _ pitch: Double) -> Appearance {
    if abs(distance) < pitch * 1e-9 { return .plain }
    let places = abs(distance) / pitch
    let zIndex = -Int((places - 1e-6).rounded())
    if metrics.style == .linear {
      let side = min(1, places)
      return Appearance(
        zIndex: zIndex, alpha: 1 - (1 - (metrics.sideItemAlpha ?? 0.5)) * side,
        transform3D: .scale(1 - (1 - metrics.sideItemScale) * side))
    }
    let turns = min(0.5, places / Double(metrics.itemsPerTurn)) * (distance < 0 ? -1 : 1)
    let radius = metrics.radius ?? viewLength / 2
    let aside = radius * .sin(turns * 2 * .pi)
    let away = radius * (1 - .cos(turns * 2 * .pi))
    let rise = away * .sin(metrics.tilt * .pi / 180)
    let depth = away * .cos(metrics.tilt * .pi / 180)
    // Up in the viewport; at the side where lines begin, if the scroll direction is vertical.
    let move =
      isVertical
      ? Transform3D.translation(x: isMirrored ? rise : -rise, y: aside, z: -depth)
      : .translation(x: aside, y: -rise, z: -depth)
    return Appearance(
      zIndex: zIndex, alpha: 1 - (1 - (metrics.sideItemAlpha ?? 1)) * (1 - .cos(turns * 2 * .pi)) / 2,
      isHidden: places > Double(metrics.itemsPerTurn) / 2 + 1e-6,
      transform3D: move.then(.perspective(from: metrics.perspective)).then(back(distance)))
  }
}
