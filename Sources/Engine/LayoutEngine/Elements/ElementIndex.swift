import Cancellation

/// The elements of a list by kind, those of a kind in the order of their index paths.
///
/// Queries list elements in the order of the wire, in which those of each kind are in order already: the index sorts
/// only those of a kind for which that does not hold.
package struct ElementIndex: Sendable {
  /// One element of the list.
  package struct Entry: Sendable {
    /// The key of the element's index path.
    package let key: UInt64
    /// Where the element is in the list.
    package let row: Int32

    fileprivate func precedes(_ other: Entry) -> Bool {
      key == other.key ? row < other.row : key < other.key
    }
  }

  /// The elements in the order of their list.
  package let list: ElementList
  private let entries: ContiguousArray<Entry>
  /// Where the entries of each kind begin. The entries of a kind end where those of the next one begin.
  private let starts: ContiguousArray<Int>

  /// The index of a list.
  ///
  /// - Complexity: O(n + k) for n elements of k kinds in the order of the wire, else O(n log n).
  @_optimize(speed)  // Each step of scrolling makes two of them.
  package init(_ list: ElementList) {
    self.list = list
    let records = list.records
    // While the entries are filled in, each kind's end is one place further on than it will be.
    var starts = ContiguousArray(repeating: 0, count: list.kinds.count + 2)
    for record in records { starts[Int(truncatingIfNeeded: record.kind) + 2] += 1 }
    for kind in 2..<starts.count { starts[kind] += starts[kind - 1] }
    var entries = ContiguousArray(repeating: Entry(key: 0, row: 0), count: records.count)
    Self.fill(entries.mutableSpan, with: records.span, at: starts.mutableSpan)
    for kind in list.kinds.indices {
      let range = starts[kind]..<starts[kind + 1]
      var isOrdered = true
      for place in range.dropFirst() where !entries[place - 1].precedes(entries[place]) {
        isOrdered = false
        break
      }
      if !isOrdered { entries[range].sort { $0.precedes($1) } }
    }
    self.entries = entries
    self.starts = starts
  }

  /// Fills in the entries of records.
  ///
  /// - Parameter starts: where those of each kind begin, a place further on; then where they end.
  @inline(__always)
  private static func fill(
    _ entries: consuming MutableSpan<Entry>, with records: Span<ElementList.Record>,
    at starts: consuming MutableSpan<Int>
  ) {
    var pace = Pace()
    for row in records.indices {
      if pace.isOver(after: 2) { break }
      let end = Int(truncatingIfNeeded: records[row].kind) + 1
      entries[starts[end]] = Entry(key: records[row].key, row: Int32(truncatingIfNeeded: row))
      starts[end] += 1
    }
  }

  /// The entries of a kind, in ascending order.
  ///
  /// - Parameter kind: an index into the list's `kinds`.
  /// - Complexity: O(1).
  package func entries(of kind: UInt16) -> ArraySlice<Entry> { entries[range(of: kind)] }

  private func range(of kind: UInt16) -> Range<Int> {
    let kind = Int(truncatingIfNeeded: kind)
    return starts[kind]..<starts[kind + 1]
  }
}

extension ElementIndex {
  /// Finds elements one after another, most quickly in ascending order.
  struct Search {
    private let index: ElementIndex
    /// The place after the entry found last.
    private var next = 0

    init(of index: ElementIndex) { self.index = index }

    /// The row of an element; nil if the list does not have it.
    ///
    /// - Parameter kind: an index into the list's `kinds`; nil if the list does not have the kind.
    /// - Complexity: O(1) for the element after the one found last, else O(log n) for n elements of the kind.
    mutating func row(of kind: UInt16?, _ path: IndexPath) -> Int? {
      guard let kind else { return nil }
      let (range, key) = (index.range(of: kind), path.key)
      var place = next
      if !(range.contains(place) && index.entries[place].key == key) {
        place = range.bisect { index.entries[$0].key >= key }
        guard place < range.upperBound, index.entries[place].key == key else { return nil }
      }
      // Of elements that have one path, which layouts do not make on purpose, the last counts.
      while place + 1 < range.upperBound, index.entries[place + 1].key == key { place += 1 }
      next = place + 1
      return Int(truncatingIfNeeded: index.entries[place].row)
    }
  }
}

extension ElementIndex {
  /// The rows of two lists that have the same kind and index path.
  package struct Pairs: Sendable {
    /// For each row of the list, that of the element in the other list; -1 if the other list does not have it.
    package let others: ContiguousArray<Int32>
    /// For each row of the other list, that of the element in the list; -1 if the list does not have it.
    package let own: ContiguousArray<Int32>
  }

  /// Pairs the elements of the list with those of another one.
  ///
  /// - Complexity: O(n + k) for n elements of k kinds in both lists.
  package func pairs(with other: ElementIndex) -> Pairs {
    var others = ContiguousArray<Int32>(repeating: -1, count: list.count)
    var own = ContiguousArray<Int32>(repeating: -1, count: other.list.count)
    for (kind, name) in list.kinds.enumerated() {
      let kind = UInt16(truncatingIfNeeded: kind)
      let entries = entries(of: kind)
      // Kinds are indices into the list's own table.
      guard !entries.isEmpty, let code = kind == 0 ? 0 : other.list.knownCode(of: name) else { continue }
      Self.merge(entries.span, other.entries(of: code).span, others.mutableSpan, own.mutableSpan)
    }
    return Pairs(others: others, own: own)
  }

  /// Notes for the rows of entries those of the other list, and the other way round. Both are in ascending order.
  @_optimize(speed)
  private static func merge(
    _ entries: Span<Entry>, _ others: Span<Entry>, _ otherRows: consuming MutableSpan<Int32>,
    _ ownRows: consuming MutableSpan<Int32>
  ) {
    var (place, other) = (0, 0)
    while place < entries.count, other < others.count {
      let key = entries[place].key
      guard key == others[other].key else {
        if key < others[other].key { place += 1 } else { other += 1 }
        continue
      }
      // Of elements that have one path, which layouts do not make on purpose, the last counts.
      let first = (place, other)
      while place + 1 < entries.count, entries[place + 1].key == key { place += 1 }
      while other + 1 < others.count, others[other + 1].key == key { other += 1 }
      for own in first.0..<place + 1 {
        otherRows[Int(truncatingIfNeeded: entries[own].row)] = others[other].row
      }
      for theirs in first.1..<other + 1 {
        ownRows[Int(truncatingIfNeeded: others[theirs].row)] = entries[place].row
      }
      place += 1
      other += 1
    }
  }
}
