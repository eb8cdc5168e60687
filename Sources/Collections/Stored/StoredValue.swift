/// A value that is stored as the bytes of its parts, one behind the other.
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

/// A byte says whether there is a value.
extension Optional: StoredValue where Wrapped: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(self != nil)
    if let self { writer.write(self) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self = try reader.value(if: reader.value())
  }
}

/// An enumeration of names is stored as the name: the order of its cases means nothing.
protocol StoredName: StoredValue, RawRepresentable<String> {}

extension StoredName {
  func write(to writer: inout StoredWriter) { writer.write(text: rawValue) }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let name = try reader.text()
    guard let value = Self(rawValue: name) else { throw .damaged("there is no \(Self.self) \(name)") }
    self = value
  }
}

/// A whole number from 0 on that nothing is added to.
struct StoredWhole: StoredValue {
  let number: Int

  init(_ number: Int) { self.number = number }

  func write(to writer: inout StoredWriter) { writer.write(whole: number) }
  init(from reader: inout StoredReader) throws(StoredFormError) { number = try reader.whole(in: 0...Int.max) }
}
