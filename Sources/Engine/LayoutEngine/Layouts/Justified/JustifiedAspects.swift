/// Decides the aspect ratio of an item, width over height: its size's, its own, its estimate's, else 1.
///
/// A size without width or height says nothing of an aspect and is passed over.
struct JustifiedAspects: Sendable {
  /// The ratio of every item; 0 leaves items their own.
  let forced: Double

  /// The greatest ratio with which the arithmetic of rows works: of the largest length to one point.
  private static let limit = Coordinate.limit

  /// The aspect ratio of items that give none.
  var unsized: Double { forced > 0 ? Self.bounded(forced) : 1 }

  var isForced: Bool { forced > 0 }

  @inline(__always)
  func aspect(of place: Int, in chunk: ItemChunk) -> Double { measure(place, in: chunk).ratio }

  @inline(__always)
  func measure(_ place: Int, in chunk: ItemChunk) -> ItemAspect {
    if isForced { return ItemAspect(ratio: unsized, isEstimated: false) }
    if !chunk.sizes.isEmpty, Self.hasAspect(chunk.sizes[place]) {
      return ItemAspect(ratio: Self.ratio(of: chunk.sizes[place]), isEstimated: false)
    }
    if !chunk.aspectRatios.isEmpty, !chunk.aspectRatios[place].isNaN {
      return ItemAspect(ratio: Self.bounded(chunk.aspectRatios[place]), isEstimated: false)
    }
    if !chunk.estimatedSizes.isEmpty, Self.hasAspect(chunk.estimatedSizes[place]) {
      return ItemAspect(ratio: Self.ratio(of: chunk.estimatedSizes[place]), isEstimated: true)
    }
    return ItemAspect(ratio: 1, isEstimated: false)
  }

  /// False for `Size.unspecified` too.
  @inline(__always)
  static func hasAspect(_ size: Size) -> Bool { size.width > 0 && size.height > 0 }

  @inline(__always)
  static func ratio(of size: Size) -> Double { bounded(size.width / size.height) }

  @inline(__always)
  private static func bounded(_ ratio: Double) -> Double { min(max(ratio, 1 / limit), limit) }
}

/// Width over height, and whether that may yet change.
struct ItemAspect: Sendable {
  var ratio: Double
  var isEstimated: Bool
}
