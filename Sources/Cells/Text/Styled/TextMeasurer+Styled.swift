import Cancellation

extension TextMeasurer {
  /// Measures a text of several runs that is broken into lines.
  ///
  /// A run takes the attributes that it leaves open from `attributes`, whose line limit, line break mode and direction
  /// are those of the whole text. Each line is as high as the boxes of its runs and attachments together, around one
  /// baseline, and at least as high as a line of the paragraph's own font, as in a browser. The width contains indents.
  ///
  /// - Parameter width: the available width, in points, as for `measure(_:attributes:width:)`.
  /// - Throws: `TextError.invalid` for an attribute or a width out of range, `tooLong`, `outOfMemory`.
  /// - Complexity: O(n + r) for n bytes of text and r runs.
  public func measure(
    _ text: StyledText, attributes: TextAttributes, paragraph style: ParagraphStyle = ParagraphStyle(),
    width: Double
  ) throws(TextError) -> TextMeasurement {
    let paragraph = try shaped(text, attributes, style, width)
    var result = TextMeasurement(missingFamilies: paragraph.missingFamilies)
    try result.add(linesOf: paragraph, attributes, style, width)
    result.isHyphenationMissing = paragraph.styled?.isHyphenationMissing ?? false
    return result
  }

  /// Returns the lines of a text of several runs with their pieces, as `measure(_:attributes:paragraph:width:)` breaks
  /// them.
  ///
  /// The ellipsis of a truncated line has the attributes of the paragraph, as in a browser.
  ///
  /// - Parameter width: the available width, in points, in which lines are aligned; if it is infinite, they are aligned
  ///   in the width of the widest.
  /// - Throws: `TextError.invalid` for an attribute or a width out of range, `tooLong`, `outOfMemory`.
  /// - Complexity: O(n log n + r) for n bytes of text and r runs.
  public func lines(
    of text: StyledText, attributes: TextAttributes, paragraph style: ParagraphStyle = ParagraphStyle(),
    width: Double
  ) throws(TextError) -> [TextLine] {
    let paragraph = try shaped(text, attributes, style, width)
    var broken: [StyledLine] = []
    _ = try paragraph.eachLine(attributes, style, width) { broken.append($0) }
    var width = max(0, width)
    if width == .infinity {
      width = broken.reduce(0) { max($0, $1.width) }
    }
    var lines: [TextLine] = []
    lines.reserveCapacity(broken.count)
    var top = 0.0
    for line in broken {
      lines.append(try self.line(line, of: paragraph, style, top: top, width: width))
      top += line.extents.height + line.spaceBelow
    }
    return lines
  }

  private func line(
    _ line: StyledLine, of paragraph: Paragraph, _ style: ParagraphStyle, top: Double, width: Double
  ) throws(TextError) -> TextLine {
    let span = line.span
    let isRightToLeft = levels.isParagraphRightToLeft(at: span.start)
    var room = line.room
    if room.width == .infinity { room.width = width - room.leading - room.trailing }
    let slack = room.width - span.width
    var spaceStretch = 0.0
    if style.alignment == .justified, !line.isLastOfParagraph, span.omitted == nil, slack > 0,
      slack < .infinity
    {
      let spaces = paragraph.spaceCount(in: span.start..<span.contentEnd)
      if spaces > 0 { spaceStretch = slack / Double(spaces) }
    }
    let lineWidth = spaceStretch > 0 ? room.width : span.extent
    let x = style.x(in: room, ofWidth: width, lineWidth: lineWidth, isRightToLeft: isRightToLeft)
    var pieces = try paragraph.pieces(of: span, levels: levels, spaceStretch: spaceStretch)
    for index in pieces.indices { pieces[index].x += x }
    return TextLine(
      text: paragraph.text(of: span), range: span.start..<span.end, width: lineWidth, top: top,
      height: line.extents.height, baseline: top + line.extents.above, isRightToLeft: isRightToLeft, x: x,
      pieces: pieces, shapedCount: paragraph.shapedCount(of: span),
      endsText: paragraph.endsText(on: span))
  }

  /// Shapes a text of several runs.
  func shaped(
    _ text: StyledText, _ attributes: TextAttributes, _ paragraph: ParagraphStyle, _ width: Double
  ) throws(TextError) -> Paragraph {
    try attributes.validate()
    try paragraph.validate()
    guard !width.isNaN else { throw .invalid("width") }
    try checkLength(of: text)
    let styled = try StyledRuns(text, attributes: attributes, paragraph: paragraph) { stack(for: $0) }
    // Letters that are mapped to others may be longer.
    guard styled.text.utf8.count <= lengthLimit else { throw .tooLong(limit: lengthLimit) }
    let style = Shaper.Style(
      stack: stack(for: attributes), size: attributes.size, letterSpacing: attributes.letterSpacing,
      trimsSpacing: paragraph.textSpacingTrim == .normal)
    columns.load(styled.text)
    graphemes.reset()
    let language = paragraph.language.flatMap(Language.init)
    try lineBreaks.mark(
      columns, mode: attributes.lineBreakMode, graphemes: graphemes, locale: paragraph.locale(of: language),
      wordBreak: paragraph.wordBreak)
    if paragraph.usesDefaultHyphenation, attributes.lineBreakMode.breaksBetweenWords {
      styled.isHyphenationMissing = true
      if let language { styled.isHyphenationMissing = try !hyphenation.mark(columns, language: language) }
    }
    levels.resolve(columns, direction: attributes.direction)
    runs = Itemizer.runs(of: columns, styled: styled, levels: levels, reusing: runs)
    if Cancellation.stopsHere { throw .cancelled }
    styled.setAttachments(in: columns)
    try shaper.shape(runs, of: columns, style: style, styles: styled.styles)
    return Paragraph(
      columns: columns, runs: runs, style: style, shaper: shaper, graphemes: graphemes, styled: styled)
  }

  private func checkLength(of text: StyledText) throws(TextError) {
    var length = 0
    for run in text.runs {
      length += run.string.utf8.count
      guard length <= lengthLimit else { throw .tooLong(limit: lengthLimit) }
    }
  }
}

extension Paragraph {
  /// The requested families that the library lacks, of the paragraph and its runs.
  fileprivate var missingFamilies: [String] {
    let own = style.stack.missingFamilies
    return own + (styled?.missingFamilies.filter { !own.contains($0) } ?? [])
  }
}

extension ParagraphStyle {
  /// Returns ICU's name of the locale with the rules about line breaks; nil for the usual ones.
  fileprivate func locale(of language: Language?) -> String? {
    if language == nil, lineBreakStrictness == .normal { return nil }
    return "\(language?.tag ?? "en")@lb=\(lineBreakStrictness.rawValue)"
  }
}

extension LineBreakMode {
  /// Whether lines break between words, so that words can be hyphenated.
  fileprivate var breaksBetweenWords: Bool { self != .charWrapping && self != .clipping }
}
