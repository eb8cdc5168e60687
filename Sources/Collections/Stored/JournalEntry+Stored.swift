import LayoutEngine

extension JournalEntry {
  /// The stored form of the entry: bytes from which it can be read again.
  ///
  /// - Complexity: O(n) for what was changed.
  public func stored() -> [UInt8] { StoredForm.of(.entry) { write(to: &$0) } }

  /// Reads a stored entry.
  ///
  /// - Throws: `StoredFormError` for bytes that are none, whatever they are.
  /// - Complexity: O(n) for n bytes.
  public init(stored bytes: [UInt8], reading layouts: any LayoutReading) throws(StoredFormError) {
    self = try StoredForm.read(.entry, from: bytes, layouts: layouts) { (reader) throws(StoredFormError) in
      try JournalEntry(from: &reader)
    }
  }
}

extension JournalEntry: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(StoredWhole(version), change, main, StoredWhole(itemCount), recalled)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    version = try reader.whole()
    change = try reader.value()
    main = try reader.value()
    itemCount = try reader.whole()
    recalled = try reader.value()
  }
}
