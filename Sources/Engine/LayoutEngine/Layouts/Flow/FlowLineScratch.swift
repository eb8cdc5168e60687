/// The sizes of one line's items while they are placed; used again for the next line.
struct FlowLineScratch {
  struct Entry {
    /// As the client gave it.
    var breadth: Double
    /// Snapped to the pixel.
    var snappedBreadth: Double
    /// Snapped to the pixel.
    var length: Double
    var isEstimated: Bool
  }

  private(set) var entries: ContiguousArray<Entry> = []
  /// Appearances that are not plain, by place in the line.
  private(set) var appearances: [Int: Appearance] = [:]
  private(set) var breadths = LineBreadths()
  private(set) var lineLength = 0.0

  mutating func measure(
    _ range: Range<Int>, of cursor: inout ItemCursor, by sizing: FlowSizing, on grid: PixelGrid
  ) {
    entries.removeAll(keepingCapacity: true)
    if !appearances.isEmpty { appearances = [:] }
    breadths = LineBreadths()
    lineLength = 0
    var item = range.lowerBound
    while item < range.upperBound {
      cursor.move(to: item)
      let end = min(range.upperBound, cursor.end)
      let places = item - cursor.first..<end - cursor.first
      measure(places, in: cursor.chunk, by: sizing, on: grid)
      item = end
    }
  }

  @inline(__always)
  private mutating func measure(
    _ places: Range<Int>, in chunk: ItemChunk, by sizing: FlowSizing, on grid: PixelGrid
  ) {
    if !chunk.appearances.isEmpty { note(chunk.appearances, in: places) }
    if chunk.isFullySized {
      for place in places {
        add(ItemSize(size: chunk.sizes[place], isEstimated: false), by: sizing, on: grid)
      }
    } else {
      for place in places { add(sizing.size(of: place, in: chunk), by: sizing, on: grid) }
    }
  }

  @inline(__always)
  private mutating func add(_ item: ItemSize, by sizing: FlowSizing, on grid: PixelGrid) {
    let breadth = sizing.axis.breadth(of: item.size)
    let snapped = grid.nearest(breadth)
    let length = grid.nearest(sizing.axis.length(of: item.size))
    breadths.add(snapped)
    lineLength = max(lineLength, length)
    entries.append(
      Entry(breadth: breadth, snappedBreadth: snapped, length: length, isEstimated: item.isEstimated))
  }

  private mutating func note(_ found: [Int: Appearance], in places: Range<Int>) {
    for place in places {
      guard let appearance = found[place] else { continue }
      appearances[entries.count + place - places.lowerBound] = appearance
    }
  }

  /// Snaps every breadth downward instead of to the nearest pixel.
  mutating func floorBreadths(on grid: PixelGrid) {
    breadths = LineBreadths()
    for index in entries.indices {
      entries[index].snappedBreadth = grid.floor(entries[index].breadth)
      breadths.add(entries[index].snappedBreadth)
    }
  }
}
