/// The arguments of a statement, in the binary form in which a server receives them.
struct Arguments {
  /// All values, one behind the other.
  private(set) var bytes: [UInt8] = []
  /// Where each value ends.
  private(set) var ends: [Int] = []

  mutating func add(_ number: Int) {
    bytes.append(bigEndian: Int64(number))
    ends.append(bytes.count)
  }

  mutating func add(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    ends.append(bytes.count)
  }

  mutating func add(_ value: [UInt8]) {
    bytes.append(contentsOf: value)
    ends.append(bytes.count)
  }

  mutating func add(array numbers: some Collection<Int>) {
    bytes.beginArray(of: .bigint, count: numbers.count)
    for number in numbers {
      bytes.append(bigEndian: Int32(8))
      bytes.append(bigEndian: Int64(number))
    }
    ends.append(bytes.count)
  }

  mutating func add(array texts: some Collection<String>) {
    bytes.beginArray(of: .text, count: texts.count)
    for text in texts {
      bytes.append(bigEndian: Int32(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
    ends.append(bytes.count)
  }

  mutating func add(array values: some Collection<ArraySlice<UInt8>>) {
    bytes.beginArray(of: .bytea, count: values.count)
    for value in values {
      bytes.append(bigEndian: Int32(value.count))
      bytes.append(contentsOf: value)
    }
    ends.append(bytes.count)
  }

  mutating func add(array values: some Collection<[UInt8]>) { add(array: values.map { $0[...] }) }
}

/// The number by which a server knows a type of values.
enum PostgresType: UInt32 {
  case bytea = 17
  case bigint = 20
  case text = 25
}

extension [UInt8] {
  mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends the head of an array with one dimension: the number of dimensions, whether there are nulls, the type, the
  /// count, and the index of the first element.
  fileprivate mutating func beginArray(of type: PostgresType, count: Int) {
    append(bigEndian: Int32(count == 0 ? 0 : 1))
    append(bigEndian: Int32(0))
    append(bigEndian: type.rawValue)
    guard count > 0 else { return }
    append(bigEndian: Int32(count))
    append(bigEndian: Int32(1))
  }
}
