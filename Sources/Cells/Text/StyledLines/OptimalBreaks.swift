/// The ends of the lines of a paragraph that look best together, as Chromium finds them for `text-wrap`.
///
/// Each line costs the square of the space that it leaves, a line more and a hyphen cost in proportion to the width, and
/// the least sum wins. The sums of all ends of a line are computed one after the other.
struct OptimalBreaks<Measured: MeasuredText> {
  /// A possible end of a line, and with it a possible start of the next.
  private struct Candidate {
    var index: Int
    /// The position of the end of a line that ends here, without its white space, with its hyphen.
    var end: Double
    /// The position of the start of a line that begins here.
    var start: Double
    var isHyphenated = false
    var penalty = 0.0
  }

  private let paragraph: Measured
  private let wrap: TextWrap
  private let hyphenPenalty: Double
  private let linePenalty: Double
  /// The available width of the first line of the lines, and of the others.
  private let widths: (first: Double, others: Double)

  /// - Parameters:
  ///   - widths: the available width of the first line, and of the others, in points.
  ///   - size: the size of the paragraph's own font.
  init(
    _ paragraph: Measured, _ wrap: TextWrap, widths: (first: Double, others: Double), size: Double,
    isJustified: Bool
  ) {
    self.paragraph = paragraph
    self.wrap = wrap
    self.widths = widths
    let scale = widths.others * size
    hyphenPenalty = isJustified ? scale / 2 : scale * 2
    linePenalty = isJustified ? 0 : scale * 4
  }

  /// Returns the ends of lines, as many as there are; nil if other ends are not better.
  ///
  /// - Parameter lines: consecutive lines as they are filled one by one, up to the end of their paragraph.
  /// - Complexity: O(c · l) for c possible ends in lines of at most l of them.
  func ends(of lines: [LineSpan]) -> [Int]? {
    guard let first = lines.first, let last = lines.last, lines.count > 1 else { return nil }
    let columns = paragraph.columns
    // A word that is cut has no better place.
    guard lines.dropLast().allSatisfy({ columns.marks[$0.end].contains(.canBreak) }) else { return nil }
    if wrap == .pretty, !isWorthwhile(lines) { return nil }
    var candidates = candidates(from: first.start, to: last.end)
    guard 5...TextWrap.candidateLimit ~= candidates.count else { return nil }
    // A word alone on the last line.
    for index in candidates.indices.dropLast().reversed() {
      candidates[index].penalty += 10_000
      if !candidates[index].isHyphenated { break }
    }
    let ends = best(of: candidates)
    return ends.count == lines.count ? ends : nil
  }

  /// Returns whether a paragraph ends with a single short word, or with three lines of which two end with hyphens.
  private func isWorthwhile(_ lines: [LineSpan]) -> Bool {
    let last = lines[lines.count - 1]
    let marks = paragraph.columns.marks
    let isDivisible =
      last.start + 1 < last.contentEnd
      && (last.start + 1..<last.contentEnd).contains { marks[$0].contains(.canBreak) }
    if last.width < widths.others / 3, !isDivisible { return true }
    return lines.count > 2 && lines[lines.count - 2].isHyphenated && lines[lines.count - 3].isHyphenated
  }

  private func candidates(from start: Int, to end: Int) -> [Candidate] {
    let columns = paragraph.columns
    var candidates = [Candidate(index: start, end: columns.edges[start], start: columns.edges[start])]
    for index in start + 1..<end where columns.marks[index].contains(.canBreak) {
      let isHyphenated = columns.showsHyphen(before: index)
      let contentEnd = paragraph.contentEnd(start..<index)
      candidates.append(
        Candidate(
          index: index,
          end: columns.edges[contentEnd] + (isHyphenated ? paragraph.hyphenWidth(before: index) : 0),
          start: columns.edges[index], isHyphenated: isHyphenated, penalty: isHyphenated ? hyphenPenalty : 0))
    }
    let contentEnd = paragraph.contentEnd(start..<end)
    candidates.append(Candidate(index: end, end: columns.edges[contentEnd], start: columns.edges[end]))
    return candidates
  }

  private func best(of candidates: [Candidate]) -> [Int] {
    var scores: [(sum: Double, previous: Int, line: Int)] = [(0, 0, 0)]
    scores.reserveCapacity(candidates.count)
    /// The first candidate from which a line may still reach the next one.
    var active = 0
    for end in 1..<candidates.count {
      var best = (sum: Double.infinity, previous: active, line: 0)
      for start in active..<end {
        let width = scores[start].line == 0 ? widths.first : widths.others
        let slack = width + LineFit.tolerance - (candidates[end].end - candidates[start].start)
        var sum = scores[start].sum
        if slack < 0 {
          // A line that does not fit is worse than any other.
          sum += 1e12
          active = start + 1
        } else if end == candidates.count - 1, wrap == .pretty {
          sum += 4 * candidates[start].penalty
        } else {
          sum += slack * slack
        }
        if sum <= best.sum { best = (sum, start, scores[start].line + 1) }
      }
      best.sum += candidates[end].penalty + linePenalty
      scores.append(best)
    }
    var ends: [Int] = []
    var index = candidates.count - 1
    while index > 0 {
      ends.append(candidates[index].index)
      index = scores[index].previous
    }
    return ends.reversed()
  }
}

extension TextWrap {
  /// The largest number of lines that are balanced, or the number of last lines that are made pretty.
  var lineLimit: Int { self == .balance ? 6 : 4 }

  /// The largest number of possible ends in lines that are chosen together: the time grows with its square.
  static let candidateLimit = 1000
}
