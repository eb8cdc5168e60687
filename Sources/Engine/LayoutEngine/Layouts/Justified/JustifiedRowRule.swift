/// The rule for where rows end, how high they are and how their items stand. In points, unrounded.
struct JustifiedRowRule: Equatable, Sendable {
  /// The extent of a row across the scroll direction: the container's width less the padding.
  let room: Double
  /// Where a row begins, from the container's edge.
  let leadingInset: Double
  let spacing: Double
  let rowSpacing: Double
  let targetHeight: Double
  /// The sums of aspect ratios that fill a row at a height within the tolerance.
  let minimumAspect: Double
  let maximumAspect: Double
  let minimumHeight: Double
  let maximumHeight: Double
  let breakoutCadence: Int
  let maximumRows: Int
  let maximumPerRow: Int
  let showsWidows: Bool
  let widowStyle: JustifiedMetrics.WidowLayoutStyle
  /// The extent of a section without rows: the library takes back the spacing behind the last row even where there is
  /// none, so that the padding comes out smaller by it.
  let lengthWithoutRows: Double
  let grid: PixelGrid

  /// Targets below this stand for it: quotients stay finite.
  private static let leastTarget = 0x1p-53

  init(_ metrics: JustifiedMetrics, padding: AxialInsets, in container: Container) {
    room = max(0, container.breadth(across: .vertical) - padding.leading - padding.trailing)
    leadingInset = padding.leading
    spacing = metrics.horizontalSpacing
    rowSpacing = metrics.verticalSpacing
    targetHeight = max(Self.leastTarget, metrics.targetRowHeight)
    minimumAspect = room / targetHeight * (1 - metrics.targetRowHeightTolerance)
    maximumAspect = room / targetHeight * (1 + metrics.targetRowHeightTolerance)
    minimumHeight = metrics.edgeCaseMinRowHeight * targetHeight
    maximumHeight = metrics.edgeCaseMaxRowHeight * targetHeight
    breakoutCadence = metrics.fullWidthBreakoutRowCadence
    maximumRows = max(1, metrics.maxRows)
    maximumPerRow = max(1, metrics.maxPerRow)
    showsWidows = metrics.showWidows
    widowStyle = metrics.widowLayoutStyle
    lengthWithoutRows = -min(max(0, rowSpacing), max(0, padding.before + padding.after))
    grid = container.grid
  }

  /// Whether the row of that number, counted from 0, is one that a single item may take whole.
  func isBreakout(_ row: Int) -> Bool { breakoutCadence > 0 && (row + 1) % breakoutCadence == 0 }

  /// Whether an item fills a breakout row: it is no higher than wide.
  func breaksOut(_ aspect: Double) -> Bool { aspect >= 1 }

  /// Whether a row stays open with these items: they neither fill it nor are as many as it may have.
  @inline(__always)
  func isOpen(_ row: JustifiedOpenRow) -> Bool {
    row.aspects < minimumAspect && row.items < maximumPerRow
  }

  /// Whether a row that an item makes wider than the tolerance allows takes it all the same: with it, the row comes no
  /// less near the target than without.
  func takes(_ widened: JustifiedOpenRow, insteadOf row: JustifiedOpenRow) -> Bool {
    if row.items == 0 || widened.aspects <= maximumAspect { return true }
    return abs(widened.aspects - extent(of: widened.items) / targetHeight)
      <= abs(row.aspects - extent(of: row.items) / targetHeight)
  }

  /// The height at which a row's items fill its room.
  func naturalHeight(_ row: JustifiedOpenRow) -> Double { extent(of: row.items) / row.aspects }

  /// The height a row has: the natural one, within the limits. Where they cut it, items keep the widths of
  /// the natural height and their aspect gives way.
  func height(natural: Double) -> Double { max(minimumHeight, min(natural, maximumHeight)) }

  /// The breadth that the items of a row share, without the spacing.
  private func extent(of items: Int) -> Double { room - Double(items - 1) * spacing }

  /// From the start of a row of a snapped height to the start of the next, which never lies before it.
  func advance(_ snappedHeight: Double) -> Double { max(0, snappedHeight + rowSpacing) }
}

/// A row that is being filled: how many items it has, and the sum of their aspect ratios.
struct JustifiedOpenRow: Sendable {
  var items = 0
  var aspects = 0.0

  @inline(__always)
  func adding(_ aspect: Double) -> JustifiedOpenRow {
    JustifiedOpenRow(items: items + 1, aspects: aspects + aspect)
  }
}
