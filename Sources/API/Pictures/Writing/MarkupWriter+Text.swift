extension MarkupWriter {
  /// Writes text that is not ours, so that it is text and nothing else wherever it stands.
  ///
  /// What XML 1.0 forbids even when escaped (control characters, U+FFFE, U+FFFF) becomes U+FFFD; line breaks
  /// and tabs become spaces, because every text of a picture is one line.
  ///
  /// - Complexity: O(n) for n bytes.
  mutating func text(_ text: some StringProtocol) {
    for scalar in text.unicodeScalars { self.scalar(scalar) }
  }

  private mutating func scalar(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "&": raw("&amp;")
    case "<": raw("&lt;")
    case ">": raw("&gt;")
    case "\"": raw("&quot;")
    case "'": raw("&#39;")
    case "\t", "\n", "\r", "\u{2028}", "\u{2029}": raw(" ")
    case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": raw("\u{FFFD}")
    default: raw(scalar)
    }
  }
}
