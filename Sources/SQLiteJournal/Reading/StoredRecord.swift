import Collections

/// What a store has of a collection, as it was read: decoded when nothing is held any more.
struct StoredRecord {
  struct Version {
    var version: Int
    var bytes: [UInt8]
  }

  var base: Version
  var entries: [Version] = []
  /// Where the main screen was left.
  var left: Version?

  /// - Throws: `damaged`, `unavailable`.
  func decoded(reading layouts: any LayoutReading) throws(JournalError) -> JournalRecord {
    let state = try base.read { (bytes) throws(StoredFormError) in
      try CollectionState(stored: bytes, reading: layouts)
    }
    guard state.version == base.version else { throw base.damage("it is another version") }
    var record = JournalRecord(base: state, baseByteCount: base.bytes.count)
    record.entries.reserveCapacity(entries.count)
    for stored in entries {
      let entry = try stored.read { (bytes) throws(StoredFormError) in
        try JournalEntry(stored: bytes, reading: layouts)
      }
      guard entry.version == stored.version else { throw stored.damage("it is another version") }
      guard entry.version == record.version + 1 else {
        throw stored.damage("the version before is not there")
      }
      record.entries.append(entry)
    }
    // Where the screen was is no reason not to have the collection.
    if let left, left.version == record.version {
      record.main = try? Viewport(stored: left.bytes, reading: layouts)
    }
    return record
  }
}

extension StoredRecord.Version {
  fileprivate func read<Value>(
    _ read: ([UInt8]) throws(StoredFormError) -> Value
  ) throws(JournalError) -> Value {
    do throws(StoredFormError) { return try read(bytes) } catch {
      switch error {
      case .damaged(let reason), .layout(let reason): throw damage(reason)
      case .newer(let format):
        throw .unavailable("A later version of the service wrote version \(version), in format \(format).")
      }
    }
  }

  fileprivate func damage(_ reason: String) -> JournalError {
    .damaged("Version \(version) cannot be read: \(reason).")
  }
}
