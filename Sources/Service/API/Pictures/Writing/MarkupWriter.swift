import JSON
import LayoutEngine

/// Writes XML: markup as it is, text escaped, and short numbers.
struct MarkupWriter: ~Copyable {
  private var bytes: ByteWriter

  /// Creates a writer.
  ///
  /// - Parameter capacity: the number of bytes to reserve memory for.
  init(capacity: Int) { bytes = ByteWriter(capacity: capacity) }

  /// The number of bytes written.
  var count: Int { bytes.count }

  /// Returns the bytes, without a copy.
  consuming func finish() -> ByteBuffer { bytes.finish() }

  /// Writes markup as it is.
  @inline(__always)
  mutating func raw(_ markup: String) {
    var markup = markup
    markup.withUTF8 { bytes.append(contentsOf: UnsafeRawBufferPointer($0)) }
  }

  /// Writes a character that has no meaning in XML.
  @inline(__always)
  mutating func raw(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar)! { bytes.append(byte) }
  }

  /// Writes bytes of markup as they are.
  mutating func raw(_ markup: ByteBuffer) {
    markup.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  /// Writes an attribute with a number.
  @inline(__always)
  mutating func attribute(_ name: String, _ value: Double) {
    bytes.append(0x20)
    raw(name)
    raw("=\"")
    number(value)
    bytes.append(0x22)
  }

  /// Writes an attribute whose value needs no escaping: a class name, a path, a keyword.
  @inline(__always)
  mutating func attribute(_ name: String, _ value: String) {
    bytes.append(0x20)
    raw(name)
    raw("=\"")
    raw(value)
    bytes.append(0x22)
  }
}

extension MarkupWriter {
  /// Writes a number with at most three decimals, without trailing zeros.
  ///
  /// Three decimals suffice for the pixels of every screen: a third of a point is 0.333. Numbers from 1e12 on are
  /// written without decimals.
  mutating func number(_ value: Double) {
    decimal(value, places: value.magnitude < 1e12 ? 3 : 0)
  }

  /// Writes a number with at most `places` decimals, up to six, without trailing zeros; 0 for one that is not finite.
  mutating func decimal(_ value: Double, places: Int) {
    guard value.isFinite else { return bytes.append(0x30) }
    var unit = 1.0
    for _ in 0..<places { unit *= 10 }
    // Below 1e21, a decimal has no exponent; and that of a rounded number has no more places than it was rounded to.
    let bounded = min(max(value, -9e18), 9e18)
    bytes.append(decimal: (bounded * unit).rounded() / unit)
  }

  /// Writes the four attributes of a rect.
  mutating func rect(_ rect: Rect) {
    attribute("x", rect.x)
    attribute("y", rect.y)
    attribute("width", rect.width)
    attribute("height", rect.height)
  }

  /// Writes the attribute `viewBox` for a rect.
  mutating func viewBox(_ rect: Rect) {
    raw(" viewBox=\"")
    number(rect.x)
    raw(" ")
    number(rect.y)
    raw(" ")
    number(rect.width)
    raw(" ")
    number(rect.height)
    raw("\"")
  }
}

extension MarkupWriter {
  /// Writes a client's text, escaped so that it is plain text in any position.
  ///
  /// Characters that XML 1.0 forbids even when escaped (control characters, U+FFFE, U+FFFF) become U+FFFD; line breaks
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
