extension Paragraph {
  /// - Complexity: O(log n + m), where n is the number of runs and m that of those on the line.
  func styledExtents(of line: LineSpan, lineHeight: Double?, isRounded: Bool) -> LineExtents {
    var extents = FontBox(primary, size: style.size, isRounded: isRounded).extents(lineHeight: lineHeight)
    guard let styled else { return extents }
    for part in line.parts {
      var run = runIndex(at: part.lowerBound)
      var index = styled.spanIndex(at: part.lowerBound)
      while index < styled.spans.count, styled.spans[index].start < part.upperBound {
        let span = styled.spans[index]
        index += 1
        if let attachment = span.attachment {
          extents.formUnion(
            LineExtents(
              above: attachment.height + attachment.baselineOffset, below: -attachment.baselineOffset))
          continue
        }
        let style = styled.styles[span.style]
        let primary = FontBox(style.stack.fonts[0], size: style.size, isRounded: isRounded)
        extents.formUnion(primary.extents(lineHeight: span.lineHeight))
        guard span.lineHeight == nil else { continue }
        let limit = min(span.end, part.upperBound)
        while run < runs.count, runs[run].start < limit {
          if runs[run].end > max(span.start, part.lowerBound) {
            let font = FontBox(style.stack.fonts[runs[run].font], size: style.size, isRounded: isRounded)
            extents.formUnion(font.extents(lineHeight: nil))
          }
          if runs[run].end > limit { break }
          run += 1
        }
      }
    }
    return extents
  }
}

extension LineSpan {
  /// The parts of the text that stand on the line, with trailing white space unless an ellipsis replaces it.
  fileprivate var parts: [Range<Int>] {
    guard let omitted else { return [start..<end] }
    return [start..<omitted.lowerBound, omitted.upperBound..<max(omitted.upperBound, contentEnd)]
  }
}

/// The heights of a font above and below the baseline, in points.
struct FontBox {
  private var ascent: Double
  private var descent: Double
  private var lineGap: Double
  private let isRounded: Bool

  /// Scales the metrics of a font.
  init(_ font: FontInstance, size: Double, isRounded: Bool) {
    self.isRounded = isRounded
    let metrics = font.metrics
    (ascent, descent, lineGap) = (metrics.ascent * size, metrics.descent * size, metrics.lineGap * size)
    guard isRounded else { return }
    // Browsers multiply and round with single precision: 1.16 times 12.5 is 14.5 there, and rounded up.
    func rounded(_ height: Double) -> Double { Double((Float(height) * Float(size)).rounded()) }
    (ascent, descent, lineGap) = (
      rounded(metrics.ascent), rounded(metrics.descent), rounded(metrics.lineGap)
    )
  }

  /// Returns the extents of a box of a line height, or of the font's own, with the letters in its middle.
  func extents(lineHeight: Double?) -> LineExtents {
    LineExtents(
      ascent: ascent, descent: descent, lineGap: lineGap, lineHeight: lineHeight, isRounded: isRounded)
  }
}
