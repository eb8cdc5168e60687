extension GridLines {
  /// An item over several lines, and the extent that it needs of them together.
  private struct Demand {
    var first: Int
    var last: Int
    var extent: Double
  }

  /// Lines as long as the items on them need.
  ///
  /// An item over several lines makes the last of them longer if they do not hold it.
  ///
  /// - Complexity: O(n + m log m) for n items, of which m take several lines; O(n log n) where most lines
  ///   have no item that ends on them.
  init(holding items: ItemSequence, at places: GridPlaces, sizing: GridSizing) {
    let marked =
      places.lineCount <= 2 * items.count + 1024 ? [] : GridLines.lastLines(of: items, places, sizing)
    var extents = ContiguousArray(repeating: 0.0, count: marked.isEmpty ? places.lineCount : marked.count)
    func index(_ line: Int) -> Int { marked.isEmpty ? line : marked.bisect { $0 >= line } }

    var demands: [Demand] = []
    items.forEachSpan(in: sizing.tracks.count) { item, place, chunk, span in
      let first = places[item].line
      let extent = sizing.grid.nearest(sizing.extent(of: place, in: chunk, span: span))
      if span.rows == 1 {
        let index = index(first)
        extents[index] = max(extents[index], extent)
      } else {
        demands.append(Demand(first: first, last: first + span.rows - 1, extent: extent))
      }
    }
    demands.sort { $0.last < $1.last }

    // Lines in order: those before an item's last one are settled when that is looked at.
    var ends = ContiguousArray<Double>()
    ends.reserveCapacity(extents.count)
    var sum = 0.0
    var next = 0
    for line in extents.indices {
      ends.append(sum)
      while next < demands.count, index(demands[next].last) == line {
        let demand = demands[next]
        let held = sum - ends[index(demand.first)] + Double(demand.last - demand.first) * sizing.lineSpacing
        extents[line] = max(extents[line], sizing.grid.ceiling(demand.extent - held))
        next += 1
      }
      sum += extents[line]
    }
    self.init(GridLines.chunks(extents, marked), spacing: sizing.lineSpacing)
  }

  /// The lines on which items end, in order, each once.
  private static func lastLines(
    of items: ItemSequence, _ places: GridPlaces, _ sizing: GridSizing
  ) -> ContiguousArray<Int> {
    var lines = ContiguousArray<Int>()
    lines.reserveCapacity(items.count)
    items.forEachSpan(in: sizing.tracks.count) { item, _, _, span in
      lines.append(places[item].line + span.rows - 1)
    }
    lines.sort()
    var distinct = ContiguousArray<Int>()
    for line in lines where line != distinct.last { distinct.append(line) }
    return distinct
  }

  private static func chunks(
    _ extents: ContiguousArray<Double>, _ marked: ContiguousArray<Int>
  ) -> ContiguousArray<GridLineChunk> {
    var chunks = ContiguousArray<GridLineChunk>()
    var lines = 0
    for start in stride(from: 0, to: extents.count, by: GridLineChunk.capacity) {
      let range = start..<min(start + GridLineChunk.capacity, extents.count)
      let part = ContiguousArray(extents[range])
      guard !marked.isEmpty else {
        chunks.append(GridLineChunk(part))
        continue
      }
      let end = marked[range.upperBound - 1] + 1
      chunks.append(
        GridLineChunk(part, marked: ContiguousArray(marked[range].map { $0 - lines }), lines: end - lines))
      lines = end
    }
    return chunks
  }
}

extension ItemSequence {
  /// Visits every item with its number, its place in its chunk, and how many cells it takes.
  @inline(__always)
  func forEachSpan(in columns: Int, _ visit: (Int, Int, ItemChunk, GridSpan) -> Void) {
    chunks.forEachLeaf { position in
      for place in 0..<position.leaf.count {
        visit(position.before.items + place, place, position.leaf, position.leaf.span(of: place, in: columns))
      }
      return true
    }
  }
}
