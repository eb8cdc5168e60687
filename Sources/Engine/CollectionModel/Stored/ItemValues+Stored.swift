import LayoutEngine

/// The values of an item stand where its span does: format 3 has no flag left for them. A span has a column at least,
/// so that 0 columns say that values follow, and then a span or none.
extension StoredWriter {
  mutating func write(_ span: GridSpan?, _ values: ItemValues?) {
    guard let values else { return write(present: span) }
    needsNewestFormat = true
    write(byte: 0)
    write(list: values.names)
    for number in values.numbers { write(number: number) }
    write(span)
  }

  /// Writes the columns of spans and of values, of which one has values at least.
  ///
  /// - Parameter hasSpans: whether any item has a span.
  mutating func write(
    spans: ContiguousArray<GridSpan>, _ hasSpans: Bool, values: ContiguousArray<ItemValues?>,
    _ hasValues: Bool
  ) {
    if hasValues {
      needsNewestFormat = true
      // Where a column says whether all of its values are equal, by 0 or 1.
      write(byte: 2)
      write(values: values)
      write(hasSpans)
    }
    if hasSpans { write(column: spans) }
  }

  /// Writes a column of values. It begins with the lists of names, each once. Every item has the index of its list plus
  /// one and its numbers, or 0 if it has no values.
  private mutating func write(values column: ContiguousArray<ItemValues?>) {
    var lists: [[String]] = []
    var numbersOfLists: [[String]: Int] = [:]
    var written: [Int] = []
    for values in column {
      guard let names = values?.names else {
        written.append(0)
        continue
      }
      let number = numbersOfLists[names] ?? lists.count + 1
      if number > lists.count {
        lists.append(names)
        numbersOfLists[names] = number
      }
      written.append(number)
    }
    write(list: lists) { $0.write(list: $1) }
    for (values, number) in zip(column, written) {
      write(whole: number)
      if let values { for number in values.numbers { write(number: number) } }
    }
  }
}

extension StoredReader {
  /// Reads the span and the values of an item that has one of them.
  mutating func spanAndValues() throws(StoredFormError) -> (GridSpan?, ItemValues?) {
    guard takes(0) else { return (try value(GridSpan.self), nil) }
    let values = try self.values(names: list())
    return (try value(GridSpan?.self), values)
  }

  /// Reads the columns of spans and of values, of which one has values at least.
  mutating func spansAndValues(
    _ count: Int
  ) throws(StoredFormError) -> (ContiguousArray<GridSpan>, ContiguousArray<ItemValues?>) {
    guard takes(2) else { return (try column(count), []) }
    var lists: [[String]] = []
    try forEach { (reader) throws(StoredFormError) in lists.append(try reader.list()) }
    var values = ContiguousArray<ItemValues?>()
    values.reserveCapacity(count)
    for _ in 0..<count {
      let number = try whole(in: 0...lists.count)
      values.append(number == 0 ? nil : try self.values(names: lists[number - 1]))
    }
    return (try value(Bool.self) ? column(count) : [], values)
  }

  private mutating func values(names: [String]) throws(StoredFormError) -> ItemValues {
    var numbers: [Double] = []
    numbers.reserveCapacity(min(names.count, remaining))
    for _ in names { numbers.append(try number()) }
    guard let values = ItemValues(names: names, numbers: numbers) else {
      throw .damaged("an item has values that it cannot have")
    }
    return values
  }
}
