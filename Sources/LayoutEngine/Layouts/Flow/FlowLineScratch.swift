/// The sizes of one line's items while they are placed; used again for the next line.
struct FlowLineScratch {
  struct Entry {
    /// As the client gave it.
    var breadth: Double
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
    _ range: Range<Int>, of items: ItemSequence, by sizing: FlowSizing, on grid: PixelGrid
  ) {
    entries.removeAll(keepingCapacity: true)
    if !appearances.isEmpty { appearances = [:] }
    breadths = LineBreadths()
    lineLength = 0
    items.forEachPiece(of: range) { chunk, places, first in
      for place in places {
        let item = sizing.size(of: place, in: chunk)
        let breadth = sizing.axis.breadth(of: item.size)
        let length = grid.nearest(sizing.axis.length(of: item.size))
        breadths.add(breadth, grid)
        lineLength = max(lineLength, length)
        if let appearance = chunk.appearances[place] { appearances[entries.count] = appearance }
        entries.append(Entry(breadth: breadth, length: length, isEstimated: item.isEstimated))
      }
    }
  }
}
