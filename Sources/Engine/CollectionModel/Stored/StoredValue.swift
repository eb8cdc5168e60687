/// A value that is stored as the bytes of its parts, one after the other.
protocol StoredValue {
  func write(to writer: inout StoredWriter)
  init(from reader: inout StoredReader) throws(StoredFormError)
}

extension Double: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(number: self) }
  init(from reader: inout StoredReader) throws(StoredFormError) { self = try reader.number() }
}

extension Bool: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(flags: StoredFlags(self)) }
  init(from reader: inout StoredReader) throws(StoredFormError) { self = try reader.flags(1)[0] }
}

extension String: StoredValue {
  func write(to writer: inout StoredWriter) { writer.write(text: self) }
  init(from reader: inout StoredReader) throws(StoredFormError) { self = try reader.text() }
}

/// A byte, 1 or 0, says whether a value follows.
extension Optional: StoredValue where Wrapped: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(self != nil)
    if let self { writer.write(self) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self = try reader.value(if: reader.value())
  }
}

/// An enumeration of names, stored as the name, so that the order of its cases can change.
protocol StoredName: StoredValue, RawRepresentable<String> {}

extension StoredName {
  func write(to writer: inout StoredWriter) { writer.write(text: rawValue) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let name = try reader.text()
    guard let value = Self(rawValue: name) else { throw .damaged("the name \(name) is not known") }
    self = value
  }
}

/// A whole number from 0 to `Int.max`, such as a version.
struct StoredWhole: StoredValue {
  let number: Int

  init(_ number: Int) { self.number = number }

  func write(to writer: inout StoredWriter) { writer.write(whole: number) }
  init(from reader: inout StoredReader) throws(StoredFormError) { number = try reader.whole(in: 0...Int.max) }
}

/// Up to eight flags in a byte; the first is the lowest bit.
struct StoredFlags {
  let bits: UInt8

  init(bits: UInt8) { self.bits = bits }

  init(
    _ first: Bool, _ second: Bool = false, _ third: Bool = false, _ fourth: Bool = false,
    _ fifth: Bool = false, _ sixth: Bool = false, _ seventh: Bool = false, _ eighth: Bool = false
  ) {
    func bit(_ flag: Bool, _ index: UInt8) -> UInt8 { flag ? 1 << index : 0 }
    bits =
      bit(first, 0) | bit(second, 1) | bit(third, 2) | bit(fourth, 3) | bit(fifth, 4) | bit(sixth, 5)
      | bit(seventh, 6) | bit(eighth, 7)
  }

  subscript(index: Int) -> Bool { bits >> UInt8(index) & 1 == 1 }
}
