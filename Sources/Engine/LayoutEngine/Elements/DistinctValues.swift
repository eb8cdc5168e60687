/// Different values in the order in which they were first asked for, each with its index.
struct DistinctValues<Value: Hashable> {
  private(set) var values: [Value]
  /// The indices of the values, once there are too many to compare with each.
  private var indices: [Value: UInt16] = [:]

  /// Comparing with so few values is as quick as hashing.
  private static var fewValues: Int { 8 }

  /// Creates a list of one value, whose index is 0.
  init(_ first: Value) { values = [first] }

  /// Returns the index of a value, which it adds if it is new.
  ///
  /// - Precondition: there are fewer than 65,536 values.
  /// - Complexity: O(1); call it once for many elements.
  mutating func index(of value: Value) -> UInt16 {
    if let known = knownIndex(of: value) { return known }
    let isMany = values.count > Self.fewValues
    let index = UInt16(truncatingIfNeeded: values.count)
    values.append(value)
    if isMany {
      indices[value] = index
    } else if values.count > Self.fewValues {
      for (index, value) in values.enumerated() { indices[value] = UInt16(truncatingIfNeeded: index) }
    }
    return index
  }

  /// Returns the index of a value; nil if it is new.
  ///
  /// - Complexity: O(1).
  func knownIndex(of value: Value) -> UInt16? {
    if values.count > Self.fewValues { return indices[value] }
    return values.firstIndex(of: value).map { UInt16(truncatingIfNeeded: $0) }
  }
}

extension DistinctValues: Sendable where Value: Sendable {}
