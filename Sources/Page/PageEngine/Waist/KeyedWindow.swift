import LayoutEngine

/// The elements of a window that a page has, each with its key.
struct KeyedWindow {
  /// The elements; the cell of an item that the user drags is where the layout makes room for it.
  var index: ElementIndex
  /// The keys, by the rows of the list.
  var keys: ContiguousArray<Int32>
  /// The sections that the viewport shows, in which the items of the window have their ids.
  var sections: SectionList
  /// The item that the user drags: its key, and the index path at which the layout makes room for it.
  var held: (key: Int32, path: IndexPath)?

  var list: ElementList { index.list }

  /// The key of an element; nil if the page does not have it.
  ///
  /// - Complexity: O(k + log n) for k kinds and n elements.
  func key(of kind: ElementKind, at path: IndexPath) -> Int32? {
    if let held, kind == .cell, path == held.path { return held.key }
    return index.row(of: kind, at: path).map { keys[$0] }
  }

  /// The index path of the element that has a key, and whether it is a cell; nil if the page has no such element.
  ///
  /// - Complexity: O(n) for n elements.
  func element(of key: Int32) -> (path: IndexPath, isCell: Bool)? {
    if let held, held.key == key { return (held.path, true) }
    return keys.firstIndex(of: key).map { (list.records[$0].indexPath, list.records[$0].kind == 0) }
  }
}

extension ElementIndex {
  /// The row of an element; nil if the list does not have it.
  ///
  /// - Complexity: O(k + log n) for k kinds and n elements of the kind.
  func row(of kind: ElementKind, at path: IndexPath) -> Int? {
    let kinds = list.kinds
    guard let code = kind == .cell ? 0 : kinds.firstIndex(of: kind) else { return nil }
    let entries = entries(of: UInt16(truncatingIfNeeded: code))
    let key = path.key
    var (low, high) = (entries.startIndex, entries.endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    guard low < entries.endIndex, entries[low].key == key else { return nil }
    // Of elements that have one path, which layouts do not make on purpose, the last counts.
    while low + 1 < entries.endIndex, entries[low + 1].key == key { low += 1 }
    return Int(truncatingIfNeeded: entries[low].row)
  }
}

/// The keys that a session has given: numbers from 1 on, each of one element.
struct KeySource {
  private(set) var last: Int32 = 0

  /// How many keys may still be given. A session begins anew before they run out.
  var left: Int { Int(truncatingIfNeeded: Int32.max - last) }

  init(after last: Int32 = 0) { self.last = last }

  mutating func next() -> Int32 {
    last &+= 1
    return last
  }
}
