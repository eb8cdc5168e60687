/// Reads what a `StoredWriter` wrote. Whatever the bytes are, it reads a value or throws, and takes no more memory
/// than they are worth.
struct StoredReader {
  /// The largest whole number: up to here a double counts every one, and sums of some do not overflow.
  static let wholeLimit = Int.largestExactInteger
  /// Items of one stored value, counted ones too: their places fit in 32 bits.
  static let itemLimit = Int(Int32.max)

  private let bytes: [UInt8]
  private var place: Int
  private let end: Int
  let layouts: any LayoutReading
  /// How many more items there may be.
  private var itemsLeft = StoredReader.itemLimit

  init(_ bytes: [UInt8], _ range: Range<Int>, layouts: any LayoutReading) {
    self.bytes = bytes
    place = range.lowerBound
    end = range.upperBound
    self.layouts = layouts
  }

  var remaining: Int { end - place }

  /// Passes over some bytes.
  ///
  /// - Returns: where they begin.
  private mutating func take(_ count: Int) throws(StoredFormError) -> Int {
    guard count <= remaining else { throw .damaged("it ends too early") }
    place += count
    return place - count
  }

  mutating func byte() throws(StoredFormError) -> UInt8 { bytes[try take(1)] }

  /// A whole number that is not negative.
  mutating func whole(
    in range: ClosedRange<Int> = 0...StoredReader.wholeLimit
  ) throws(StoredFormError) -> Int {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << shift
      guard byte & 0x80 == 0 else { continue }
      guard range.contains(Int(number)) else { throw .damaged("\(number) is not in \(range)") }
      return Int(number)
    }
    throw .damaged("a whole number is too long")
  }

  /// A whole number of either sign.
  mutating func signed() throws(StoredFormError) -> Int {
    let folded = try whole(in: 0...2 * StoredReader.wholeLimit)
    return folded >> 1 ^ -(folded & 1)
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
    do {
      return String(copying: try UTF8Span(validating: bytes.span.extracting(start..<start + count)))
    } catch {
      throw .damaged("a text is not UTF-8")
    }
  }

  mutating func words() throws(StoredFormError) -> [UInt8] {
    let count = try whole()
    let start = try take(count)
    return Array(bytes[start..<start + count])
  }

  /// The answers to so many questions.
  mutating func flags(_ count: Int) throws(StoredFormError) -> StoredFlags {
    let bits = try byte()
    guard Int(bits) < 1 << count else { throw .damaged("a flag is not known") }
    return StoredFlags(bits: bits)
  }

  mutating func value<Value: StoredValue>(
    _ type: Value.Type = Value.self
  ) throws(StoredFormError) -> Value { try Value(from: &self) }

  /// A value that is there where a flag says so.
  mutating func value<Value: StoredValue>(if isThere: Bool) throws(StoredFormError) -> Value? {
    isThere ? try Value(from: &self) : nil
  }

  mutating func list<Value: StoredValue>(of type: Value.Type = Value.self) throws(StoredFormError) -> [Value]
  {
    var values: [Value] = []
    try forEach { (reader) throws(StoredFormError) in values.append(try Value(from: &reader)) }
    return values
  }

  /// Reads how many values there are, and lets each be read. None takes less than a byte.
  mutating func forEach(
    _ read: (inout StoredReader) throws(StoredFormError) -> Void
  ) throws(StoredFormError) {
    let count = try whole()
    guard count <= remaining else { throw .damaged("it ends too early") }
    for _ in 0..<count { try read(&self) }
  }

  /// Counts items against what one stored value may have.
  mutating func countItems(_ count: Int) throws(StoredFormError) {
    guard count <= itemsLeft else { throw .damaged("there are more than \(Self.itemLimit) items") }
    itemsLeft -= count
  }
}
