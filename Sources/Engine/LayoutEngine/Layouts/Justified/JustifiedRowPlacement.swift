/// How the items of one row stand across the scroll direction.
struct JustifiedRowPlacement {
  /// The height that the items' widths come from.
  private let naturalHeight: Double
  /// The height they have, snapped to the pixel.
  let height: Double
  private let spacing: Double
  private let grid: PixelGrid
  /// Where the next item begins, before the row is stretched.
  private var across: Double
  private var place = 0
  /// The width that each item gives up so that the row fills its room; below 0, the width that it gains.
  private var excess = 0.0
  /// How many items share it.
  private var count = 0

  /// A row that its items fill.
  init(_ row: JustifiedOpenRow, rule: JustifiedRowRule) {
    self.init(naturalHeight: rule.naturalHeight(row), rule: rule)
  }

  /// A last row that its items do not fill, as high as `height`.
  init(widowsAt height: Double, _ aspects: ContiguousArray<ItemAspect>, rule: JustifiedRowRule) {
    self.init(naturalHeight: height, rule: rule)
    guard rule.widowStyle != .left else { return }
    let end = aspects.reduce(across) { $0 + max(0, $1.ratio * naturalHeight) + spacing }
    let breadth = end - spacing - across
    if rule.widowStyle == .justify {
      excess = (breadth - rule.room) / Double(aspects.count)
      count = aspects.count
    } else {
      across += centred(breadth, rule)
    }
  }

  private init(naturalHeight: Double, rule: JustifiedRowRule) {
    self.naturalHeight = naturalHeight
    height = rule.grid.nearest(rule.height(natural: naturalHeight))
    spacing = rule.spacing
    grid = rule.grid
    across = rule.leadingInset
  }

  /// How far a row of widows moves to the middle.
  ///
  /// The library takes its middle from the container's edge, not from the padding's, and one spacing off:
  /// that is followed as far as it keeps the row in its room.
  private func centred(_ breadth: Double, _ rule: JustifiedRowRule) -> Double {
    let slack = rule.room - breadth
    let offset = (slack + spacing - rule.leadingInset) / 2
    return min(max(0, offset), max(0, slack))
  }

  /// Where the next item stands: its edges snapped, each by itself, so that neighbours neither meet nor part.
  @inline(__always)
  mutating func next(_ aspect: Double) -> (across: Double, breadth: Double) {
    let breadth = max(0, aspect * naturalHeight)
    let before = given(to: place)
    let after = given(to: place + 1)
    let leading = across - before
    let unrounded = max(0, breadth - (after - before))
    across += breadth + spacing
    place += 1
    guard grid.isActive else { return (leading, unrounded) }
    let snapped = grid.nearest(leading)
    return (snapped, max(0, grid.nearest(leading + unrounded) - snapped))
  }

  /// The width that the items before a place give up together, in whole points; all of them gain no more than there is.
  @inline(__always)
  private func given(to place: Int) -> Double {
    if excess == 0 { return 0 }
    let exact = Double(place) * excess
    let whole = (exact + 0.5).rounded(.down)
    return place == count ? max(whole, exact) : whole
  }
}
