/// The columns of a grid section: where they lie across the scroll direction.
///
/// On a pixel grid the edges of the tracks snap, not their breadths: tracks differ by a pixel, but they fill the room
/// from edge to edge, and what stood side by side neither overlaps nor parts.
struct GridTracks: Equatable, Sendable {
  /// At least 1.
  let count: Int
  /// Of one track, in points, not rounded.
  let breadth: Double
  /// Between tracks; not rounded.
  let spacing: Double
  /// Where the first track begins and the last one ends, from the container's edge.
  private let leading, trailing: Double
  /// The width that right to left mirrors in; nil where nothing is mirrored. Edges snap where they end up.
  private let mirrorWidth: Double?
  private let grid: PixelGrid

  init(
    _ columns: GridMetrics.Columns, spacing: Double, axis: ScrollAxis, insets: AxialInsets,
    in container: Container
  ) {
    let whole = container.breadth(across: axis)
    let room = max(0, whole - insets.leading - insets.trailing)
    let gap = max(0, spacing)
    count = GridTracks.count(columns, spacing: gap, room: room)
    // Where spacing alone is more than there is room, cells vanish; they do not leave the room.
    self.spacing = count > 1 ? min(gap, room / Double(count - 1)) : gap
    breadth = max(0, (room - Double(count - 1) * self.spacing) / Double(count))
    let sides = container.sides
    leading = sides.leading + insets.leading
    trailing = leading + room
    mirrorWidth =
      axis == .vertical && container.direction == .rightToLeft
      ? sides.leading + whole + sides.trailing : nil
    grid = container.grid
  }

  private static func count(_ columns: GridMetrics.Columns, spacing: Double, room: Double) -> Int {
    switch columns {
    case .count(let count):
      return min(max(1, count), GridMetrics.columnLimit)
    case .minimumWidth(let width):
      let pitch = max(0, width) + spacing
      // Give or take noise: three columns of a tenth fit in three tenths.
      let fitting = (room + spacing) / pitch * (1 + 1e-12)
      guard pitch > 0, fitting < Double(GridMetrics.columnLimit) else { return GridMetrics.columnLimit }
      return max(1, Int(clamping: fitting))
    }
  }

  /// The breadth of some neighbouring columns with the spacing between them, not rounded.
  @inline(__always)
  func breadth(of columns: Int) -> Double { Double(columns) * breadth + Double(columns - 1) * spacing }

  /// Where a cell over some columns begins and how broad it is, from the container's edge, snapped.
  @inline(__always)
  func place(_ column: Int, _ columns: Int) -> (across: Double, breadth: Double) {
    let start = leading + Double(column) * (breadth + spacing)
    guard grid.isActive else { return (start, breadth(of: columns)) }
    let next = column + columns
    // From where the next track begins, so that without spacing both come from the same number.
    let end = next == count ? trailing : leading + Double(next) * (breadth + spacing) - spacing
    if let mirrorWidth {
      let right = snap(mirrorWidth - start)
      return (mirrorWidth - right, max(0, right - snap(mirrorWidth - end)))
    }
    let across = snap(start)
    return (across, max(0, snap(end) - across))
  }

  /// The nearest pixel; halfway between two the next, give or take noise, so that edges computed in different ways snap
  /// alike.
  @inline(__always)
  private func snap(_ edge: Double) -> Double { grid.nearest(edge + 1e-9) }
}
