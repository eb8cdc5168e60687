import Cancellation

/// Where the items of a section stand that may take several cells: eight bytes an item.
struct GridPlaces: Sendable {
  private let places: ContiguousArray<GridPlace>
  /// The boxes around items near each other in number, in lines.
  private let index: BoundsIndex
  /// Up to the last line that an item takes.
  let lineCount: Int

  /// - Complexity: O(n) for n items as they usually are; O(n·c) at worst for c columns.
  init(_ items: ItemSequence, columns: Int, packing: GridMetrics.Packing) {
    switch packing {
    case .sparse:
      var packer = SparseGridPacker(columns: columns)
      self.init(items, columns) { packer.place($0) }
    case .dense:
      var packer = DenseGridPacker(columns: columns)
      self.init(items, columns) { packer.place($0) }
    }
  }

  @inline(__always)
  private init(_ items: ItemSequence, _ columns: Int, place: (GridSpan) -> GridPlace) {
    var places = ContiguousArray<GridPlace>()
    places.reserveCapacity(items.count)
    var lineCount = 0
    var pace = Pace()
    items.chunks.forEachLeaf { position in
      let spans = position.leaf.spans
      // Every item has a place, even where nothing is packed any more.
      let isOver = pace.isOver(after: ItemChunk.pace)
      for item in 0..<position.leaf.count {
        let found =
          isOver
          ? GridPlace(line: 0, rows: 1, column: 0)
          : place(spans.isEmpty ? .one : spans[item].clamped(to: columns))
        places.append(found)
        lineCount = max(lineCount, found.line + found.rows)
      }
      return true
    }
    self.places = places
    self.lineCount = lineCount
    index = BoundsIndex(count: places.count) { item in
      let place = places[item]
      return AxialRect(along: Double(place.line), across: 0, length: Double(place.rows - 1), breadth: 0)
    }
  }

  subscript(item: Int) -> GridPlace { places[item] }

  /// Visits, in order, every item that takes one of the lines, and some others near them.
  func forEachItem(on lines: ClosedRange<Int>, _ visit: (Int) -> Void) {
    index.forEachItem(along: Double(lines.lowerBound)...Double(lines.upperBound), visit)
  }
}

/// The first line and the first column that an item takes, and how many lines.
struct GridPlace: Hashable, Sendable {
  /// 44 bits, 10 bits and 10 bits: no item is over more than a thousand of either.
  private let packed: UInt64

  init(line: Int, rows: Int, column: Int) {
    packed =
      UInt64(truncatingIfNeeded: line) << 20 | UInt64(truncatingIfNeeded: rows) << 10
      | UInt64(truncatingIfNeeded: column)
  }

  var line: Int { Int(truncatingIfNeeded: packed >> 20) }
  var rows: Int { Int(truncatingIfNeeded: packed >> 10 & 1023) }
  var column: Int { Int(truncatingIfNeeded: packed & 1023) }
}
