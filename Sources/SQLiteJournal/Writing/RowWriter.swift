import Collections

/// The connection that writes, with its statements. One thread at a time uses it.
struct RowWriter {
  let connection: Connection
  private let statements: WriterStatements
  /// The row numbers of recently written collections.
  private var numbers: [CollectionKey: Int] = [:]
  /// The number of pages in the write-ahead log at the last checkpoint.
  private var checkpointed = 0

  /// The largest number of collections whose row numbers stay in memory: about 8 MB.
  private static var numbersLimit: Int { 65_536 }

  init(_ connection: Connection) throws(SQLiteError) {
    self.connection = connection
    statements = try WriterStatements(connection)
  }

  /// Returns the versions of the collections that exist.
  mutating func versions(
    of keys: [CollectionKey]
  ) throws(RowStoreError) -> [CollectionKey: CollectionVersions] {
    do throws(SQLiteError) {
      var found: [CollectionKey: CollectionVersions] = [:]
      for key in keys {
        try statements.versions.forEach(.text(key.owner), .text(key.id)) { row in
          let base = row.isNull(1) ? nil : row.number(1)
          numbers[key] = row.number(0)
          found[key] = CollectionVersions(newest: max(base ?? 0, row.number(2)), base: base)
        }
      }
      return found
    } catch {
      throw RowStoreError(writing: error)
    }
  }

  /// Makes all changes in one transaction, or none if SQLite fails.
  mutating func write(_ group: [RowWrite]) throws(RowStoreError) {
    guard group.contains(where: { $0.change != nil }) else { return }
    if numbers.count > Self.numbersLimit { numbers = [:] }
    var isPrepared = false
    do throws(SQLiteError) {
      try connection.execute("BEGIN IMMEDIATE")
      for write in group { if let change = write.change { try make(change, to: write.key) } }
      isPrepared = true
      try connection.execute("COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      numbers = [:]
      throw isPrepared ? .store(JournalError(error)) : RowStoreError(writing: error)
    }
  }

  private mutating func make(_ change: RowChange, to key: CollectionKey) throws(SQLiteError) {
    if case .create(let base) = change {
      try statements.create.run(.text(key.owner), .text(key.id))
      numbers[key] = connection.lastRow
      return try insert(base, of: connection.lastRow)
    }
    let collection = try number(of: key)
    switch change {
    case .create: break
    case .append(let entry):
      try statements.append.run(
        .number(collection), .number(entry.version), .number(entry.itemCount), .bytes(entry.bytes))
    case .compact(let base, let oldest):
      try insert(base, of: collection)
      try deleteRows(of: collection, before: oldest)
    case .savePosition(let main, let version):
      try statements.savePosition.run(.number(collection), .number(version), .bytes(main.stored()))
    case .delete:
      try deleteRows(of: collection, before: .max)
      try statements.delete.run(.number(collection))
      numbers[key] = nil
    }
  }

  /// Returns the row number of a collection that exists.
  private mutating func number(of key: CollectionKey) throws(SQLiteError) -> Int {
    if let number = numbers[key] { return number }
    let found = try statements.versions.first(.text(key.owner), .text(key.id)) { $0.number(0) }
    guard let found else { throw SQLiteError(.corrupt, "the collection's row is missing") }
    numbers[key] = found
    return found
  }

  private func insert(_ base: JournalBase, of collection: Int) throws(SQLiteError) {
    try statements.insertBase.run(
      .number(collection), .number(base.state.version), .number(base.state.sections.itemCount),
      .bytes(base.bytes))
  }

  private func deleteRows(of collection: Int, before version: Int) throws(SQLiteError) {
    try statements.deleteBases.run(.number(collection), .number(version))
    try statements.deleteEntries.run(.number(collection), .number(version))
  }
}

extension RowWriter {
  /// Copies the write-ahead log into the database once it has grown by 1000 pages, and shrinks the file.
  mutating func maintain() {
    let pages = connection.pagesInLog
    if pages < checkpointed { checkpointed = 0 }
    guard pages - checkpointed >= Self.checkpointPages else { return }
    checkpointed = pages
    // If that fails, a later call does it: a backup may be reading the log, or the disk may be full.
    try? connection.checkpoint(.passive)
    try? shrinkFile()
  }

  /// The number of pages that the write-ahead log grows by between checkpoints.
  private static var checkpointPages: Int { 1000 }

  /// Returns some pages of a file to the disk if more than half of the file is unused. Later writes use the rest.
  private func shrinkFile() throws(SQLiteError) {
    let free = try connection.number("PRAGMA freelist_count")
    guard free > Self.checkpointPages, try free > connection.number("PRAGMA page_count") / 2 else { return }
    try connection.execute("PRAGMA incremental_vacuum(\(Self.checkpointPages))")
  }
}
