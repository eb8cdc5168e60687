import JSON

extension ByteWriter {
  /// Appends UTF-8 with `?` in place of every control character (C0, delete, C1), so that the text neither begins a
  /// line nor controls a terminal.
  mutating func append(printable text: some Collection<UInt8>) {
    var isSecondOfC2 = false
    for byte in text {
      if isSecondOfC2, (0x80...0x9F).contains(byte) {
        append(UInt8(ascii: "?"))
      } else {
        if isSecondOfC2 { append(0xC2 as UInt8) }
        if byte != 0xC2 { append(byte < 0x20 || byte == 0x7F ? UInt8(ascii: "?") : byte) }
      }
      isSecondOfC2 = byte == 0xC2
    }
  }
}
