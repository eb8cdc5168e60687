/// How the rows of a magazine's section stand: the width and the height of their items, and the spacing.
struct MagazineRowRule: Equatable, Sendable {
  /// The section's extent across the scroll direction inside its insets.
  let room: Double
  /// Where the section begins, from the container's edge.
  let leadingInset: Double
  let itemInsets: AxialInsets
  let horizontalSpacing: Double
  let verticalSpacing: Double
  /// The estimated height of items that state none.
  let expectedHeight: Double
  let grid: PixelGrid

  /// The places of a row, all of one breadth.
  struct Places: Sendable {
    /// How many items the row holds.
    var count: Int
    /// Where the first item begins, from the container's edge.
    var start: Double
    /// The breadth of each item, snapped to the pixel.
    var breadth: Double
    /// From the start of one item to the start of the next.
    var pitch: Double

    /// The breadth of an item, which may have several of the places.
    @inline(__always)
    func breadth(of mode: MagazineSizeMode) -> Double { breadth + Double(mode.shares - 1) * pitch }
  }

  /// The places of a row of items that share it with one of a mode.
  ///
  /// The breadth snaps to the nearest pixel, as MagazineLayout's does, even where all of a row's then reach
  /// beyond its room.
  func places(of mode: MagazineSizeMode) -> Places {
    let code = mode.rowCode
    var start = leadingInset
    var room = room
    var count = 1
    if code >= 0 {
      start += itemInsets.leading
      room -= itemInsets.leading + itemInsets.trailing
    }
    if code > 0 { count = Int(code) }
    let share = (room - Double(count - 1) * horizontalSpacing) / Double(count)
    let breadth = max(0, grid.nearest(share))
    return Places(count: count, start: start, breadth: breadth, pitch: breadth + horizontalSpacing)
  }

  /// The height of an item before it is stretched, snapped to the pixel.
  ///
  /// A static height is fixed. Any other is the item's size or follows from its aspect ratio, and is an estimate if
  /// the item has neither, or has content and no size.
  @inline(__always)
  func height(of mode: MagazineSizeMode, at place: Int, in chunk: ItemChunk, breadth: Double) -> RowHeight {
    let isStatic = mode.height == .static
    if isStatic, let points = mode.points { return snapped(points, isEstimated: false) }
    if !chunk.sizes.isEmpty, chunk.sizes[place].isSpecified {
      return snapped(chunk.sizes[place].height, isEstimated: false)
    }
    if !chunk.aspectRatios.isEmpty, !chunk.aspectRatios[place].isNaN {
      return snapped(
        breadth / chunk.aspectRatios[place], isEstimated: !isStatic && chunk.hasMeasuredContent(place))
    }
    if let points = mode.points { return snapped(points, isEstimated: true) }
    if !chunk.estimatedSizes.isEmpty, chunk.estimatedSizes[place].isSpecified, !isStatic {
      return snapped(chunk.estimatedSizes[place].height, isEstimated: true)
    }
    return snapped(isStatic ? MagazineSizeMode.defaultHeight : expectedHeight, isEstimated: !isStatic)
  }

  @inline(__always)
  private func snapped(_ points: Double, isEstimated: Bool) -> RowHeight {
    RowHeight(points: grid.nearest(points), isEstimated: isEstimated)
  }

  /// From the start of a row of that height to the start of the next, which never lies before it.
  @inline(__always)
  func advance(_ height: Double) -> Double { max(0, height + verticalSpacing) }
}

extension ItemChunk {
  @inline(__always)
  func sizeMode(of place: Int) -> MagazineSizeMode {
    sizeModes.isEmpty ? .default : sizeModes[place]
  }

  /// Whether every item has the default size mode and says nothing else of its size.
  var isRunOfDefaultModes: Bool { isRun && sizeModes.isEmpty }
}
