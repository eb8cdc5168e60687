import LayoutEngine

extension JournalEntry {
  /// Returns the stored form of the entry.
  ///
  /// - Complexity: O(n) for n changed items.
  public func stored() -> [UInt8] { StoredForm.of(.entry) { write(to: &$0) } }

  static func read(
    _ bytes: [UInt8], reading layouts: any LayoutReading
  ) throws(StoredFormError) -> JournalEntry {
    try StoredForm.read(.entry, from: bytes, layouts: layouts) { (reader) throws(StoredFormError) in
      try JournalEntry(from: &reader)
    }
  }
}

extension JournalEntry: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(
      StoredWhole(version), change, main, StoredWhole(itemCount), recalled, before)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let version = try reader.whole()
    let change: CollectionChange = try reader.value()
    let main: Viewport = try reader.value()
    let itemCount = try reader.whole()
    let recalled: RecalledMeasurements = try reader.value()
    self.init(
      version: version, change: change, before: try reader.value(), main: main, itemCount: itemCount,
      recalled: recalled)
  }
}
