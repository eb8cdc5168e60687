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
