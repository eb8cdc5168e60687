import JSON

extension DecodingContext {
  /// Reads an object field by field; a field that `Field` does not list is an error that suggests the nearest name.
  ///
  /// - Returns: whether the value is an object.
  @discardableResult
  @inlinable
  package func object<Field: FieldNames>(
    _ value: JSONValue, _ type: Field.Type, among fields: [Field]? = nil, _ expected: String,
    _ read: (Field, JSONValue) -> Void
  ) -> Bool {
    var field: Field?
    return object(value, expected) { key in
      guard let named = Field.named(key), fields?.contains(named) ?? true else { return nil }
      field = named
      return named.rawValue
    } names: {
      (fields ?? Array(Field.allCases)).map { $0.rawValue }
    } read: { member in
      if let field { read(field, member) }
    }
  }

  /// Reads an object field by field; a field with an unknown name is an error that suggests the nearest name.
  ///
  /// - Returns: whether the value is an object.
  @discardableResult
  package func object(
    _ value: JSONValue, _ expected: String, _ names: [String], _ read: (String, JSONValue) -> Void
  ) -> Bool {
    var name = ""
    return object(value, expected) { key in
      name = String(key)
      return names.contains(name) ? name : nil
    } names: {
      names
    } read: { member in
      read(name, member)
    }
  }

  // A server has a copy of this loop for each kind of object, as bodies may have very many. A page has it once.
  #if hasFeature(Embedded)
    @inline(never)
  #else
    @inline(__always)
  #endif
  @inlinable
  func object(
    _ value: JSONValue, _ expected: String, named: (JSONKey) -> String?, names: () -> [String],
    read: (JSONValue) -> Void
  ) -> Bool {
    guard value.kind == .object else {
      let _: Bool? = mismatch(value, expected)
      return false
    }
    for (key, member) in value.members {
      if isStopped { break }
      if let name = named(key) {
        at(name) { read(member) }
      } else {
        unknownField(String(key), among: names())
      }
    }
    return true
  }

  @usableFromInline
  func unknownField(_ name: String, among names: [String]) {
    at(name) { fault("unknown field\(suggestion(for: name, among: names))") }
  }

  /// Reads an array element by element, until decoding has to end.
  ///
  /// - Parameter bytes: the memory that is counted for each element before it is read: more than what most become.
  /// - Returns: whether the value is an array.
  @discardableResult
  package func array(
    _ value: JSONValue, _ expected: String, taking bytes: Int = 256, _ read: (Int, JSONValue) -> Void
  ) -> Bool {
    guard value.kind == .array else {
      let _: Bool? = mismatch(value, expected)
      return false
    }
    var elements = value.elements
    array(&elements, from: 0, taking: bytes, read)
    return true
  }

  /// Reads the rest of an array element by element, until decoding has to end.
  ///
  /// - Parameter index: the number of elements before.
  package func array(
    _ elements: inout JSONElements, from index: Int, taking bytes: Int, _ read: (Int, JSONValue) -> Void
  ) {
    var index = index
    while let element = elements.next() {
      charge(bytes)
      if isStopped { break }
      at(index) { read(index, element) }
      index += 1
    }
  }

  /// Reads an array of numbers of a fixed length, the compact form of a shape.
  func numbers(
    _ value: JSONValue, count: Int, in range: ClosedRange<Double>, _ expected: String, as shape: Shape? = nil
  ) -> [Double]? {
    guard value.count == count else {
      guard let shape else { return mismatch(value, expected) }
      return mismatch(value, expected, as: shape)
    }
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    array(value, expected, taking: 0) { _, element in
      if let number = number(element, in: range) { numbers.append(number) }
    }
    return numbers.count == count ? numbers : nil
  }
}
