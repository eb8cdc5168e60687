import LayoutEngine

/// Reads the columns of some items, no more than `ItemColumns.limit`.
extension StoredReader {
  mutating func column<Value: StoredValue>(_ count: Int) throws(StoredFormError) -> ContiguousArray<Value> {
    if try value(Bool.self) { return ContiguousArray(repeating: try value(), count: count) }
    var values = ContiguousArray<Value>()
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try value()) }
    return values
  }

  /// Reads a column of numbers, where NaN stands for none.
  mutating func numbers(_ count: Int) throws(StoredFormError) -> ContiguousArray<Double> {
    func checked(_ bits: UInt64) throws(StoredFormError) -> Double {
      let number = Double(bitPattern: bits)
      guard !number.isInfinite else { throw .damaged("a number is infinite") }
      return number
    }
    if try value(Bool.self) {
      return ContiguousArray(repeating: try checked(littleEndian(UInt64.self)), count: count)
    }
    var numbers = ContiguousArray<Double>()
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(try checked(littleEndian(UInt64.self))) }
    return numbers
  }

  /// Reads a column of sizes; an item has both a width and a height, or neither.
  mutating func sizes(_ count: Int) throws(StoredFormError) -> ContiguousArray<Size> {
    let widths = try numbers(count)
    let heights = try numbers(count)
    var sizes = ContiguousArray<Size>()
    sizes.reserveCapacity(count)
    for (width, height) in zip(widths, heights) {
      guard width.isNaN == height.isNaN else { throw .damaged("a size has one side") }
      sizes.append(Size(width: width, height: height))
    }
    return sizes
  }

  mutating func ids(_ count: Int) throws(StoredFormError) -> ContiguousArray<String?> {
    var ids = ContiguousArray<String?>()
    ids.reserveCapacity(count)
    for _ in 0..<count {
      let length = try whole()
      ids.append(length == 0 ? nil : try text(count: length - 1))
    }
    return ids
  }

  /// Reads appearances by the places of their items.
  mutating func appearances() throws(StoredFormError) -> [Int: Appearance] {
    var appearances: [Int: Appearance] = [:]
    try forEach { (reader) throws(StoredFormError) in
      let place = try reader.whole()
      guard appearances.updateValue(try reader.value(), forKey: place) == nil else {
        throw .damaged("an item has two appearances")
      }
    }
    return appearances
  }
}
