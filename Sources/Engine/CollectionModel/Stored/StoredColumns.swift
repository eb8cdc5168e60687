import LayoutEngine

/// Reads the columns of at most `ItemColumns.limit` items.
extension StoredReader {
  mutating func column<Value: StoredValue>(_ count: Int) throws(StoredFormError) -> ContiguousArray<Value> {
    if try value(Bool.self) { return ContiguousArray(repeating: try value(), count: count) }
    var values = ContiguousArray<Value>()
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try value()) }
    return values
  }

  /// Reads a column of numbers; NaN stands for no number.
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

  mutating func ids(_ count: Int) throws(StoredFormError) -> IDColumn {
    var ids = IDColumn()
    for place in 0..<count {
      let length = try whole()
      ids.append(length == 0 ? nil : try text(count: length - 1), after: place)
    }
    return ids.trimmed
  }

  /// Reads appearances and separators by the indexes of their items.
  mutating func looks() throws(StoredFormError) -> [Int: StoredLook] {
    var looks: [Int: StoredLook] = [:]
    try forEach { (reader) throws(StoredFormError) in
      let index = try reader.whole()
      guard looks.updateValue(try reader.value(), forKey: index) == nil else {
        throw .damaged("an item has two appearances")
      }
    }
    return looks
  }
}

/// Writes the columns of items. A column begins with a flag: whether all values are equal, and only one follows.
extension StoredWriter {
  mutating func write<Value: StoredValue & Equatable>(column values: ContiguousArray<Value>) {
    let first = values[0]
    let isAlike = values.allSatisfy { $0 == first }
    write(isAlike)
    if isAlike {
      first.write(to: &self)
    } else {
      for value in values { value.write(to: &self) }
    }
  }

  /// Writes a column of numbers; NaN stands for no number.
  mutating func write<Value>(numbers values: ContiguousArray<Value>, _ number: (Value) -> Double) {
    func bits(_ value: Value) -> UInt64 {
      let number = number(value)
      return number.isNaN ? Double.nan.bitPattern : number.bitPattern
    }
    let first = bits(values[0])
    let isAlike = values.allSatisfy { bits($0) == first }
    write(isAlike)
    if isAlike {
      write(littleEndian: first)
    } else {
      let column = ContiguousArray(values.map { bits($0).littleEndian })
      append(column.span.bytes)
    }
  }

  /// Writes a column of sizes as two of numbers: the rows of a list have one width.
  mutating func write(sizes: ContiguousArray<Size>) {
    write(numbers: sizes) { $0.width }
    write(numbers: sizes) { $0.height }
  }

  /// Writes a column of ids: the length plus one and the text of each, or 0 for an item without an id.
  mutating func write(ids: IDColumn) {
    for id in ids {
      guard let id else {
        write(byte: 0)
        continue
      }
      let text = id.utf8Span.span.bytes
      write(whole: text.byteCount + 1)
      append(text)
    }
  }
}
