import Synchronization
import Text

extension FuzzTarget {
  /// Measures bytes as a text of several runs and attachments. The lines are those that were measured, have all of the text,
  /// and their pieces are those of the runs.
  static let textRuns = FuzzTarget("text-runs", longestInput: 400, seeds: { runSeeds.map([UInt8].init) }) {
    (input) throws(Violation) in
    var decisions = Decisions(input)
    let style = decisions.paragraphStyle()
    let attributes = TextAttributes(
      size: decisions.pick([17, 0, 40]), lineLimit: decisions.pick([0, 1, 3]),
      lineBreakMode: decisions.pick(LineBreakMode.allCases), direction: decisions.pick(TextDirection.allCases)
    )
    let width = decisions.pick([120, .infinity, 0, 35.5])
    let text = decisions.styledText()
    let measured: TextMeasurement
    let lines: [TextLine]
    do throws(TextError) {
      (measured, lines) = try RunSamples.measurer.withLock { (measurer) throws(TextError) in
        (
          try measurer.measure(text, attributes: attributes, paragraph: style, width: width),
          try measurer.lines(of: text, attributes: attributes, paragraph: style, width: width)
        )
      }
    } catch {
      throw Violation("\(text) cannot be measured: \(error)")
    }
    try promise(lines.count == measured.lineCount, "\(lines.count) lines, and \(measured.lineCount) measured")
    try promise(measured.width >= 0 && measured.width.isFinite, "the width is \(measured.width)")
    try promise(measured.height >= 0 && measured.height.isFinite, "the height is \(measured.height)")
    var end = 0
    for line in lines {
      try promise(line.range.lowerBound == end, "a line begins at \(line.range.lowerBound), not at \(end)")
      end = line.range.upperBound
      for piece in line.pieces {
        try promise(
          piece.x.isFinite && piece.width.isFinite && piece.width >= 0,
          "a piece is at \(piece.x), \(piece.width) wide")
        try promise(piece.run.map(text.runs.indices.contains) ?? true, "a piece is of run \(piece.run ?? -1)")
      }
    }
  }

  private static let runSeeds = [
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{4}Anna likes your photo from the harbour.",
    "\0\0\0\0\0\0\u{1}\u{1}\0\0\0\0\0\0\u{7}עברית and العربية، 123👩‍👩‍👧‍👦日本語。",
  ]
}

private enum RunSamples {
  static let measurer = Mutex(TextMeasurer(fonts: try! FontLibrary()))
}

extension Decisions {
  fileprivate mutating func paragraphStyle() -> ParagraphStyle {
    ParagraphStyle {
      $0.alignment = pick(TextAlignment.allCases)
      $0.lineHeightMultiple = pick([0, 1.5])
      $0.minimumLineHeight = pick([0, 30])
      $0.maximumLineHeight = pick([0, 5])
      $0.paragraphSpacing = pick([0, 7])
      $0.firstLineHeadIndent = pick([0, 20, 1e5])
      $0.headIndent = pick([0, 10])
      $0.tailIndent = pick([0, 80, -10])
      $0.textCase = pick(TextCase.allCases)
      $0.language = pick([nil, "de", "tr", "ja", "x"])
      $0.usesDefaultHyphenation = once(in: 3)
      $0.lineBreakStrictness = pick(LineBreakStrictness.allCases)
      $0.wordBreak = pick(WordBreak.allCases)
      $0.textWrap = pick(TextWrap.allCases)
      $0.textSpacingTrim = pick(TextSpacingTrim.allCases)
    }
  }

  /// The rest of the bytes as text, cut into runs of different fonts, with attachments between some.
  fileprivate mutating func styledText() -> StyledText {
    let length = 1 + below(16)
    let sizes: [Double?] = [nil, 10, 33]
    let weights: [Double?] = [nil, 700]
    var runs: [StyledText.Run] = []
    var word = ""
    for character in rest().text {
      word.append(character)
      guard word.count == length else { continue }
      let number = runs.count
      if number % 5 == 4 {
        runs.append(
          .attachment(TextAttachment(width: 12, height: 20, baselineOffset: Double(number % 7) - 3)))
      }
      runs.append(
        .text(
          word,
          TextRunAttributes(size: sizes[number % 3], weight: weights[number % 2], isItalic: number % 4 == 1)))
      word = ""
    }
    runs.append(.text(word))
    return StyledText(runs)
  }
}
