/// How the rows of a section are laid out: their breadth, their height, and the space between them.
struct ListRowRule: Equatable, Sendable {
  /// The extent of a row across the scroll direction.
  let breadth: Double
  /// Where a row begins, from the container's edge.
  let leadingInset: Double
  let unsized: RowHeight
  let spacing: Double
  let separator: Insets?
  /// Whether the last row of a section has a separator too.
  let separatesLast: Bool
  let indentationWidth: Double
  let grid: PixelGrid

  /// The height of a row, snapped to the pixel: its own, by its aspect, its estimate, the layout's.
  @inline(__always)
  func height(of place: Int, in chunk: ItemChunk) -> RowHeight {
    if !chunk.sizes.isEmpty, chunk.sizes[place].isSpecified {
      return height(of: chunk.sizes[place])
    }
    if !chunk.aspectRatios.isEmpty, !chunk.aspectRatios[place].isNaN {
      return RowHeight(
        points: grid.nearest(breadth(of: place, in: chunk) / chunk.aspectRatios[place]),
        isEstimated: chunk.hasMeasuredContent(place))
    }
    if !chunk.estimatedSizes.isEmpty, chunk.estimatedSizes[place].isSpecified {
      return RowHeight(points: grid.nearest(chunk.estimatedSizes[place].height), isEstimated: true)
    }
    return chunk.hasMeasuredContent(place)
      ? RowHeight(points: grid.nearest(unsized.points), isEstimated: true) : snappedUnsized
  }

  /// How far a row stands in from the others of its section, in whole pixels.
  func indentation(of place: Int, in chunk: ItemChunk) -> Double {
    guard let level = chunk.indentationLevels[place] else { return 0 }
    return grid.nearest(min(breadth, Double(level) * indentationWidth))
  }

  /// The extent of a row across the scroll direction, less its indentation.
  @inline(__always)
  func breadth(of place: Int, in chunk: ItemChunk) -> Double {
    chunk.indentationLevels.isEmpty ? breadth : max(0, breadth - indentation(of: place, in: chunk))
  }

  /// The height of a row that has a size.
  @inline(__always)
  func height(of size: Size) -> RowHeight {
    RowHeight(points: grid.nearest(size.height), isEstimated: false)
  }

  var snappedUnsized: RowHeight {
    RowHeight(points: grid.nearest(unsized.points), isEstimated: unsized.isEstimated)
  }

  /// From the start of a row of that height to the start of the next, which never lies before it.
  func advance(_ height: RowHeight) -> Double { max(0, height.points + spacing) }

  /// Whether offsets up to a length are exact, in whatever order the heights are added up.
  func addsExactly(upTo length: Double) -> Bool {
    grid.addsExactly(upTo: length) && grid.nearest(spacing) == spacing
  }

  func hasSeparator(_ row: Int, of count: Int) -> Bool {
    separator != nil && (separatesLast || row < count - 1)
  }

  /// The insets of the separator of a row, its own or the section's; nil if it has none.
  func separator(of place: Int, in chunk: ItemChunk) -> Insets? {
    guard let separator else { return nil }
    return switch chunk.separators[place] {
    case nil: separator
    case .hidden: nil
    case .inset(let own): own
    }
  }
}

extension Insets {
  /// A bound of how far a separator with these insets reaches beyond its row at the sides.
  var reachAcross: Double { abs(left) + abs(right) }
}

/// A height and whether it may yet change.
struct RowHeight: Equatable, Sendable {
  var points: Double
  var isEstimated: Bool
}
