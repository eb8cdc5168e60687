import Diagnostics

/// Reads the bytes of a `StoredWriter`. From any bytes it reads a value or throws, and it allocates memory only in
/// proportion to their number and to the limits of the layouts that it is given.
struct StoredReader {
  /// The largest whole number: doubles represent every one up to it, and sums of several do not overflow.
  static let wholeLimit = Int.largestExactInteger
  /// The largest number of items in one stored value, so that their positions fit in 32 bits.
  static let itemLimit = Int(Int32.max)

  private let bytes: [UInt8]
  private var position: Int
  private let end: Int
  let layouts: any LayoutReading
  /// The number of items that may follow.
  private var itemsLeft: Int
  /// The number of sections that may follow.
  private var sectionsLeft: Int

  init(_ bytes: [UInt8], _ range: Range<Int>, layouts: any LayoutReading) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
    self.layouts = layouts
    itemsLeft = min(Self.itemLimit, layouts.itemLimit)
    sectionsLeft = layouts.sectionLimit
  }

  var remaining: Int { end - position }

  /// Skips bytes.
  ///
  /// - Returns: the index of the first of them.
  private mutating func take(_ count: Int) throws(StoredFormError) -> Int {
    guard count <= remaining else { throw .damaged("it ends too early") }
    position += count
    return position - count
  }

  mutating func byte() throws(StoredFormError) -> UInt8 { bytes[try take(1)] }

  /// Takes a byte if it is the next one.
  mutating func takes(_ byte: UInt8) -> Bool {
    guard remaining > 0, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Reads a whole number from 0 on.
  mutating func whole(
    in range: ClosedRange<Int> = 0...StoredReader.wholeLimit
  ) throws(StoredFormError) -> Int {
    Int(try whole(in: UInt64(range.lowerBound)...UInt64(range.upperBound)))
  }

  /// Reads a whole number that may be larger than an `Int` of 32 bits.
  mutating func whole(in range: ClosedRange<UInt64>) throws(StoredFormError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << shift
      guard byte & 0x80 == 0 else { continue }
      guard range.contains(number) else {
        throw .damaged("\(number) is not in \(range.lowerBound)...\(range.upperBound)")
      }
      return number
    }
    throw .damaged("a whole number is too long")
  }

  /// Reads a whole number of either sign.
  mutating func signed() throws(StoredFormError) -> Int {
    let folded = try whole(in: 0...2 * UInt64(StoredReader.wholeLimit))
    return Int(Int64(folded >> 1) ^ -Int64(folded & 1))
  }

  mutating func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type
  ) throws(StoredFormError) -> Number {
    let start = try take(MemoryLayout<Number>.size)
    return Number(littleEndian: bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: type))
  }

  mutating func number() throws(StoredFormError) -> Double {
    let number = Double(bitPattern: try littleEndian(UInt64.self))
    guard number.isFinite else { throw .damaged("a number is not finite") }
    return number
  }

  mutating func text() throws(StoredFormError) -> String {
    try text(count: whole())
  }

  mutating func text(count: Int) throws(StoredFormError) -> String {
    let start = try take(count)
    let text: String
    do {
      text = String(copying: try UTF8Span(validating: bytes.span.extracting(start..<start + count)))
    } catch {
      throw .damaged("a text is not UTF-8")
    }
    try LayoutReadingError.rethrown(
      as: { StoredFormError.damaged($0.reason) }, from: layouts.check(name: text))
    return text
  }

  /// Reads a JSON text, or an empty one.
  mutating func jsonText() throws(StoredFormError) -> [UInt8] {
    let count = try whole()
    let start = try take(count)
    let text = Array(bytes[start..<start + count])
    guard !text.isEmpty else { return text }
    try LayoutReadingError.rethrown(
      as: { StoredFormError.damaged($0.reason) }, from: layouts.check(jsonText: text))
    return text
  }

  /// Reads a byte of flags, of which the first `count` are known.
  mutating func flags(_ count: Int) throws(StoredFormError) -> StoredFlags {
    let bits = try byte()
    guard Int(bits) < 1 << count else { throw .damaged("a flag is not known") }
    return StoredFlags(bits: bits)
  }

  mutating func value<Value: StoredValue>(
    _ type: Value.Type = Value.self
  ) throws(StoredFormError) -> Value { try Value(from: &self) }

  /// Reads a value if a flag says that there is one.
  mutating func value<Value: StoredValue>(if isPresent: Bool) throws(StoredFormError) -> Value? {
    isPresent ? try Value(from: &self) : nil
  }

  mutating func list<Value: StoredValue>(of type: Value.Type = Value.self) throws(StoredFormError) -> [Value]
  {
    var values: [Value] = []
    try forEach { (reader) throws(StoredFormError) in values.append(try Value(from: &reader)) }
    return values
  }

  /// Reads the number of values, and calls `read` for each. Every value takes at least a byte.
  mutating func forEach(
    _ read: (inout StoredReader) throws(StoredFormError) -> Void
  ) throws(StoredFormError) {
    let count = try whole()
    guard count <= remaining else { throw .damaged("it ends too early") }
    for _ in 0..<count { try read(&self) }
  }

  /// Counts items against the limit of one stored value.
  mutating func countItems(_ count: Int) throws(StoredFormError) {
    guard count <= itemsLeft else {
      throw .tooMany("there are more than \(min(Self.itemLimit, layouts.itemLimit)) items")
    }
    itemsLeft -= count
  }

  /// Counts a section against the limit of one stored value.
  mutating func countSection() throws(StoredFormError) {
    guard sectionsLeft > 0 else { throw .tooMany("there are more than \(layouts.sectionLimit) sections") }
    sectionsLeft -= 1
  }
}
