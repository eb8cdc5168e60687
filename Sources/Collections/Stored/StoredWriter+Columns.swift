import LayoutEngine

/// A column begins with whether all of it is alike: then there is one value.
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

  /// Writes a column of numbers, where NaN stands for none.
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

  /// Writes a column of sizes: rows of a list are equally wide, so that their widths are one.
  mutating func write(sizes: ContiguousArray<Size>) {
    write(numbers: sizes, \.width)
    write(numbers: sizes, \.height)
  }

  /// Writes a column of ids: each as its length and one, 0 where an item has none.
  mutating func write(ids: ContiguousArray<String?>) {
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
