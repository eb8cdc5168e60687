/// How covers stand: `t` places from the middle, turned by `angle` and moved aside and back in full where `t`
/// is 1 or more, in proportion below.
struct CoverFlowFormula: SlottedFormula {
  let slots: ItemSlots
  private let scene: SlotScene
  /// Radians.
  private let angle: Double
  private let sideShift: Double
  private let sideDepth: Double

  init(_ metrics: CoverFlowMetrics, in room: FormulaRoom) {
    slots = ItemSlots(room, pitch: room.common.length + metrics.itemSpacing)
    scene = SlotScene(axis: room.axis, perspective: max(1, metrics.perspective))
    angle = metrics.angle.radians
    sideShift = metrics.sideShift
    sideDepth = metrics.sideDepth
  }

  func appearance(of item: Int, focus: Double) -> Appearance {
    let t = slots.distance(of: item, from: focus)
    guard t != 0 else { return .plain }
    let side = min(max(t, -1), 1)
    let distance = t * slots.pitch
    return Appearance(
      zIndex: ItemSlots.zIndex(at: t),
      transform3D: scene.transform(
        angle: -angle * side, along: distance + sideShift * side, depth: sideDepth * abs(side),
        from: distance))
  }
}
