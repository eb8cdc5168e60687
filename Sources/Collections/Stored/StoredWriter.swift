/// Writes values one behind the other: whole numbers by seven bits a byte (LEB128), others as doubles, little-endian.
struct StoredWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a whole number that is not negative.
  mutating func write(whole number: Int) {
    var rest = UInt64(truncatingIfNeeded: number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes a whole number of either sign: those near 0 are short.
  mutating func write(signed number: Int) { write(whole: number << 1 ^ number >> (Int.bitWidth - 1)) }

  mutating func write(number: Double) { write(littleEndian: number.bitPattern) }

  mutating func write(littleEndian number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(text: String) {
    write(whole: text.utf8.count)
    write(textOnly: text)
  }

  /// Writes a text without its length.
  mutating func write(textOnly text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func write(words: [UInt8]) {
    write(whole: words.count)
    bytes.append(contentsOf: words)
  }

  /// Writes one bit for each of up to eight conditions, the first the lowest.
  mutating func write(flags: Bool...) {
    var byte: UInt8 = 0
    for (bit, flag) in flags.enumerated() where flag { byte |= 1 << UInt8(bit) }
    bytes.append(byte)
  }

  /// Writes values, one behind the other.
  mutating func write<each Value: StoredValue>(_ values: repeat each Value) {
    for value in repeat each values { value.write(to: &self) }
  }

  /// Writes those values that are there; flags say which.
  mutating func writePresent<each Value: StoredValue>(_ values: repeat (each Value)?) {
    for value in repeat each values {
      if let value { value.write(to: &self) }
    }
  }

  /// Writes how many values there are, and each.
  mutating func write<Values: Collection>(list values: Values) where Values.Element: StoredValue {
    write(list: values) { $0.write($1) }
  }

  mutating func write<Values: Collection>(
    list values: Values, _ write: (inout StoredWriter, Values.Element) -> Void
  ) {
    self.write(whole: values.count)
    for value in values { write(&self, value) }
  }
}
