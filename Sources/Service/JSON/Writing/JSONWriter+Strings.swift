extension JSONWriter {
  /// Writes a key that needs no escapes.
  ///
  /// - Precondition: The literal has no quote, backslash or control character.
  /// - Complexity: O(n) amortized, where n is the length of the key.
  @inlinable public mutating func key(_ literal: StaticString) {
    assert(JSONEscapes.areNone(in: literal), "a literal key needs no escapes")
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(literal)
    bytes.append("\":")
    needsComma = false
  }

  /// Writes a key.
  ///
  /// - Complexity: O(n) amortized, where n is the length of the key.
  // Without the attribute a literal would be a String and come here.
  @_disfavoredOverload
  public mutating func key(_ text: String) {
    string(text)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string.
  ///
  /// - Complexity: O(n) amortized, where n is the length of the string.
  public mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string(utf8: $0) }
  }

  /// Writes a string given as its UTF-8.
  ///
  /// - Precondition: The bytes are valid UTF-8.
  /// - Complexity: O(n) amortized, where n is the number of bytes.
  public mutating func string(utf8 text: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    JSONEscapes.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }
}
