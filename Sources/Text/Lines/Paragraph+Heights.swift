extension Paragraph {
  /// What a line takes above and below its baseline, in points.
  struct Extents {
    var above: Double
    var below: Double

    var height: Double { above + below }
  }

  /// The extents of a line: those of the tallest font on it and of the first one, or, where the height is given, the
  /// first font in the middle of that, as CSS's half-leading has it.
  ///
  /// - Complexity: O(log n + m), where n is the number of runs and m that of those on the line.
  func extents(of line: LineSpan, lineHeight: Double?) -> Extents {
    if let lineHeight {
      let (ascent, descent) = (primary.metrics.ascent * style.size, primary.metrics.descent * style.size)
      let leading = lineHeight - ascent - descent
      return Extents(above: leading / 2 + ascent, below: leading / 2 + descent)
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

  private func natural(_ font: FontInstance) -> Extents {
    let metrics = font.metrics
    return Extents(
      above: (metrics.ascent + metrics.lineGap / 2) * style.size,
      below: (metrics.descent + metrics.lineGap / 2) * style.size)
  }
}
