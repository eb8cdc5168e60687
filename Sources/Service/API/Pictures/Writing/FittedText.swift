/// The beginning of a text that fits a width, cut between characters.
struct FittedText {
  let prefix: Substring
  /// Whether the text is cut; `ems` then includes the ellipsis for the rest.
  let isCut: Bool
  let ems: Double

  /// The largest length of a label, in bytes: a single character can have any number of combining marks, none of
  /// which has a width.
  static let byteLimit = 240

  private static let ellipsis = 1.0

  /// Fits a text into `room` ems, with an ellipsis if it has to be cut; nil if no character fits.
  ///
  /// - Complexity: O(m) for the m characters that fit, regardless of the length of the text.
  init?(_ text: String, room: Double) {
    var ems = 0.0
    var bytes = 0
    /// The end of the characters after which an ellipsis still fits.
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
  /// The characters that fit.
  var words: String { isCut ? prefix + "…" : String(prefix) }
}

extension MarkupWriter {
  mutating func text(_ fitted: FittedText) {
    text(fitted.prefix)
    if fitted.isCut { raw("…") }
  }
}

/// Estimates of the largest width of text, without its font.
///
/// The picture names generic fonts, and every viewer has others. The widths are those of DejaVu Sans, the widest of
/// the usual fonts, by groups of characters: a label that fits by the estimate fits in every viewer.
enum TextWidth {
  /// Returns the width in ems.
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
