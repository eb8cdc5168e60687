import JSON
import LayoutEngine

/// Decodes the values of items.
extension DecodingContext {
  /// Reads the numbers of an item by name.
  func itemValues(_ value: JSONValue) -> ItemValues? {
    var numbers: [String: Double] = [:]
    namedValues(value, "values: an object of numbers, by name", of: "an item") { name, value in
      if let number = number(value) { numbers[name] = number }
    }
    return numbers.isEmpty ? nil : ItemValues(numbers, sharing: &valueNames)
  }

  /// Reads an object whose members are values, and checks their names and number.
  ///
  /// - Parameter owner: the owner of the values, in a message.
  func namedValues(
    _ value: JSONValue, _ expected: String, of owner: String, _ read: (String, JSONValue) -> Void
  ) {
    guard value.kind == .object else { return mismatch(value, expected) ?? () }
    guard !value.hasMore(than: ItemValues.limit) else {
      return fault("\(owner) has at most \(ItemValues.limit) values; this one has \(value.count)")
    }
    for (key, member) in value.members {
      if isStopped { break }
      let name = String(key)
      at(name) {
        guard ItemValues.isName(name) else {
          return fault(
            "a value has a name of 1 to \(ItemValues.nameLimit) letters a-z or A-Z, digits and \"_\", which does "
              + "not begin with a digit")
        }
        read(name, member)
      }
    }
  }
}
