import JSON

/// Client text in HTML and in style sheets.
extension MarkupWriter {
  /// Writes text as the content of an HTML element that keeps white space. Line separators of any kind become line breaks,
  /// because measuring breaks lines there; the null character, which HTML forbids, becomes U+FFFD.
  ///
  /// - Complexity: O(n) for n bytes.
  mutating func htmlText(_ text: String) {
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": raw("&amp;")
      case "<": raw("&lt;")
      case ">": raw("&gt;")
      case "\0": raw("\u{FFFD}")
      case "\n": if !isAfterReturn { raw("\n") }
      case "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": raw("\n")
      default: raw(scalar)
      }
      isAfterReturn = scalar == "\r"
    }
  }

  /// Writes an HTML attribute with text.
  ///
  /// - Complexity: O(n) for n bytes.
  mutating func htmlAttribute(_ name: String, _ text: String) {
    raw(" ")
    raw(name)
    raw("=\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": raw("&amp;")
      case "<": raw("&lt;")
      case ">": raw("&gt;")
      case "\"": raw("&quot;")
      case "\0": raw("\u{FFFD}")
      // A parser would turn a plain carriage return into a line feed. Invisible characters are visible in the source.
      case "\t", "\n", "\r": raw("&#\(scalar.value);")
      case _ where scalar.properties.generalCategory == .format: raw("&#\(scalar.value);")
      default: raw(scalar)
      }
    }
    raw("\"")
  }

  /// Writes text as an identifier of CSS, or a part of one that is not its beginning.
  ///
  /// Letters and digits are written as they are and everything else as an escape, so that nothing ends the style sheet or
  /// changes the direction of its source.
  ///
  /// - Complexity: O(n) for n bytes.
  mutating func cssName(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_": raw(scalar)
      case "\0": raw("\u{FFFD}")
      case _ where scalar.value >= 0xA0 && scalar.properties.isAlphabetic: raw(scalar)
      default: raw("\\" + String(scalar.value, radix: 16) + " ")
      }
    }
  }

  /// Writes text as a string of CSS.
  ///
  /// - Complexity: O(n) for n bytes.
  mutating func cssString(_ text: String) {
    raw("\"")
    for scalar in text.unicodeScalars {
      if scalar == " " { raw(scalar) } else { cssName(String(scalar)) }
    }
    raw("\"")
  }

  /// Writes a declaration of a length in pixels.
  mutating func css(_ property: String, _ length: Double) {
    raw(property)
    raw(":")
    number(length)
    raw(length == 0 ? ";" : "px;")
  }
}
