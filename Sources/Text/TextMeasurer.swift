/// Measures texts with the fonts of a library: shaped with HarfBuzz, broken into lines with ICU.
///
/// Keeps what it works with from one text to the next, so that each thread has one of its own.
public final class TextMeasurer {
  private let library: FontLibrary
  private let lengthLimit: Int
  private let columns = TextColumns()
  private let levels = BidiLevels()
  private let lineBreaks = LineBreaks()
  private let graphemes = Graphemes()
  private let shaper = Shaper()
  private let instances = FontInstances()
  private var runs: [TextRun] = []
  private var stacks: [FontStack.Key: FontStack] = [:]

  /// How many combinations of families, weight and slant are kept ready.
  private static let stackLimit = 64

  /// The most bytes of UTF-8 that a text may have unless told otherwise.
  public static let defaultLengthLimit = 1 << 22

  /// A measurer that takes texts of up to `lengthLimit` bytes of UTF-8, which is at most 2^28.
  public init(fonts: FontLibrary, lengthLimit: Int = TextMeasurer.defaultLengthLimit) {
    library = fonts
    self.lengthLimit = min(max(0, lengthLimit), 1 << 28)
  }

  /// What a text takes that is broken into lines of a width, in points; a negative width is as good as 0, and infinity
  /// breaks only where paragraphs end. A text of no characters has no line and no size; an end of a paragraph at the
  /// end of the text begins no line.
  ///
  /// - Throws: `TextError` for what is out of its range.
  /// - Complexity: O(n) in the length of the text.
  public func measure(
    _ text: String, attributes: TextAttributes, width: Double
  ) throws(TextError) -> TextMeasurement {
    let paragraph = try shaped(text, attributes, width)
    var result = TextMeasurement(missingFamilies: paragraph.style.stack.missingFamilies)
    let isComplete = try eachLine(of: paragraph, attributes, width) { line in
      let extents = paragraph.extents(of: line, lineHeight: attributes.lineHeight)
      result.add(width: line.width, above: extents.above, height: extents.height)
    }
    result.isTruncated = !isComplete
    return result
  }

  /// The lines of a text, as `measure` counts them.
  ///
  /// - Throws: `TextError` for what is out of its range.
  /// - Complexity: O(n) in the length of the text.
  public func lines(
    of text: String, attributes: TextAttributes, width: Double
  ) throws(TextError) -> [TextLine] {
    let paragraph = try shaped(text, attributes, width)
    var lines: [TextLine] = []
    var top = 0.0
    _ = try eachLine(of: paragraph, attributes, width) { line in
      let extents = paragraph.extents(of: line, lineHeight: attributes.lineHeight)
      lines.append(
        TextLine(
          text: paragraph.text(of: line), range: line.start..<line.end, width: line.width, top: top,
          height: extents.height, baseline: top + extents.above,
          isRightToLeft: levels.isParagraphRightToLeft(at: line.start)))
      top += extents.height
    }
    return lines
  }

  private func shaped(_ text: String, _ attributes: TextAttributes, _ width: Double) throws(TextError)
    -> Paragraph
  {
    try attributes.validate()
    guard !width.isNaN else { throw .invalid(.width) }
    guard text.utf8.count <= lengthLimit else { throw .tooLong(limit: lengthLimit) }
    let style = Shaper.Style(
      stack: stack(for: attributes), size: attributes.size, letterSpacing: attributes.letterSpacing)
    columns.load(text)
    graphemes.reset()
    try lineBreaks.mark(columns, mode: attributes.lineBreakMode, graphemes: graphemes)
    levels.resolve(columns, direction: attributes.direction)
    runs = Itemizer.runs(of: columns, stack: style.stack, levels: levels, reusing: runs)
    try shaper.shape(runs, of: columns, style: style)
    return Paragraph(columns: columns, runs: runs, style: style, shaper: shaper, graphemes: graphemes)
  }

  private func stack(for attributes: TextAttributes) -> FontStack {
    let key = FontStack.Key(
      families: attributes.families, weight: attributes.weight, isItalic: attributes.isItalic)
    if let stack = stacks[key] { return stack }
    if stacks.count >= Self.stackLimit { stacks.removeAll(keepingCapacity: true) }
    let stack = FontStack(key, library: library, instances: instances)
    stacks[key] = stack
    return stack
  }

  /// Calls `body` with each line up to the limit; answers whether those are all.
  private func eachLine(
    of paragraph: Paragraph, _ attributes: TextAttributes, _ width: Double, _ body: (LineSpan) -> Void
  ) throws(TextError) -> Bool {
    let width = max(0, width)
    var filler = LineFiller(paragraph, width: width, mode: attributes.lineBreakMode)
    var count = 0
    while let line = try filler.next() {
      count += 1
      let isLast = count == attributes.lineLimit && line.end < columns.count
      body(isLast ? try paragraph.truncated(line, width: width, mode: attributes.lineBreakMode) : line)
      if isLast { return false }
    }
    return true
  }
}
