/// Sets the values of items that formulas name.
///
/// Items with the same names mostly share the array of them: only where it changes are names looked up.
struct CustomValueReader: Sendable {
  let named: [CustomValue]
  /// The names of the item read last, and the place of each named value among them; -1 for one that it lacks.
  private var names: [String] = []
  private var places: [Int]

  init(_ named: [CustomValue]) {
    self.named = named
    places = Array(repeating: -1, count: named.count)
  }

  /// Sets the values of an item.
  ///
  /// - Returns: the first value that the item lacks and that has no default.
  /// - Complexity: O(v) for v named values, if the item has the names of the one before; else O(v log w) for w values
  ///   of the item.
  mutating func read(_ place: Int, in chunk: ItemChunk, into machine: inout ExpressionMachine) -> String? {
    let values = chunk.values.isEmpty ? nil : chunk.values[place]
    if names != values?.names ?? [] { find(values?.names ?? []) }
    var missing: String?
    for index in named.indices {
      let place = places[index]
      if place >= 0, let values {
        machine.setValue(index, to: values.numbers[place])
      } else if let fallback = named[index].fallback {
        machine.setValue(index, to: fallback)
      } else if missing == nil {
        missing = named[index].name
      }
    }
    return missing
  }

  private mutating func find(_ names: [String]) {
    self.names = names
    for index in named.indices {
      let place = (0..<names.count).bisect { names[$0] >= named[index].name }
      places[index] = place < names.count && names[place] == named[index].name ? place : -1
    }
  }
}
