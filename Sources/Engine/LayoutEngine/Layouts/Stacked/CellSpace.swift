/// The space in which cells of measured sizes are placed, and the part of it that a query seeks.
///
/// Loops over many cells are compiled for each type of space: what a space does not do is not asked at each cell.
protocol CellSpace {
  var grid: PixelGrid { get }

  /// The extents of a size along and across the scroll direction.
  func axialSize(_ size: Size) -> AxialSize

  /// The frame of a rect in content coordinates; nil if it is not sought.
  func frame(of rect: AxialRect) -> Rect?
}

/// Any space: the axis, rounding, mirroring and the query's rect are as they are.
struct QuerySpace: CellSpace {
  let content: ContentSpace
  /// Content coordinates; nil seeks everything.
  let filter: Rect?

  @inline(__always)
  var grid: PixelGrid { content.grid }

  @inline(__always)
  func axialSize(_ size: Size) -> AxialSize { content.axis.axialSize(size) }

  @inline(__always)
  func frame(of rect: AxialRect) -> Rect? {
    let frame = content.place(rect)
    if let filter, !frame.intersects(filter) { return nil }
    return frame
  }
}

/// A space that scrolls vertically and neither rounds nor mirrors, in which everything is sought.
struct PlainSpace: CellSpace {
  @inline(__always)
  var grid: PixelGrid { PixelGrid(scale: nil) }

  @inline(__always)
  func axialSize(_ size: Size) -> AxialSize { AxialSize(length: size.height, breadth: size.width) }

  @inline(__always)
  func frame(of rect: AxialRect) -> Rect? {
    Rect(x: rect.across, y: rect.along, width: rect.breadth, height: rect.length)
  }
}

/// The same, rounded to pixels.
struct SnappedSpace: CellSpace {
  let grid: PixelGrid

  @inline(__always)
  func axialSize(_ size: Size) -> AxialSize { AxialSize(length: size.height, breadth: size.width) }

  @inline(__always)
  func frame(of rect: AxialRect) -> Rect? {
    Rect(x: grid.nearest(rect.across), y: grid.nearest(rect.along), width: rect.breadth, height: rect.length)
  }
}

extension QuerySpace {
  /// Which simpler space gives the same frames.
  enum Likeness {
    /// A `PlainSpace`.
    case plain
    /// A `SnappedSpace`.
    case snapped
    case none
  }

  var likeness: Likeness {
    guard content.axis == .vertical, content.mirrorWidth == nil, filter == nil else { return .none }
    return content.grid.isActive ? .snapped : .plain
  }
}
