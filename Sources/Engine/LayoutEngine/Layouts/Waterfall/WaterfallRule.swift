/// How the columns of a section stand, and how high an item is in one.
///
/// Along the scroll direction everything is counted in pixels, or in points without a grid. Heights are whole
/// pixels, so that their sums are exact and columns that are equally filled compare as equal.
struct WaterfallRule: Equatable, Sendable {
  /// Which column takes the next item.
  ///
  /// `WaterfallColumns` and the search in `WaterfallSection` ask only whether offsets grow from item to item.
  enum Order: Sendable {
    /// The one that ends first, of equals the lowest. Offsets never shrink from one item to the next.
    case shortest
    /// Item i stands in column i mod c, whatever the sizes. Offsets never shrink within a column.
    case inTurn
    /// The same, with the columns numbered from the trailing side.
    case inTurnFromLast
    /// The one that the item keeps. An item without one takes the shortest with all items that have one, of equals the
    /// lowest.
    case kept
    /// The same, with the columns numbered from the trailing side.
    case keptFromLast

    var isKept: Bool { self == .kept || self == .keptFromLast }

    /// Whether the shortest column takes an item that has none.
    var seeksShortest: Bool { self == .shortest || isKept }

    var isFromLast: Bool { self == .inTurnFromLast || self == .keptFromLast }
  }

  let columnCount: Int
  let order: Order
  /// The width of a column and its items in points, whole pixels.
  let breadth: Double
  /// From the start of one column to the start of the next, in points.
  private let columnPitch: Double
  /// Where the first column begins, in points from the container's edge.
  private let leadingInset: Double
  /// Between the items of a column, in pixels.
  let spacing: Double
  let grid: PixelGrid
  /// The estimated height of an item of one column that names none, in pixels: that of a square, or by the expected
  /// size.
  let unsized: Double
  private let expectedSize: Size?

  /// Heights end here, in pixels: far beyond any content, and sums of them stay finite.
  private static let limit = 0x1p100

  /// - Parameters:
  ///   - room: the width of the layout in points.
  ///   - start: where that width begins, in points from the container's edge.
  ///   - expectedSize: a size with an area, whose aspect items without a size are expected to have; nil expects squares.
  init(
    _ metrics: WaterfallMetrics, room: Double, from start: Double, order: Order, expectedSize: Size?,
    grid: PixelGrid
  ) {
    self.order = order
    self.grid = grid
    self.expectedSize = expectedSize
    columnCount = min(max(1, metrics.columnCount), WaterfallMetrics.columnLimit)
    let room = room - metrics.sectionInset.left - metrics.sectionInset.right
    let gaps = Double(columnCount - 1) * metrics.minimumColumnSpacing
    let width = grid.wholePixels(in: max(0, (room - gaps) / Double(columnCount)))
    let breadth = width / grid.pixelsPerPoint
    self.breadth = breadth
    unsized =
      expectedSize.map { min(grid.wholePixels(in: $0.height * breadth / $0.width), WaterfallRule.limit) }
      ?? width
    columnPitch = breadth + metrics.minimumColumnSpacing
    leadingInset = start + metrics.sectionInset.left
    spacing = metrics.minimumInteritemSpacing * grid.pixelsPerPoint
  }

  /// A bound of how far the columns reach, in points: spacing alone may be more than there is room.
  var reach: Double { abs(columnPitch) * Double(columnCount) }

  /// Where an item over some columns begins, in points from the container's edge.
  @inline(__always)
  func across(ofColumn column: Int, over span: Int) -> Double {
    let place = order.isFromLast ? columnCount - column - span : column
    return leadingInset + columnPitch * Double(place)
  }

  /// How many columns an item takes.
  @inline(__always)
  func span(of place: Int, in chunk: ItemChunk) -> Int {
    if chunk.spans.isEmpty { return 1 }
    let span = chunk.spans[place]
    return span.hasAllColumns ? columnCount : min(max(1, span.columns), columnCount)
  }

  /// The width of an item over some columns in points: theirs and the spacing between them, in whole pixels.
  @inline(__always)
  func breadth(over span: Int) -> Double {
    span == 1 ? breadth : max(0, grid.floor(breadth + Double(span - 1) * columnPitch))
  }

  /// The height of an item in pixels: by the aspect of its size, its ratio, its estimate; else the estimate for all.
  @inline(__always)
  func length(of place: Int, in chunk: ItemChunk) -> WaterfallLength {
    let span = span(of: place, in: chunk)
    let breadth = breadth(over: span)
    if !chunk.sizes.isEmpty, chunk.sizes[place].isSpecified {
      return WaterfallLength(
        pixels: pixels(byAspectOf: chunk.sizes[place], across: breadth), isEstimated: false)
    }
    if !chunk.aspectRatios.isEmpty, !chunk.aspectRatios[place].isNaN {
      let pixels = grid.wholePixels(in: breadth / chunk.aspectRatios[place])
      return WaterfallLength(
        pixels: min(pixels, WaterfallRule.limit), isEstimated: chunk.hasMeasuredContent(place))
    }
    if !chunk.estimatedSizes.isEmpty, chunk.estimatedSizes[place].isSpecified {
      return WaterfallLength(
        pixels: pixels(byAspectOf: chunk.estimatedSizes[place], across: breadth), isEstimated: true)
    }
    if span == 1 { return WaterfallLength(pixels: unsized, isEstimated: true) }
    guard let expectedSize else {
      return WaterfallLength(pixels: squarePixels(across: breadth), isEstimated: true)
    }
    return WaterfallLength(pixels: pixels(byAspectOf: expectedSize, across: breadth), isEstimated: true)
  }

  /// The height of a square in pixels, which its width in whole pixels is, give or take rounding noise.
  private func squarePixels(across breadth: Double) -> Double {
    let pixels = breadth * grid.pixelsPerPoint
    return min(grid.isActive ? pixels.rounded() : pixels, WaterfallRule.limit)
  }

  /// The height in pixels that keeps a size's aspect at a width; a size without area has none.
  @inline(__always)
  func pixels(byAspectOf size: Size, across breadth: Double) -> Double {
    guard size.width > 0, size.height > 0 else { return 0 }
    return min(grid.wholePixels(in: size.height * breadth / size.width), WaterfallRule.limit)
  }

  /// From the start of an item of that height to the start of the next in its column, which never lies before
  /// it, in pixels.
  @inline(__always)
  func advance(_ pixels: Double) -> Double { max(0, pixels + spacing) }
}

/// A height in pixels and whether it may yet change.
struct WaterfallLength: Sendable {
  var pixels: Double
  var isEstimated: Bool
}
