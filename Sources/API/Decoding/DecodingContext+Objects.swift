import JSON

/// The fields of a JSON object: an enumeration whose raw values are the names on the wire.
protocol FieldNames: RawRepresentable, CaseIterable, Equatable, Sendable where RawValue == String {}

extension DecodingContext {
  /// Reads an object field by field; a field that `Field` does not list is an error that suggests the nearest name.
  ///
  /// - Returns: whether the value is an object.
  @discardableResult
  func object<Field: FieldNames>(
    _ value: JSONValue, _ type: Field.Type, among fields: [Field]? = nil, _ expected: String,
    _ read: (Field, JSONValue) -> Void
  ) -> Bool {
    let field = { (name: String) in Field(rawValue: name).flatMap { fields?.contains($0) ?? true ? $0 : nil }
    }
    return object(value, expected, field, read) { (fields ?? Array(Field.allCases)).map(\.rawValue) }
  }

  /// Reads an object field by field; a field with an unknown name is an error that suggests the nearest name.
  ///
  /// - Returns: whether the value is an object.
  @discardableResult
  func object(
    _ value: JSONValue, _ expected: String, _ names: [String], _ read: (String, JSONValue) -> Void
  ) -> Bool {
    object(value, expected, { names.contains($0) ? $0 : nil }, read) { names }
  }

  @inline(__always)
  private func object<Field>(
    _ value: JSONValue, _ expected: String, _ field: (String) -> Field?, _ read: (Field, JSONValue) -> Void,
    names: () -> [String]
  ) -> Bool {
    guard value.kind == .object else {
      let _: Bool? = mismatch(value, expected)
      return false
    }
    for (name, member) in value.members where !isStopped {
      let key = String(name)
      if let field = field(key) {
        at(key) { read(field, member) }
      } else {
        at(key) { fault("unknown field\(suggestion(for: key, among: names()))") }
      }
    }
    return true
  }

  /// Reads an array element by element, until decoding has to end.
  ///
  /// - Returns: whether the value is an array.
  @discardableResult
  func array(_ value: JSONValue, _ expected: String, _ read: (Int, JSONValue) -> Void) -> Bool {
    guard value.kind == .array else {
      let _: Bool? = mismatch(value, expected)
      return false
    }
    for (index, element) in value.elements.enumerated() where !isStopped {
      at(index) { read(index, element) }
    }
    return true
  }

  /// Reads an array of numbers of a fixed length, the compact form of a shape.
  func numbers(
    _ value: JSONValue, count: Int, in range: ClosedRange<Double>, _ expected: String
  ) -> [Double]? {
    guard value.count == count else { return mismatch(value, expected) }
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    array(value, expected) { _, element in
      if let number = number(element, in: range) { numbers.append(number) }
    }
    return numbers.count == count ? numbers : nil
  }
}
