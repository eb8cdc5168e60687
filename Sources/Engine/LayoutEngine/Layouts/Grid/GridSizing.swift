/// Decides how long the lines of a grid section are: by the layout, or by the items.
struct GridSizing: Equatable, Sendable {
  let axis: ScrollAxis
  let tracks: GridTracks
  let lineExtent: GridMetrics.LineExtent
  let rowSizing: GridMetrics.RowSizing
  let lineSpacing: Double
  /// The extent that an item without a size is estimated to need of each of its lines; nil estimates a square cell.
  let expectedExtent: Double?
  let grid: PixelGrid

  /// The length of every line, snapped; nil where items decide.
  var fixedExtent: Double? {
    switch lineExtent {
    case .points(let points): grid.nearest(min(max(0, points), Coordinate.limit))
    case .aspectRatio(let ratio): grid.nearest(length(ofBreadth: tracks.breadth, ratio: ratio))
    case .automatic: nil
    }
  }

  /// The extent that an item without a size needs of each of its lines.
  var unsizedExtent: Double { min(expectedExtent ?? tracks.breadth, Coordinate.limit) }

  /// The extent of an item along the scroll direction, not rounded: its own, by its aspect ratio, its estimate,
  /// or the estimate for all items.
  @inline(__always)
  func extent(of place: Int, in chunk: ItemChunk, span: GridSpan) -> Double {
    if !chunk.sizes.isEmpty, chunk.sizes[place].isSpecified {
      return min(axis.length(of: chunk.sizes[place]), Coordinate.limit)
    }
    if !chunk.aspectRatios.isEmpty, !chunk.aspectRatios[place].isNaN {
      return length(ofBreadth: tracks.breadth(of: span.columns), ratio: chunk.aspectRatios[place])
    }
    if !chunk.estimatedSizes.isEmpty, chunk.estimatedSizes[place].isSpecified {
      return min(axis.length(of: chunk.estimatedSizes[place]), Coordinate.limit)
    }
    return Double(span.rows) * unsizedExtent + Double(span.rows - 1) * lineSpacing
  }

  /// Whether the extent of an item is an estimate.
  @inline(__always)
  func isEstimated(_ place: Int, in chunk: ItemChunk) -> Bool {
    guard lineExtent == .automatic else { return false }
    if !chunk.sizes.isEmpty, chunk.sizes[place].isSpecified { return false }
    return chunk.aspectRatios.isEmpty || chunk.aspectRatios[place].isNaN || chunk.hasMeasuredContent(place)
  }

  private func length(ofBreadth breadth: Double, ratio: Double) -> Double {
    min(max(0, axis == .vertical ? breadth / ratio : breadth * ratio), Coordinate.limit)
  }
}

extension ItemChunk {
  /// How many of that many columns, and how many lines, an item takes.
  @inline(__always)
  func span(of place: Int, in columns: Int) -> GridSpan {
    spans.isEmpty ? .one : spans[place].clamped(to: columns)
  }
}

extension GridSpan {
  /// The span, cut to so many columns.
  @inline(__always)
  func clamped(to limit: Int) -> GridSpan {
    GridSpan(columns: min(max(1, columns), limit), rows: min(max(1, rows), GridMetrics.spanLimit))
  }
}
