extension Shaper {
  /// Takes the space off the widths of a run's marks that they give up beside others, and marks that an opening one has it
  /// again at the start of a line.
  ///
  /// - Complexity: O(n) in the length of the run.
  func trimSpacing(of run: TextRun, in columns: TextColumns, style: Style) {
    eachSpace(in: run.start..<run.end, of: run, columns, style, startsLine: false) { unit, space, opens in
      columns.edges[unit + 1] -= space
      if opens { columns.marks[unit].remove(.isSafe) }
    }
  }

  /// Returns the space that marks in a part of a run give up, in points.
  ///
  /// - Parameter startsLine: whether the part begins a line.
  func trimmedSpacing(
    of range: Range<Int>, in run: TextRun, of columns: TextColumns, style: Style, startsLine: Bool
  ) -> Double {
    var sum = 0.0
    eachSpace(in: range, of: run, columns, style, startsLine: startsLine) { _, space, _ in sum += space }
    return sum
  }

  /// Calls `body` with each mark of a part of a run that gives up space, with that space in points, and with whether it is
  /// an opening one.
  private func eachSpace(
    in range: Range<Int>, of run: TextRun, _ columns: TextColumns, _ style: Style, startsLine: Bool,
    _ body: (_ unit: Int, _ space: Double, _ opens: Bool) -> Void
  ) {
    guard style.trimsSpacing, Script.trimsSpacing(run.script),
      let trim = style.stack.fonts[run.font].spacingTrim
    else { return }
    let units = columns.units
    for border in range.lowerBound...range.upperBound where border > 0 && border < columns.count {
      if border == range.lowerBound, startsLine { continue }
      let (before, after) = (units[border - 1], units[border])
      guard SpacingTrim.mayGiveSpace(before) || SpacingTrim.mayGiveSpace(after) else { continue }
      let (previous, next) = (trim.classOf(before), trim.classOf(after))
      if SpacingTrim.closesNarrowly(previous, before: next) {
        if border > range.lowerBound { body(border - 1, trim.space(of: before) * style.size, false) }
      } else if SpacingTrim.opensNarrowly(next, behind: previous), border < range.upperBound {
        body(border, trim.space(of: after) * style.size, true)
      }
    }
  }
}

extension Paragraph {
  /// Returns the space that the last mark of a line gives up if the line is too long otherwise, in points.
  ///
  /// - Complexity: O(log n) for n runs.
  func endSpace(before end: Int) -> Double {
    guard end > 0, SpacingTrim.mayEndNarrowly(columns.units[end - 1]) else { return 0 }
    let run = runs[runIndex(at: end - 1)]
    let style = style(of: run)
    guard style.trimsSpacing, Script.trimsSpacing(run.script),
      let trim = style.stack.fonts[run.font].spacingTrim
    else { return 0 }
    let unit = columns.units[end - 1]
    // It may have given the space up to the mark that the next line begins with.
    if end < columns.count,
      SpacingTrim.closesNarrowly(trim.classOf(unit), before: trim.classOf(columns.units[end]))
    {
      return 0
    }
    return trim.space(of: unit) * style.size
  }
}
