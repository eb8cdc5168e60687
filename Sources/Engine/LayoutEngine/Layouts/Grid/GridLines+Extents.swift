extension GridLines {
  /// The lines of a section.
  ///
  /// - Parameter places: where its items stand; nil where each takes one cell.
  /// - Complexity: O(1) where the layout says how long a line is and for items alike; else that of the
  ///   items.
  init(of items: ItemSequence, at places: GridPlaces?, sizing: GridSizing) {
    let columns = sizing.tracks.count
    let count = places?.lineCount ?? (items.count / columns + (items.count % columns == 0 ? 0 : 1))
    if let extent = sizing.fixedExtent {
      self.init(count: count, extent: extent, spacing: sizing.lineSpacing)
    } else if sizing.rowSizing == .uniform {
      self.init(count: count, extent: sizing.longestExtent(of: items), spacing: sizing.lineSpacing)
    } else if let places {
      self.init(holding: items, at: places, sizing: sizing)
    } else {
      self.init(holding: items, sizing: sizing)
    }
  }

  /// Lines as long as the longest of their items, which take one cell each.
  ///
  /// - Complexity: O(n) for n items that differ, O(c) for items alike.
  private init(holding items: ItemSequence, sizing: GridSizing) {
    var builder = GridLineBuilder(perLine: sizing.tracks.count, grid: sizing.grid)
    items.chunks.forEachLeaf { position in
      let chunk = position.leaf
      if chunk.isRun {
        builder.take(chunk.count, of: sizing.unsizedExtent)
      } else {
        for place in 0..<chunk.count { builder.take(sizing.extent(of: place, in: chunk, span: .one)) }
      }
      return true
    }
    self = builder.finish(spacing: sizing.lineSpacing)
  }
}

extension GridSizing {
  /// How long a line has to be to hold any item of the section, snapped.
  ///
  /// - Complexity: O(n) for n items that differ, O(1) for items alike.
  func longestExtent(of items: ItemSequence) -> Double {
    var longest = 0.0
    items.chunks.forEachLeaf { position in
      let chunk = position.leaf
      if chunk.isRun, !chunk.hasSpans {
        longest = max(longest, grid.nearest(unsizedExtent))
      } else {
        for place in 0..<chunk.count {
          let span = chunk.span(of: place, in: tracks.count)
          let extent = grid.nearest(extent(of: place, in: chunk, span: span))
          longest = max(longest, span.rows == 1 ? extent : share(of: extent, in: span.rows))
        }
      }
      return true
    }
    return longest
  }

  /// The share of each of some lines in an extent, so that with their spacing they hold it.
  private func share(of extent: Double, in lines: Int) -> Double {
    grid.ceiling((extent - Double(lines - 1) * lineSpacing) / Double(lines))
  }
}
