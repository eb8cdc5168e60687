import Cancellation

/// The sizes of items that a formula places: their own, within the layout's `itemSize` by their aspect ratio,
/// their estimates, or the layout's; snapped to pixels.
struct FormulaSizes: Sendable {
  let axis: ScrollAxis
  let grid: PixelGrid
  let itemSize: Size

  init(axis: ScrollAxis, grid: PixelGrid, itemSize: Size) {
    self.axis = axis
    self.grid = grid
    self.itemSize = grid.nearest(itemSize)
  }

  /// The size of an item that gives none.
  var common: AxialSize { axis.axialSize(itemSize) }

  @inline(__always)
  func size(of place: Int, in chunk: ItemChunk) -> (AxialSize, isEstimated: Bool) {
    if chunk.isRun { return (common, false) }
    return ownSize(of: place, in: chunk)
  }

  private func ownSize(of place: Int, in chunk: ItemChunk) -> (AxialSize, isEstimated: Bool) {
    if !chunk.sizes.isEmpty, chunk.sizes[place].isSpecified {
      return (axis.axialSize(grid.nearest(chunk.sizes[place])), false)
    }
    if !chunk.aspectRatios.isEmpty, !chunk.aspectRatios[place].isNaN {
      return (axis.axialSize(grid.nearest(fitting(chunk.aspectRatios[place]))), false)
    }
    if !chunk.estimatedSizes.isEmpty, chunk.estimatedSizes[place].isSpecified {
      return (axis.axialSize(grid.nearest(chunk.estimatedSizes[place])), true)
    }
    return (common, false)
  }

  /// The largest size of that width over height within `itemSize`.
  private func fitting(_ aspectRatio: Double) -> Size {
    itemSize.width <= itemSize.height * aspectRatio
      ? Size(width: itemSize.width, height: itemSize.width / aspectRatio)
      : Size(width: itemSize.height * aspectRatio, height: itemSize.height)
  }

  /// The largest extents of any of the items.
  ///
  /// - Complexity: O(n) for n items that differ; O(1) for each run of items alike.
  func largest(of items: ItemSequence) -> AxialSize {
    var largest = AxialSize.zero
    var pace = Pace()
    items.chunks.forEachLeaf { position in
      let chunk = position.leaf
      for place in 0..<(chunk.isRun ? 1 : chunk.count) {
        let size = size(of: place, in: chunk).0
        largest.length = max(largest.length, size.length)
        largest.breadth = max(largest.breadth, size.breadth)
      }
      return !pace.isOver(after: ItemChunk.pace)
    }
    return largest
  }
}
