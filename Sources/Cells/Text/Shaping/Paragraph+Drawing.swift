extension Paragraph {
  /// Returns the extents of a line: the largest ones of its fonts and of the paragraph's first font. If a line height is
  /// given, they are those of the first font in the middle of it, like half-leading in CSS.
  ///
  /// - Complexity: O(log n + m), where n is the number of runs and m that of those on the line.
  func extents(of line: LineSpan, lineHeight: Double?) -> LineExtents {
    if let lineHeight {
      let (ascent, descent) = (primary.metrics.ascent * style.size, primary.metrics.descent * style.size)
      let leading = lineHeight - ascent - descent
      return LineExtents(above: leading / 2 + ascent, below: leading / 2 + descent)
    }
    var extents = natural(primary)
    var index = runIndex(at: line.start)
    while index < runs.count, runs[index].start < line.end {
      let font = natural(style.stack.fonts[runs[index].font])
      extents.above = max(extents.above, font.above)
      extents.below = max(extents.below, font.below)
      index += 1
    }
    return extents
  }

  private func natural(_ font: FontInstance) -> LineExtents {
    let metrics = font.metrics
    return LineExtents(
      above: (metrics.ascent + metrics.lineGap / 2) * style.size,
      below: (metrics.descent + metrics.lineGap / 2) * style.size)
  }

  /// Returns the text to draw for a line: without trailing white space, with the line's hyphen or ellipsis.
  ///
  /// - Complexity: O(n) in the length of the line.
  func text(of line: LineSpan) -> String {
    let endsWithSoftHyphen = line.isHyphenated && columns.units[line.contentEnd - 1] == LineScan.softHyphen
    let end = endsWithSoftHyphen ? line.contentEnd - 1 : line.contentEnd
    guard let omitted = line.omitted else {
      return columns.string(line.start..<end) + (line.isHyphenated ? hyphenText(before: line.end) : "")
    }
    return columns.string(line.start..<omitted.lowerBound) + primary.ellipsis.text
      + columns.string(omitted.upperBound..<line.contentEnd)
  }
}
