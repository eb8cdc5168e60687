/// The ends of a text's large arrays and objects, so that a reader skips them without a look inside.
struct JSONIndex: Sendable {
  /// Offsets in the text.
  struct Entry: Sendable {
    var start: UInt32
    var end: UInt32
  }

  private(set) var entries: ContiguousArray<Entry> = []

  /// The least length of an entry. To skip anything shorter takes less than a microsecond; and each level of nesting
  /// adds at most one entry in so many bytes of text.
  static let leastLength = 1024

  /// The bytes of memory that the index takes at most, while it grows.
  var bytes: Int { entries.count &* (3 &* MemoryLayout<Entry>.stride) }

  mutating func add(_ start: Int, _ end: Int) {
    entries.append(Entry(start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end)))
  }

  /// Returns the entries in the order of their starts, for a text that starts at an offset. They are added in the order
  /// of their ends.
  func shifted(by offset: Int) -> JSONIndex {
    var index = JSONIndex()
    index.entries.reserveCapacity(entries.count)
    for entry in entries { index.add(Int(entry.start) &+ offset, Int(entry.end) &+ offset) }
    index.entries.sort { $0.start < $1.start }
    return index
  }
}

extension UnsafeBufferPointer<JSONIndex.Entry> {
  /// Returns the end of the array or object that starts at an offset; nil if it is not a large one.
  ///
  /// - Complexity: O(log n) for n entries.
  func end(ofContainerAt start: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low &+ high) &>> 1
      if self[middle].start < start { low = middle &+ 1 } else { high = middle }
    }
    guard low < count, self[low].start == start else { return nil }
    return Int(self[low].end)
  }
}
