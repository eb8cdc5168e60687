import HTTPServer
import LayoutEngine
import Wire

/// The query of a request, read parameter by parameter.
struct Query: Sendable {
  private let items: [QueryItem]

  init(_ head: RequestHead) { items = head.target.query }

  /// Rejects unknown parameters, those that occur twice, and values that are not in Unicode normal form C.
  ///
  /// - Throws: `badRequest`.
  func allow(_ names: [String]) throws(Problem) {
    var seen: Set<String> = []
    for item in items {
      guard names.contains(item.name) else {
        let takes = Suggestion.list(of: names, for: item.name)
        throw Problem(.badRequest, "Unknown query parameter \(Suggestion.quoted(item.name)).\(takes)")
      }
      guard seen.insert(item.name).inserted else {
        throw Problem(.badRequest, "The query parameter \"\(item.name)\" is given twice.")
      }
      guard item.value.isInNormalFormC else {
        throw Problem(.badRequest, "The query parameter \"\(item.name)\" is not in Unicode normal form C.")
      }
    }
  }

  /// The value of a parameter, or nil.
  func text(_ name: String) -> String? { items.first { $0.name == name }?.value }

  /// Returns the query as text, with another value of one parameter; for values without characters that an address
  /// escapes.
  func text(setting name: String, to value: Int) -> String {
    items.map { "\($0.name)=\($0.name == name ? "\(value)" : $0.value)" }.joined(separator: "&")
  }

  /// - Throws: `badRequest` for anything but a whole number in the range.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = text(name) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw Problem(
        .badRequest,
        "The query parameter \(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not "
          + "\(Suggestion.quoted(text)).")
    }
    return value
  }

  /// - Throws: `badRequest` for anything but `true` and `false`.
  func bool(_ name: String) throws(Problem) -> Bool? {
    guard let text = text(name) else { return nil }
    guard let value = Bool(text) else {
      throw Problem(
        .badRequest, "The query parameter \(name) takes true or false, not \(Suggestion.quoted(text)).")
    }
    return value
  }

  /// - Throws: `badRequest` for anything but a name of the type.
  func name<Name: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Name.Type
  ) throws(Problem) -> Name? {
    guard let text = text(name) else { return nil }
    guard let value = Name(rawValue: text) else {
      throw Problem(
        .badRequest, Suggestion.unknownValue(of: name, text, among: Name.allCases.map(\.rawValue)))
    }
    return value
  }

  /// Returns comma-separated numbers.
  ///
  /// - Throws: `badRequest` for anything else, or another number of them.
  private func numbers(_ name: String, _ shape: StaticString, count: Int) throws(Problem) -> [Double]? {
    guard let text = text(name) else { return nil }
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { $0 != UInt8(ascii: "x") && $0 != UInt8(ascii: "X") }
        ? Double(part) ?? .nan : .nan
    }
    guard values.count == count, values.allSatisfy({ abs($0) <= Coordinate.limit }) else {
      throw Problem(
        .badRequest,
        "The query parameter \(name) takes \(shape): numbers up to 2^53. It is \(Suggestion.quoted(text)).")
    }
    return values
  }

  /// - Throws: `badRequest`.
  func rect(_ name: String) throws(Problem) -> Rect? {
    guard let numbers = try numbers(name, "x,y,width,height", count: 4) else { return nil }
    guard numbers[2] >= 0, numbers[3] >= 0 else {
      throw Problem(
        .badRequest,
        "The query parameter \(name) has a negative width or height: \(numbers[2]), \(numbers[3]).")
    }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Returns the index path in a parameter.
  ///
  /// - Throws: `badRequest` for anything but two whole numbers that an index path may have.
  func indexPath(_ name: String) throws(Problem) -> IndexPath? {
    guard let text = text(name) else { return nil }
    let range = 0...Int(Int32.max)
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { part in
      Int(part).flatMap { range.contains($0) ? $0 : nil }
    }
    guard numbers.count == 2, text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 1 else {
      throw Problem(
        .badRequest,
        "The query parameter \(name) takes section,item: two whole numbers from 0 to \(Int32.max). It is "
          + "\(Suggestion.quoted(text)).")
    }
    return IndexPath(section: numbers[0], item: numbers[1])
  }

  /// - Throws: `badRequest`.
  func point(_ name: String) throws(Problem) -> Point? {
    try numbers(name, "x,y", count: 2).map { Point(x: $0[0], y: $0[1]) }
  }
}
