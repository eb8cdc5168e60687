import Mathematics

/// How items of a carousel stand `t` places from the middle: in a row, or on a ring that turns by one place
/// as the content scrolls by one.
struct CarouselFormula: SlottedFormula {
  private let style: CarouselMetrics.Style
  private let sideScale: Double
  private let sideAlpha: Double
  let slots: ItemSlots
  private let scene: SlotScene
  private let radius: Double
  /// From one place on the ring to the next, in radians.
  private let step: Double
  private let rise: Double
  private let depth: Double

  /// Scrolling by the extent of the visible rect is one turn of the ring, so that the items in the visible rect are
  /// those on the ring.
  init(_ metrics: CarouselMetrics, in room: FormulaRoom) {
    style = metrics.style
    sideScale = metrics.sideItemScale
    sideAlpha = metrics.sideItemAlpha ?? (metrics.style == .linear ? 0.5 : 1)
    let turn = Double(max(1, metrics.itemsPerTurn))
    slots = ItemSlots(
      room,
      pitch: metrics.style == .linear ? room.common.length + metrics.itemSpacing : room.viewLength / turn)
    scene = SlotScene(axis: room.axis, perspective: max(1, metrics.perspective))
    radius = metrics.radius ?? room.viewLength / 2
    step = 2 * .pi / turn
    rise = radius * Mathematics.sin(metrics.tilt.radians)
    depth = radius * Mathematics.cos(metrics.tilt.radians)
  }

  func appearance(of item: Int, focus: Double) -> Appearance {
    let t = slots.distance(of: item, from: focus)
    guard t != 0 else { return .plain }
    return style == .linear ? inRow(t) : onRing(t)
  }

  private func inRow(_ t: Double) -> Appearance {
    let side = min(abs(t), 1)
    return Appearance(
      zIndex: ItemSlots.zIndex(at: t), alpha: 1 + (sideAlpha - 1) * side,
      transform3D: .scale(1 + (sideScale - 1) * side))
  }

  /// Items that are half a turn away or more are not on the ring: they wait, hidden, at its far side.
  private func onRing(_ t: Double) -> Appearance {
    let angle = min(max(t * step, -.pi), .pi)
    // 0 at the front, 2 at the far side.
    let away = 1 - Mathematics.cos(angle)
    return Appearance(
      zIndex: ItemSlots.zIndex(at: t), alpha: 1 + (sideAlpha - 1) * away / 2,
      isHidden: abs(t * step) > .pi * (1 + 1e-9),
      transform3D: scene.transform(
        angle: 0, along: radius * Mathematics.sin(angle), rise: rise * away, depth: depth * away,
        from: t * slots.pitch))
  }
}
