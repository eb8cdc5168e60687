import Diagnostics
import Geometry
import JSON

extension DecodingContext {
  /// A number within `range`.
  func number(_ value: JSONValue, in range: ClosedRange<Double> = -Coordinate.limit...Coordinate.limit)
    -> Double?
  {
    if let number = value.number, range.contains(number) { return number }
    return mismatch(value, "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))")
  }

  /// A length: a number that is not negative.
  func length(_ value: JSONValue) -> Double? {
    number(value, in: 0...Coordinate.limit)
  }

  /// A number above zero.
  func positive(_ value: JSONValue, upTo limit: Double = Coordinate.limit) -> Double? {
    if let number = value.number, number > 0, number <= limit { return number }
    return mismatch(value, "a number above 0, \(plain(limit)) at most")
  }

  /// A whole number within `range`.
  func integer(_ value: JSONValue, in range: ClosedRange<Int>) -> Int? {
    if let number = value.number, number.rounded() == number, abs(number) <= Double.largestExactInteger,
      range.contains(Int(number))
    {
      return Int(number)
    }
    return mismatch(value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
  }

  func bool(_ value: JSONValue) -> Bool? {
    value.bool ?? mismatch(value, "true or false")
  }

  func string(_ value: JSONValue) -> String? {
    value.string ?? mismatch(value, "a string")
  }

  /// One of the names of an enumeration.
  func name<Name: RawRepresentable & CaseIterable>(_ value: JSONValue, of type: Name.Type) -> Name?
  where Name.RawValue == String {
    let names = Name.allCases.map(\.rawValue)
    guard let given = value.string else {
      return mismatch(value, "one of \(names.map { "\"\($0)\"" }.joined(separator: ", "))")
    }
    if let name = Name(rawValue: given) { return name }
    fault("unknown value \(quoted(given))\(suggestion(for: given, among: names))")
    return nil
  }

  /// Keeps the default where the value could not be read: the fault is noted, the request is refused anyway.
  func set<Value>(_ target: inout Value, _ value: Value?) {
    if let value { target = value }
  }

  /// Notes that a value is not what was expected.
  func mismatch<Result>(_ value: JSONValue, _ expected: String) -> Result? {
    fault("expected \(expected), got \(described(value))")
    return nil
  }

  /// The nearest of the names, if one is near, and all of them, or as many as a message bears.
  func suggestion(for name: String, among names: [String]) -> String {
    if names.isEmpty { return "; there are none" }
    let nearest = NearestName.to(name, among: names).map { "; did you mean \"\($0)\"?" } ?? ";"
    // Clients choose the names of templates, views and metrics: there may be many, and long ones.
    let limit = 40
    let rest = names.count > limit ? " and \(names.count - limit) more" : ""
    return "\(nearest) It takes \(names.prefix(limit).map(quoted).joined(separator: ", "))\(rest)"
  }
}

extension DecodingContext {
  /// A client's own text in a message, cut to a length that a message bears.
  func quoted(_ text: String) -> String { "\"\(text.shortened(to: 60))\"" }

  private func described(_ value: JSONValue) -> String {
    switch value.kind {
    case .null: "null"
    case .bool: value.bool == true ? "true" : "false"
    case .number: value.number.map(plain) ?? "a number"
    case .string: quoted(value.string ?? "")
    case .array: "an array of \(value.count)"
    case .object: "an object"
    }
  }

  /// A number as a person writes it: no ".0" behind whole ones.
  private func plain(_ number: Double) -> String {
    number.rounded() == number && abs(number) <= Double.largestExactInteger ? "\(Int(number))" : "\(number)"
  }
}
