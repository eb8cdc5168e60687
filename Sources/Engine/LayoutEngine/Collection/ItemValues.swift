/// The numbers of one item that expressions read by their names, such as the start and the length of an event.
///
/// Items with the same names may share the array of them: reading the values of one after the other then looks up no
/// name.
public struct ItemValues: Hashable, Sendable {
  /// The largest number of values of an item, and of values that a layout names.
  public static let limit = 16
  /// The longest name, in characters.
  public static let nameLimit = 40

  /// In ascending order, each once.
  package let names: [String]
  /// The number of each name, within `Coordinate.limit` of 0.
  package let numbers: [Double]

  /// Creates the values of numbers by their names.
  ///
  /// - Complexity: O(n log n) for n numbers.
  public init(_ numbers: [String: Double]) {
    let sorted = numbers.sorted { $0.key < $1.key }
    names = sorted.map { $0.key }
    self.numbers = sorted.map { $0.value }
  }

  /// The values by their names.
  ///
  /// - Parameter names: the names of other values, which are shared if they are the same, and else replaced.
  /// - Complexity: O(v log v) for v values.
  package init(_ numbers: [String: Double], sharing names: inout [String]) {
    let values = ItemValues(numbers)
    if names != values.names { names = values.names }
    self.names = names
    self.numbers = values.numbers
  }

  /// The values by their names; nil if they are not as many, not in order, too many, or beyond the limits.
  ///
  /// - Complexity: O(v) for v values.
  package init?(names: [String], numbers: [Double]) {
    guard names.count == numbers.count, !names.isEmpty, names.count <= Self.limit,
      names.allSatisfy(Self.isName), numbers.allSatisfy({ abs($0) <= Coordinate.limit }),
      zip(names, names.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.names = names
    self.numbers = numbers
  }

  /// Whether a text may name a value: letters of ASCII, digits and underscores, the first of which is no digit.
  package static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= nameLimit, !isDigit(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
  }
}
