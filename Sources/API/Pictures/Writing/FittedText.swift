/// The beginning of a text that fits a width, in whole characters.
struct FittedText {
  let prefix: Substring
  /// Whether the text goes on; an ellipsis then stands for the rest and has its place in `ems`.
  let isCut: Bool
  let ems: Double

  /// One label never takes more bytes than this, whatever it is made of: a single character can carry any
  /// number of combining marks, none of which has a width.
  static let byteLimit = 240

  private static let ellipsis = 1.0

  /// The text if it fits `room` ems, else as much of it as does with an ellipsis; nil when nothing is left.
  ///
  /// - Complexity: O(m) for the m characters that fit, whatever the length of the text.
  init?(_ text: String, room: Double) {
    var ems = 0.0
    var bytes = 0
    /// The end of what would still leave room for an ellipsis.
    var cut = (end: text.startIndex, ems: 0.0)
    var end = text.startIndex
    while end < text.endIndex {
      let next = text.index(after: end)
      let character = text[end..<next]
      ems += TextWidth.ems(of: character)
      bytes += character.utf8.count
      guard ems <= room, bytes <= FittedText.byteLimit else {
        guard cut.end > text.startIndex else { return nil }
        self.init(prefix: text[..<cut.end], isCut: true, ems: cut.ems + FittedText.ellipsis)
        return
      }
      if ems + FittedText.ellipsis <= room { cut = (next, ems) }
      end = next
    }
    self.init(prefix: text[...], isCut: false, ems: ems)
  }

  private init(prefix: Substring, isCut: Bool, ems: Double) {
    self.prefix = prefix
    self.isCut = isCut
    self.ems = ems
  }
}

extension FittedText {
  /// What is seen of the text.
  var words: String { isCut ? prefix + "…" : String(prefix) }
}

extension MarkupWriter {
  mutating func text(_ fitted: FittedText) {
    text(fitted.prefix)
    if fitted.isCut { raw("…") }
  }
}

/// How wide text is at most, guessed without its font.
///
/// The picture names generic fonts, so nobody knows which one a viewer has. The widths are those of DejaVu
/// Sans, the widest of the usual ones, by groups of characters: a label that fits by this guess fits.
enum TextWidth {
  /// The width in ems.
  ///
  /// - Complexity: O(n) for n scalars.
  static func ems(of text: some StringProtocol) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ems(of: $1) }
  }

  static func ems(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "I", " ", ".", ",", ":", ";", "'", "|", "!": 0.36
    case "m", "w", "M", "W", "@", "%", "…": 1
    case "A"..."Z", "+", "=", "<", ">", "#", "~", "&", "×", "·": 0.84
    case "\u{0}"..."\u{7E}": 0.65
    case "\u{300}"..."\u{36F}", "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}",
      "\u{2060}"..."\u{206F}", "\u{FE00}"..."\u{FE0F}", "\u{E0000}"..."\u{E0FFF}":
      0
    case "\u{1100}"..."\u{115F}", "\u{2E80}"..."\u{D7FF}", "\u{F900}"..."\u{FAFF}",
      "\u{FE30}"..."\u{FE6F}", "\u{FF00}"..."\u{FF60}":
      1.05
    case "\u{1F000}"...: 1.4
    default: 0.85
    }
  }
}
