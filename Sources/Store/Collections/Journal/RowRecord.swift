import LayoutEngine
import Support

/// The rows of a collection, not decoded yet.
public struct RowRecord: Sendable {
  /// A stored form and the version that it belongs to.
  public struct Row: Sendable {
    /// The version.
    public var version: Int
    /// The stored form.
    public var bytes: [UInt8]

    /// Creates a row of a version and its stored form.
    public init(version: Int, bytes: [UInt8]) {
      self.version = version
      self.bytes = bytes
    }
  }

  /// The number of the incarnation.
  public var incarnation: Int
  /// The newest version of the collection.
  public var newest: Int
  /// The row of the base; nil if the collection has none that is early enough.
  public var base: Row?
  /// The rows of the entries after the base.
  public var entries: [Row] = []
  /// The saved position, if there is one.
  public var position: Row?
  /// The stored forms of the viewports other than the main one, by name.
  public var viewports: [String: [UInt8]] = [:]

  /// Creates a record without a base and entries.
  public init(incarnation: Int, newest: Int) {
    self.incarnation = incarnation
    self.newest = newest
  }

  /// Returns the record that the rows encode; nil if there is no base.
  ///
  /// - Throws: `damaged`, or `unavailable` for rows in a later format.
  /// - Complexity: O(n) for n bytes.
  package func decoded(reading layouts: any LayoutReading) throws(JournalError) -> JournalRecord? {
    guard let base else { return nil }
    let state = try base.decoded { (bytes) throws(StoredFormError) in
      try CollectionState(stored: bytes, reading: layouts)
    }
    guard state.version == base.version else { throw base.damage("it is another version") }
    var record = JournalRecord(incarnation: incarnation, base: state, baseByteCount: base.bytes.count)
    record.entries = try entries.decoded(after: state.version, reading: layouts)
    guard record.version == newest else {
      throw .damaged("Version \(newest) is the newest, and the rows end at version \(record.version).")
    }
    // A damaged position is no reason to reject the collection.
    if let position, position.version == record.version {
      record.main = try? Viewport(stored: position.bytes, reading: layouts)
    }
    // Nor is a damaged viewport: its client creates it again.
    record.viewports = viewports.compactMapValues { try? Viewport(stored: $0, reading: layouts) }
    return record
  }
}

extension [RowRecord.Row] {
  /// Returns the entries that the rows encode.
  ///
  /// - Parameter version: the version before that of the first row.
  /// - Throws: `damaged`, or `unavailable` for rows in a later format.
  /// - Complexity: O(n) for n bytes.
  package func decoded(
    after version: Int, reading layouts: any LayoutReading
  ) throws(JournalError) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    entries.reserveCapacity(count)
    for row in self {
      let entry = try row.decoded { (bytes) throws(StoredFormError) in
        try JournalEntry(stored: bytes, reading: layouts)
      }
      guard entry.version == row.version else { throw row.damage("it is another version") }
      guard entry.version == (entries.last?.version ?? version) + 1 else {
        throw row.damage("the version before is not there")
      }
      entries.append(entry)
    }
    return entries
  }
}

extension RowRecord.Row {
  fileprivate func decoded<Value>(
    _ decode: ([UInt8]) throws(StoredFormError) -> Value
  ) throws(JournalError) -> Value {
    do throws(StoredFormError) { return try decode(bytes) } catch {
      switch error {
      case .damaged(let reason), .tooMany(let reason), .layout(let reason): throw damage(reason)
      case .newer(let format):
        throw .unavailable("A later version of the service wrote version \(version), in format \(format).")
      }
    }
  }

  fileprivate func damage(_ reason: String) -> JournalError {
    .damaged("Version \(version) cannot be read: \(reason).")
  }
}
