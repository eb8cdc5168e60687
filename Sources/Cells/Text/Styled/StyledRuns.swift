/// The runs of a styled text as parts of its units, with the fonts that they resolve to.
///
/// A class so that paragraphs of plain text carry no more than a nil.
final class StyledRuns {
  /// A run that is not empty.
  struct Span {
    var start: Int
    var end: Int
    /// The position of the run in the styled text.
    var run: Int
    /// The position in `styles`; -1 for an attachment.
    var style: Int
    /// The height of the run's box; nil for the natural height of its fonts.
    var lineHeight: Double?
    /// The box, if the run is an attachment.
    var attachment: TextAttachment?
  }

  /// A part of the text that is shaped in one style: the font of its runs is the same, even if their heights differ.
  struct Segment {
    var start: Int
    var end: Int
    var style: Int
  }

  /// The spans, which cover the text in its order.
  private(set) var spans: [Span] = []
  /// The parts of the text with letters, in its order.
  private(set) var segments: [Segment] = []
  /// The distinct styles.
  private(set) var styles: [Shaper.Style] = []
  /// The size of the largest font, in points.
  private(set) var largestSize: Double
  /// The requested families that the library lacks.
  private(set) var missingFamilies: [String]
  /// Whether hyphenation was requested, and there are no patterns for the language.
  var isHyphenationMissing = false
  /// The whole text.
  private(set) var text = ""

  private var positions: [StyleKey: Int] = [:]
  private var stacks: [FontStack.Key: FontStack] = [:]

  /// The first different changes of runs, of which most texts have few, with the styles that they make.
  private var changes: [(change: TextRunAttributes, style: Int, lineHeight: Double?)] = []

  /// The largest number of changes that are compared with that of a run.
  private static let comparedChanges = 8

  private let trimsSpacing: Bool

  private struct StyleKey: Hashable {
    var stack: FontStack.Key
    var size: Double
    var letterSpacing: Double
  }

  /// The largest number of combinations of families, weight and slant in one text: each takes some tens of kilobytes.
  static let fontLimit = 256

  /// Resolves the runs of a text.
  ///
  /// - Parameter stack: makes the fonts of a combination of families, weight and slant.
  /// - Throws: `TextError.invalid` for an attribute that is out of range, and for more fonts than the limit.
  /// - Complexity: O(n + r) for n bytes of text and r runs.
  init(
    _ text: StyledText, attributes: TextAttributes, paragraph: ParagraphStyle,
    stack: (TextAttributes) -> FontStack
  ) throws(TextError) {
    largestSize = attributes.size
    missingFamilies = []
    trimsSpacing = paragraph.textSpacingTrim == .normal
    var end = 0
    for (index, run) in text.runs.enumerated() {
      let string: String
      var span = Span(start: end, end: end, run: index, style: -1, lineHeight: nil, attachment: nil)
      switch run {
      case .attachment(let attachment):
        try attachment.validate()
        string = run.string
        span.attachment = attachment
      case .text(let own, let change):
        string = try paragraph.textCase.mapped(
          own, language: paragraph.language, after: self.text.unicodeScalars.last)
        if let known = changes.first(where: { $0.change == change }) {
          (span.style, span.lineHeight) = (known.style, known.lineHeight)
        } else {
          let attributes = attributes.merging(change)
          try attributes.validate()
          if string.isEmpty { continue }
          span.style = try position(of: attributes, stack: stack)
          span.lineHeight = attributes.lineHeight
          if changes.count < Self.comparedChanges { changes.append((change, span.style, span.lineHeight)) }
        }
        if string.isEmpty { continue }
      }
      end += string.utf16.count
      span.end = end
      self.text += string
      spans.append(span)
      if span.attachment == nil { extendSegments(with: span) }
    }
    (positions, stacks, changes) = ([:], [:], [])
  }

  private func extendSegments(with span: Span) {
    if let last = segments.indices.last, segments[last].end == span.start, segments[last].style == span.style
    {
      segments[last].end = span.end
    } else {
      segments.append(Segment(start: span.start, end: span.end, style: span.style))
    }
  }

  private func position(
    of attributes: TextAttributes, stack makeStack: (TextAttributes) -> FontStack
  ) throws(TextError) -> Int {
    let key = StyleKey(
      stack: FontStack.Key(attributes), size: attributes.size, letterSpacing: attributes.letterSpacing)
    if let known = positions[key] { return known }
    let stack: FontStack
    if let known = stacks[key.stack] {
      stack = known
    } else {
      guard stacks.count < Self.fontLimit else { throw .invalid("fontCount") }
      stack = makeStack(attributes)
      stacks[key.stack] = stack
      for family in stack.missingFamilies where !missingFamilies.contains(family) {
        missingFamilies.append(family)
      }
    }
    styles.append(
      Shaper.Style(
        stack: stack, size: attributes.size, letterSpacing: attributes.letterSpacing,
        trimsSpacing: trimsSpacing))
    positions[key] = styles.count - 1
    largestSize = max(largestSize, attributes.size)
    return styles.count - 1
  }

  /// Returns the position of the first span that ends after a unit.
  ///
  /// - Complexity: O(log n), where n is the number of spans.
  func spanIndex(at unit: Int) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].end <= unit { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the style of the letter at a unit; nil at an attachment.
  ///
  /// - Complexity: O(log n), where n is the number of spans.
  func style(at unit: Int) -> Shaper.Style? {
    let index = spanIndex(at: unit)
    return index < spans.count && spans[index].style >= 0 ? styles[spans[index].style] : nil
  }

  /// Sets the widths of the attachments, and marks that cutting the text beside them is safe.
  ///
  /// - Complexity: O(n), where n is the number of spans.
  func setAttachments(in columns: TextColumns) {
    for span in spans {
      guard let attachment = span.attachment else { continue }
      columns.edges[span.end] = attachment.width
      columns.marks[span.start].insert(.isSafe)
      columns.marks[span.end].insert(.isSafe)
    }
  }
}
