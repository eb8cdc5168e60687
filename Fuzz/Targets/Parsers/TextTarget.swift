import Synchronization
import Text

extension FuzzTarget {
  /// Measures bytes as text, in a style and at a width that the first bytes choose. The lines are those that were
  /// measured, and have all of the text.
  static let text = FuzzTarget("text", longestInput: 600, seeds: { textSeeds.map([UInt8].init) }) {
    (input) throws(Violation) in
    var decisions = Decisions(input)
    let attributes = decisions.textAttributes()
    let width = decisions.pick([120, .infinity, 0, 35.5, -1, 1e-300, 0x1p53])
    let text = decisions.rest().text
    let measurement: TextMeasurement
    let lines: [TextLine]
    do throws(TextError) {
      (measurement, lines) = try TextSamples.measurer.withLock { (measurer) throws(TextError) in
        (
          try measurer.measure(text, attributes: attributes, width: width),
          try measurer.lines(of: text, attributes: attributes, width: width)
        )
      }
    } catch {
      throw Violation("\(text) cannot be measured: \(error)")
    }
    if text.utf8.count % 64 == 1 {
      let anew = try? TextMeasurer(fonts: TextSamples.fonts).measure(
        text, attributes: attributes, width: width)
      try promise(anew == measurement, "with nothing cached, \(text) measures \(String(describing: anew))")
    }
    try promise(
      lines.count == measurement.lineCount, "\(lines.count) lines; \(measurement.lineCount) were measured")
    var end = 0
    for line in lines {
      try promise(line.range.lowerBound == end, "a line begins at \(line.range.lowerBound), not at \(end)")
      end = line.range.upperBound
      try promise(line.width.isFinite, "a line is \(line.width) wide")
      try promise(line.width >= 0, "a line is \(line.width) wide")
      try promise(line.height >= 0 && line.height.isFinite, "a line is \(line.height) high")
      try promise(line.width <= measurement.width, "a line is wider than the text")
    }
    try promise(measurement.width >= 0 && measurement.width.isFinite, "the width is \(measurement.width)")
    try promise(measurement.height >= 0 && measurement.height.isFinite, "the height is \(measurement.height)")
    try promise(
      measurement.isTruncated || end == text.unicodeScalars.count || end == text.utf16.count
        || end == text.utf8.count,
      "the lines end at \(end)")
    try promise(
      attributes.lineLimit == 0 || lines.count <= attributes.lineLimit, "\(lines.count) lines are too many")
  }

  private static let textSeeds = [
    "\0\0\0\0\0\0\0\0\0The last boats come in, and the gulls follow them.", "\u{1}\0\0\0\0\0\0\0\0กำลังจะไปที่น้ำ่่่่",
    "\0\0\0\u{1}\0\u{1}\u{2}\u{1}\0עברית and العربية، 123\u{202E}abc\u{202C}",
    "\0\0\0\0\0\0\u{3}\0\u{2}👩‍👩‍👧‍👦🏳️‍🌈\r\n\u{2028}é́́́́日本語。",
  ]
}

private enum TextSamples {
  /// The fonts of the service.
  static let fonts = try! FontLibrary()

  static let measurer = Mutex(TextMeasurer(fonts: fonts))
}

extension Decisions {
  fileprivate mutating func textAttributes() -> TextAttributes {
    TextAttributes(
      families: pick([[], ["Noto Sans Thai"], ["No Such Font", "Inter"]]),
      size: pick([17, 0, 1e-300, 8.5, 1000]),
      weight: pick([400, 1, 1000, 650]), isItalic: once(in: 3), lineHeight: pick([nil, 0, 20, 1e9]),
      letterSpacing: pick([0, 1, -3, 1e6]), lineLimit: pick([0, 1, 2, .max]),
      lineBreakMode: pick(LineBreakMode.allCases), direction: pick(TextDirection.allCases))
  }
}
