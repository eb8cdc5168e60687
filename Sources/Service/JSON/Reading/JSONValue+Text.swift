extension JSONValue {
  /// The value as JSON text in one form: without white space, with numbers and strings as `JSONWriter` writes them.
  ///
  /// Values that differ only in how they are written have the same text.
  ///
  /// - Complexity: O(n), where n is the length of the text.
  public var text: [UInt8] {
    let raw = raw
    if isInWritersForm(raw) { return Array(raw) }
    var writer = JSONWriter(capacity: raw.count)
    writer.value(self)
    return writer.finish().withUnsafeBytes { Array($0) }
  }

  /// Whether the text is as the writer would write it. False if in doubt: only whole numbers are looked at.
  private func isInWritersForm(_ raw: UnsafeBufferPointer<UInt8>) -> Bool {
    let end = start + raw.count
    var place = start
    while place < end {
      let byte = place.pointee
      if byte == UInt8(ascii: "\"") {
        let (quote, hasEscapes) = reading.pointee.closingQuote(from: place + 1)
        if hasEscapes { return false }
        place = quote + 1
      } else if byte.isDigit || byte == UInt8(ascii: "-") {
        guard skipPlainInteger(&place) else { return false }
      } else if byte <= 0x20 {
        return false
      } else {
        place += 1
      }
    }
    return true
  }

  /// Goes behind a whole number that is as the writer would write it; returns whether there is one.
  private func skipPlainInteger(_ place: inout JSONBytes) -> Bool {
    let isNegative = place.pointee == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let first = place
    while place.pointee.isDigit { place += 1 }
    // So many digits are exact. The writer has no negative zero.
    if place - first > 15 || isNegative && first.pointee == UInt8(ascii: "0") { return false }
    return place.pointee != UInt8(ascii: ".") && place.pointee | 0x20 != UInt8(ascii: "e")
  }
}
