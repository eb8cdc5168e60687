/// Decides the size of an item of a flow section: its own, by its aspect, its estimate, the layout's.
struct FlowSizing: Equatable, Sendable {
  let axis: ScrollAxis
  let itemSize: Size
  /// The layout's estimate; nil while self-sizing is off.
  let estimate: Size?

  /// The size of items that give none.
  var unsized: ItemSize {
    ItemSize(size: estimate ?? itemSize, isEstimated: estimate != nil)
  }

  /// The size of an item, and whether it may yet change: where it has content and no size, it may.
  @inline(__always)
  func size(of place: Int, in chunk: ItemChunk) -> ItemSize {
    var item = sizeRegardlessOfContent(of: place, in: chunk)
    if chunk.hasMeasuredContent(place), chunk.sizes.isEmpty || !chunk.sizes[place].isSpecified {
      item.isEstimated = true
    }
    return item
  }

  /// The same regardless of content, which decides no size before it is measured.
  @inline(__always)
  func sizeRegardlessOfContent(of place: Int, in chunk: ItemChunk) -> ItemSize {
    if !chunk.sizes.isEmpty, chunk.sizes[place].isSpecified {
      return ItemSize(size: chunk.sizes[place], isEstimated: false)
    }
    if !chunk.aspectRatios.isEmpty, !chunk.aspectRatios[place].isNaN {
      return ItemSize(
        size: size(withAspect: chunk.aspectRatios[place]), isEstimated: false)
    }
    if !chunk.estimatedSizes.isEmpty, chunk.estimatedSizes[place].isSpecified {
      return ItemSize(size: chunk.estimatedSizes[place], isEstimated: true)
    }
    return unsized
  }

  /// The breadth of `itemSize`, with the length that follows from the aspect ratio.
  private func size(withAspect ratio: Double) -> Size {
    axis == .vertical
      ? Size(width: itemSize.width, height: itemSize.width / ratio)
      : Size(width: itemSize.height * ratio, height: itemSize.height)
  }
}

/// A size and whether it may yet change.
struct ItemSize: Sendable {
  var size: Size
  var isEstimated: Bool
}
