import Cancellation

/// Measures texts with the fonts of a library: HarfBuzz shapes them, ICU breaks them into lines.
///
/// A measurer reuses its buffers and caches from one text to the next. Use one for each thread.
///
/// ```swift
/// let fonts = try FontLibrary(paths: ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"])
/// let measurer = TextMeasurer(fonts: fonts)
/// let attributes = TextAttributes(size: 16, lineHeight: 20)
/// let size = try measurer.measure("Two lines,\none below the other", attributes: attributes, width: 400)
/// let lines = size.lineCount  // 2
/// let height = size.height  // 40.0
/// ```
public final class TextMeasurer: TextSizing {
  let library: FontLibrary
  let lengthLimit: Int
  let columns = TextColumns()
  let levels = BidiLevels()
  let lineBreaks = LineBreaks()
  var hyphenation = Hyphenation()
  let graphemes = Graphemes()
  let shaper = Shaper()
  private let instances = FontInstances()
  var runs: [TextRun] = []
  private var stacks: [FontStack.Key: FontStack] = [:]

  /// The largest number of cached combinations of families, weight and slant.
  private static let stackLimit = 64

  /// The default limit of a text's length: 4 MiB of UTF-8.
  public static let defaultLengthLimit = 1 << 22

  /// Makes a measurer for the fonts of a library.
  ///
  /// - Parameter lengthLimit: the largest length of a text, in bytes of UTF-8, 0 to 2^28; 4 MiB by default.
  public init(fonts: FontLibrary, lengthLimit: Int = TextMeasurer.defaultLengthLimit) {
    library = fonts
    self.lengthLimit = min(max(0, lengthLimit), 1 << 28)
  }

  /// Measures a text that is broken into lines.
  ///
  /// An empty text has no line and no size. A line break at the end of the text begins no further line.
  ///
  /// - Parameter width: the available width, in points. A negative width counts as 0; with an infinite width, lines break
  ///   only at the ends of paragraphs.
  /// - Throws: `TextError.invalid` for an attribute or a width out of range, `tooLong`, `outOfMemory`.
  /// - Complexity: O(n) in the length of the text.
  public func measure(
    _ text: String, attributes: TextAttributes, width: Double
  ) throws(TextError) -> TextMeasurement {
    let paragraph = try shaped(text, attributes, width)
    var result = TextMeasurement(missingFamilies: paragraph.style.stack.missingFamilies)
    let isComplete = try paragraph.eachLine(
      upTo: attributes.lineLimit, in: width, attributes.lineBreakMode
    ) { line in
      let extents = paragraph.extents(of: line, lineHeight: attributes.lineHeight)
      result.add(
        width: paragraph.extent(of: line, in: width), above: extents.above, height: extents.height)
    }
    result.isTruncated = !isComplete
    return result
  }

  /// Returns the lines of a text, as `measure(_:attributes:width:)` breaks them.
  ///
  /// - Parameter width: the available width, in points, as for `measure(_:attributes:width:)`.
  /// - Throws: `TextError.invalid` for an attribute or a width out of range, `tooLong`, `outOfMemory`.
  /// - Complexity: O(n) in the length of the text.
  public func lines(
    of text: String, attributes: TextAttributes, width: Double
  ) throws(TextError) -> [TextLine] {
    let paragraph = try shaped(text, attributes, width)
    var lines: [TextLine] = []
    var top = 0.0
    _ = try paragraph.eachLine(
      upTo: attributes.lineLimit, in: width, attributes.lineBreakMode
    ) { line in
      let extents = paragraph.extents(of: line, lineHeight: attributes.lineHeight)
      lines.append(
        TextLine(
          text: paragraph.text(of: line), range: line.start..<line.end, width: line.extent, top: top,
          height: extents.height, baseline: top + extents.above,
          isRightToLeft: levels.isParagraphRightToLeft(at: line.start),
          shapedCount: paragraph.shapedCount(of: line), endsText: paragraph.endsText(on: line)))
      top += extents.height
    }
    return lines
  }

  /// Returns the fonts of a paragraph, and the indices of those that its characters have.
  func fonts(
    of text: String, _ attributes: TextAttributes
  ) throws(TextError) -> (stack: FontStack, used: Set<Int>) {
    let paragraph = try shaped(text, attributes, .infinity)
    return (paragraph.style.stack, Set(paragraph.runs.map(\.font)))
  }

  func shaped(_ text: String, _ attributes: TextAttributes, _ width: Double) throws(TextError)
    -> Paragraph
  {
    try attributes.validate()
    guard !width.isNaN else { throw .invalid("width") }
    guard text.utf8.count <= lengthLimit else { throw .tooLong(limit: lengthLimit) }
    let style = Shaper.Style(
      stack: stack(for: attributes), size: attributes.size, letterSpacing: attributes.letterSpacing)
    columns.load(text)
    graphemes.reset()
    try lineBreaks.mark(columns, mode: attributes.lineBreakMode, graphemes: graphemes)
    levels.resolve(columns, direction: attributes.direction)
    runs = Itemizer.runs(of: columns, stack: style.stack, levels: levels, reusing: runs)
    if Cancellation.stopsHere { throw .cancelled }
    try shaper.shape(runs, of: columns, style: style)
    return Paragraph(columns: columns, runs: runs, style: style, shaper: shaper, graphemes: graphemes)
  }

  func stack(for attributes: TextAttributes) -> FontStack {
    let key = FontStack.Key(attributes)
    if let stack = stacks[key] { return stack }
    if stacks.count >= Self.stackLimit { stacks.removeAll(keepingCapacity: true) }
    let stack = FontStack(key, library: library, instances: instances)
    stacks[key] = stack
    return stack
  }
}
