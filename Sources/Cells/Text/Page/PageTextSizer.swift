/// Finds the sizes of texts with the fonts of a page. It remembers the widths of the pieces of the texts that it has measured.
///
/// Lines have the heights of the fonts that the attributes name: a canvas does not say which others show characters that
/// these lack.
package final class PageTextSizer: TextSizing {
  /// Everything that the widths of the pieces of a text depend on.
  private struct Key: Hashable {
    var text: StyledText
    var font: PageFont
    var breaks: PageBreaks
    var textCase: TextCase
    /// That of the replaced letters; nil where they stay.
    var language: String?
  }

  private let fonts: any PageFonts
  private var texts: [Key: (number: Int, text: PageText)] = [:]
  private var lengths: [PageFont: PageFontLengths] = [:]
  private var unitCount = 0

  /// The largest number of texts, of their units together, and of fonts that are remembered; a text may have more fonts.
  private static let textLimit = 4096
  private static let unitLimit = 1 << 20
  private static let fontLimit = 64
  /// The largest number of units of a text.
  private static let lengthLimit = 1 << 24

  /// Creates a sizer without texts.
  package init(fonts: any PageFonts) { self.fonts = fonts }

  deinit { forget() }

  /// Forgets all widths: the page has other fonts.
  ///
  /// - Complexity: O(n) for n remembered texts.
  package func forget() {
    forgetTexts()
    forgetFonts()
  }

  package func measure(
    _ text: String, attributes: TextAttributes, width: Double
  ) throws(TextError) -> TextMeasurement {
    try measure(StyledText(text), attributes: attributes, paragraph: ParagraphStyle(), width: width)
  }

  package func measure(
    _ text: StyledText, attributes: TextAttributes, paragraph style: ParagraphStyle, width: Double
  ) throws(TextError) -> TextMeasurement {
    guard !width.isNaN else { throw .invalid("width") }
    var result = TextMeasurement(missingFamilies: [])
    let measured = try measured(text, attributes, style)
    if style.roundingHeights == ParagraphStyle().roundingHeights, measured.spans.isEmpty {
      try result.add(linesOf: measured, attributes, width)
    } else {
      try result.add(linesOf: measured, attributes, style.roundingHeights, width)
    }
    return result
  }

  package func minimumContentWidth(of text: String, attributes: TextAttributes) throws(TextError) -> Double {
    try minimumContentWidth(of: StyledText(text), attributes: attributes, paragraph: ParagraphStyle())
  }

  package func minimumContentWidth(
    of text: StyledText, attributes: TextAttributes, paragraph style: ParagraphStyle
  ) throws(TextError) -> Double {
    try measured(text, attributes, style).minimumContentWidth(mode: attributes.lineBreakMode, style)
  }

  package func shrinkWrapWidth(
    of text: StyledText, attributes: TextAttributes, paragraph style: ParagraphStyle, width: Double
  ) throws(TextError) -> Double {
    guard !width.isNaN else { throw .invalid("width") }
    var unlimited = attributes
    unlimited.lineLimit = 0
    return try measured(text, attributes, style).shrinkWrapWidth(
      unlimited, style.roundingHeights, width, upTo: attributes.lineLimit)
  }

  /// Returns a text whose pieces are measured.
  private func measured(
    _ text: StyledText, _ attributes: TextAttributes, _ style: ParagraphStyle
  ) throws(TextError) -> PageText {
    try attributes.validate()
    try style.validate()
    try style.checkIsMeasured()
    let font = PageFont(attributes, style)
    let breaks = PageBreaks(attributes.lineBreakMode, style)
    let key = Key(
      text: text, font: font, breaks: breaks, textCase: style.textCase,
      language: style.textCase == .none ? nil : style.language)
    if let known = texts[key] {
      // An ellipsis has widened the tabs of its line where they are.
      if !known.text.columns.traits.contains(.tabs) { return known.text }
      forget(key)
    }
    let shown = replacingLetters(of: text, style)
    let units = Array(shown.string.utf16)
    guard units.count <= Self.lengthLimit else { throw .tooLong(limit: Self.lengthLimit) }
    if texts.count >= Self.textLimit || unitCount > Self.unitLimit { forgetTexts() }
    // Not while a text is opened: it names the fonts of all of its runs at the end.
    if lengths.count >= Self.fontLimit { forgetFonts() }
    guard fonts.hasRoom(forUnits: units.count) else { throw .outOfMemory }
    let measured = open(shown, units, breaks, attributes, style, font)
    texts[key] = measured
    unitCount += units.count
    return measured.text
  }

  /// Returns a text with its letters as its style shows them.
  private func replacingLetters(of text: StyledText, _ style: ParagraphStyle) -> StyledText {
    guard style.textCase != .none else { return text }
    var previous: Unicode.Scalar?
    return StyledText(
      text.runs.map { run in
        var run = run
        if case .text(let own, let change) = run {
          run = .text(
            fonts.mapped(own, to: style.textCase, language: style.language, after: previous), change)
        }
        previous = run.string.unicodeScalars.last ?? previous
        return run
      })
  }

  private func open(
    _ text: StyledText, _ units: [UInt16], _ breaks: PageBreaks, _ attributes: TextAttributes,
    _ style: ParagraphStyle, _ font: PageFont
  ) -> (number: Int, text: PageText) {
    let (number, fonts) = (fonts.numberForText(), fonts)
    let opened = PageText(
      units, mode: attributes.lineBreakMode,
      measure: { fonts.width(of: $0, inText: number) },
      locate: { fonts.locateUnits(in: $0, ofText: number) },
      space: { fonts.endSpace(before: $0, inText: number) })
    let base = lengths(of: font)
    opened.widths = PageText.Widths(base, font)
    let columns = opened.columns
    var shown = PageTextColumns(
      number: number, units: UnsafeBufferPointer(start: columns.units, count: columns.count),
      marks: UnsafeMutableRawPointer(columns.marks), edges: columns.edges, starts: [], fonts: [],
      breaks: breaks)
    var start = 0
    let isPlain = text.runs.count == 1 && text.runs[0].isPlain
    for run in text.runs {
      let end = start + run.string.utf16.count
      guard end > start else { continue }
      shown.starts.append(Int32(start))
      switch run {
      case .attachment(let box):
        columns.edges[end] = box.width
        shown.fonts.append(-1)
        opened.spans.append(PageText.Span(range: start..<end, content: .attachment(box)))
      case .text(_, let own):
        let own = attributes.merging(own)
        let font = PageFont(own, style)
        let known = lengths(of: font)
        shown.fonts.append(Int32(known.number))
        if !isPlain {
          opened.spans.append(
            PageText.Span(
              range: start..<end,
              content: .text(PageText.Widths(known, font), lineHeight: own.lineHeight)))
        }
      }
      start = end
    }
    fonts.open(shown)
    opened.markBreaks()
    fonts.measurePieces(ofText: number)
    return (number, opened)
  }

  private func lengths(of font: PageFont) -> PageFontLengths {
    if let known = lengths[font] { return known }
    let found = fonts.lengths(of: font)
    lengths[font] = found
    return found
  }

  private func forgetFonts() {
    for known in lengths.values { fonts.close(font: known.number) }
    lengths.removeAll()
  }

  private func forget(_ key: Key) {
    guard let (number, text) = texts.removeValue(forKey: key) else { return }
    unitCount -= text.columns.count
    fonts.close(text: number)
  }

  private func forgetTexts() {
    for (number, _) in texts.values { fonts.close(text: number) }
    texts.removeAll(keepingCapacity: true)
    unitCount = 0
  }
}

extension TextMeasurement {
  /// Adds the lines of a text in one font, which are all as high.
  fileprivate mutating func add(
    linesOf text: PageText, _ attributes: TextAttributes, _ width: Double
  ) throws(TextError) {
    let found = try text.measurement(in: width, upTo: attributes.lineLimit)
    let line = text.widths.extents(lineHeight: attributes.lineHeight, isRounded: true)
    for _ in 0..<found.lineCount { add(width: found.width, above: line.above, height: line.height) }
    isTruncated = found.isTruncated
  }
}

extension PageFont {
  fileprivate init(_ attributes: TextAttributes, _ style: ParagraphStyle) {
    self.init(
      families: attributes.families, size: attributes.size, weight: attributes.weight,
      isItalic: attributes.isItalic, letterSpacing: attributes.letterSpacing,
      trimsSpacing: style.textSpacingTrim == .normal)
  }
}

extension PageText.Widths {
  fileprivate init(_ lengths: PageFontLengths, _ font: PageFont) {
    self.init(
      size: font.size, space: lengths.space, ellipsis: lengths.ellipsis, hyphen: lengths.hyphen,
      ascent: lengths.ascent, descent: lengths.descent)
  }
}

extension StyledText.Run {
  /// Whether the run has the attributes of its paragraph.
  fileprivate var isPlain: Bool {
    if case .text(_, let own) = self { own == TextRunAttributes() } else { false }
  }
}

extension ParagraphStyle {
  /// The style with the heights of lines that a browser gives them.
  fileprivate var roundingHeights: ParagraphStyle {
    var style = self
    style.roundsFontHeights = true
    return style
  }

  /// Throws `TextError.onlyOnServer` for a setting whose lines only a server finds.
  fileprivate func checkIsMeasured() throws(TextError) {
    if usesDefaultHyphenation { throw .onlyOnServer("usesDefaultHyphenation") }
  }
}
