/// Writes values one after the other: whole numbers as LEB128 (seven bits a byte), others as little-endian doubles.
struct StoredWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether something was written that programs of an earlier format cannot read.
  var needsNewestFormat = false

  mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a whole number from 0 on.
  mutating func write(whole number: Int) { write(whole: UInt64(bitPattern: Int64(number))) }

  mutating func write(whole number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes a whole number of either sign; numbers near 0 are short.
  mutating func write(signed number: Int) {
    let number = Int64(number)
    write(whole: UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  mutating func write(number: Double) { write(littleEndian: number.bitPattern) }

  mutating func write(littleEndian number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(text: String) {
    write(whole: text.utf8.count)
    append(text.utf8Span.span.bytes)
  }

  /// Replaces the first byte.
  mutating func begin(with byte: UInt8) { bytes[0] = byte }

  /// Appends bytes as they are.
  mutating func append(_ more: RawSpan) {
    more.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  mutating func write(jsonText: [UInt8]) {
    write(whole: jsonText.count)
    bytes.append(contentsOf: jsonText)
  }

  mutating func write(flags: StoredFlags) { bytes.append(flags.bits) }

  mutating func write<Value: StoredValue>(_ value: Value) { value.write(to: &self) }

  /// Writes a value unless it is nil; the caller has written a flag for it.
  mutating func write<Value: StoredValue>(present value: Value?) {
    if let value { value.write(to: &self) }
  }

  // Two or more values one after the other. Embedded Swift cannot iterate over a pack of values of a protocol.

  mutating func write(_ a: some StoredValue, _ b: some StoredValue) {
    a.write(to: &self)
    b.write(to: &self)
  }

  mutating func write(_ a: some StoredValue, _ b: some StoredValue, _ c: some StoredValue) {
    write(a, b)
    c.write(to: &self)
  }

  mutating func write(
    _ a: some StoredValue, _ b: some StoredValue, _ c: some StoredValue, _ d: some StoredValue
  ) {
    write(a, b)
    write(c, d)
  }

  /// Writes the number of values, then each value.
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
