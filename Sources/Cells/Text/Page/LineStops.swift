/// The places where the lines of a text may end, with the edges there: most lines are filled by comparing these alone.
struct LineStops {
  private struct Stop {
    /// The start of the next line, and of the white space before it.
    var end: Int
    var contentEnd: Int
    /// The edges there, in points.
    var edge: Double
    var contentEdge: Double
    /// Whether a line must end here.
    var mustEnd: Bool
    /// Whether a line that ends here is as wide as its edges say: it shows no hyphen, cuts no piece, and ends with no mark
    /// that may give up space.
    var isExact: Bool
    /// Whether a line that starts here is as wide as its edges say.
    var startsPiece: Bool
  }

  private let stops: [Stop]

  /// Finds the places in a text whose pieces are measured; nil for a text with tabs, whose edges follow from its lines.
  ///
  /// - Complexity: O(n) in the length of the text.
  init?(_ text: PageText) {
    let columns = text.columns
    if columns.traits.contains(.tabs) { return nil }
    var stops: [Stop] = []
    var start = 0
    while start < columns.count {
      var end = start + 1
      while end < columns.count, !columns.marks[end].contains(.canBreak) { end += 1 }
      let contentEnd = text.contentEnd(start..<end)
      let startsPiece =
        end == columns.count || !columns.marks[end].isDisjoint(with: [.isSafe, .isSpace])
      stops.append(
        Stop(
          end: end, contentEnd: contentEnd, edge: columns.edges[end], contentEdge: columns.edges[contentEnd],
          mustEnd: end == columns.count || columns.marks[end].contains(.mustBreak),
          isExact: (contentEnd < end || startsPiece && text.endSpace(before: end) == 0)
            && !columns.showsHyphen(before: end),
          startsPiece: startsPiece))
      start = end
    }
    self.stops = stops
  }

  /// Returns the size of the text in a width; nil if a line cuts a piece of it.
  ///
  /// - Complexity: O(s) for s places.
  func measurement(
    of text: PageText, in width: Double, upTo limit: Int
  ) throws(TextError) -> PageText.Measurement? {
    let available = text.mode == .clipping ? .infinity : width + LineFit.tolerance
    var result = PageText.Measurement()
    var (next, start, origin) = (0, 0, 0.0)
    while next < stops.count {
      var last = next - 1
      for index in next..<stops.count {
        if stops[index].contentEdge - origin > available {
          // Text measured without its neighbours may be narrower.
          if !stops[index].isExact { return nil }
          break
        }
        last = index
        if stops[index].mustEnd { break }
      }
      guard last >= next, stops[last].isExact, stops[last].startsPiece else { return nil }
      let stop = stops[last]
      result.lineCount += 1
      next = last + 1
      if result.lineCount == limit, next < stops.count {
        let line = LineSpan(
          start: start, contentEnd: stop.contentEnd, end: stop.end, width: stop.contentEdge - origin)
        let shown = try text.truncated(line, width: width, mode: text.mode)
        result.width = max(result.width, text.extent(of: shown, in: width))
        result.isTruncated = true
        return result
      }
      result.width = max(result.width, stop.contentEdge - origin)
      // White space at the end of a paragraph takes the room that there is.
      if stop.mustEnd { result.width = max(result.width, min(width, stop.edge - origin)) }
      (start, origin) = (stop.end, stop.edge)
    }
    return result
  }
}
