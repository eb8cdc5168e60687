import Diagnostics
import Geometry
import JSON

extension DecodingContext {
  /// Reads a number within `range`.
  package func number(
    _ value: JSONValue, in range: ClosedRange<Double> = -Coordinate.limit...Coordinate.limit
  )
    -> Double?
  {
    if let number = value.number, range.contains(number) { return number }
    return mismatch(
      value, "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))", as: .number)
  }

  /// Reads a length: a number that is not negative.
  func length(_ value: JSONValue) -> Double? {
    number(value, in: 0...Coordinate.limit)
  }

  /// Reads a number above zero.
  package func positive(_ value: JSONValue, upTo limit: Double = Coordinate.limit) -> Double? {
    if let number = value.number, number > 0, number <= limit { return number }
    return mismatch(value, "a number above 0 and up to \(plain(limit))", as: .number)
  }

  /// Reads a whole number within `range`.
  package func integer(_ value: JSONValue, in range: ClosedRange<Int>) -> Int? {
    if let number = value.number, abs(number) <= Double.largestExactInteger, let whole = Int(exactly: number),
      range.contains(whole)
    {
      return whole
    }
    // Where an `Int` has 32 bits, it cannot hold the largest number that the service takes.
    let upperBound =
      range.upperBound == .largestExactInteger ? Int64(Double.largestExactInteger) : Int64(range.upperBound)
    return mismatch(value, "a whole number from \(range.lowerBound) to \(upperBound)", as: .number)
  }

  /// Reads true or false.
  package func bool(_ value: JSONValue) -> Bool? {
    value.bool ?? mismatch(value, "true or false", as: .bool)
  }

  /// Reads a string.
  package func string(_ value: JSONValue) -> String? {
    value.string ?? mismatch(value, "a string", as: .text)
  }

  /// Reads one of the names of an enumeration.
  @inlinable
  package func name<Name: RawRepresentable & CaseIterable>(_ value: JSONValue, of type: Name.Type) -> Name?
  where Name.RawValue == String {
    if let given = value.string, let name = Name(rawValue: given) { return name }
    _ = choice(value, among: Name.allCases.map { $0.rawValue })
    return nil
  }

  /// Reads one of some names.
  @usableFromInline
  package func choice(_ value: JSONValue, among names: [String]) -> String? {
    guard let given = value.string else {
      return mismatch(value, "one of \(names.map { "\"\($0)\"" }.joined(separator: ", "))")
    }
    if names.contains(given) { return given }
    fault("unknown value \(quoted(given))\(suggestion(for: given, among: names))")
    return nil
  }

  /// Sets the target if the value is valid. An invalid value has been reported, and the request will be rejected.
  @inlinable
  package func set<Value>(_ target: inout Value, _ value: Value?) {
    if let value { target = value }
  }

  /// Reports that a value has another type or range than expected.
  ///
  /// - Parameter hint: the end of the message.
  package func mismatch<Result>(_ value: JSONValue, _ expected: String, hint: String = "") -> Result? {
    refuse(value, expected, hint)
    return nil
  }

  /// Reports that a value has another type or range than expected, and how it is written if another notation has it.
  package func mismatch<Result>(_ value: JSONValue, _ expected: String, as shape: Shape) -> Result? {
    refuse(value, expected, notation(of: value, as: shape))
    return nil
  }

  private func refuse(_ value: JSONValue, _ expected: String, _ hint: String) {
    fault("expected \(expected), got \(described(value))\(hint)")
  }

  /// Returns the end of a message: the nearest of the valid names, if one is near, and up to 40 of them.
  package func suggestion(for name: String, among names: [String]) -> String {
    if names.isEmpty { return "; there are none" }
    let start = NearestName.to(name, among: names).map { "; did you mean \"\($0)\"? It" } ?? "; it"
    // Clients choose the names of templates, views and metrics, so that there may be many, and long ones.
    let limit = 40
    let rest = names.count > limit ? " and \(names.count - limit) more" : ""
    return "\(start) takes \(names.prefix(limit).map(quoted).joined(separator: ", "))\(rest)"
  }
}

extension DecodingContext {
  /// Returns a client's text in quotes, shortened to 60 characters.
  package func quoted(_ text: String) -> String { "\"\(text.shortened(to: 60))\"" }

  private func described(_ value: JSONValue) -> String {
    switch value.kind {
    case .null: "null"
    case .bool: value.bool == true ? "true" : "false"
    case .number: value.number.map(plain) ?? "a number"
    case .string: quoted(value.string ?? "")
    case .array: "an array of \(value.count)"
    case .object: value.count == 0 ? "an empty object" : "an object"
    }
  }

  /// Returns a number without ".0" if it is whole.
  func plain(_ number: Double) -> String {
    number.rounded() == number && abs(number) <= Double.largestExactInteger ? "\(Int64(number))" : "\(number)"
  }
}
