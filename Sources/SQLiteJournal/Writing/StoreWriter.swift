import Collections

/// The connection that writes, and what it knows of the collections that were written last; for one thread at a time.
struct StoreWriter {
  /// Where a collection is.
  fileprivate struct Head {
    /// Its row.
    var collection: Int
    var version: Int
    /// Nil where the base is gone: such a collection can only be deleted.
    var baseVersion: Int?
  }

  let connection: Connection
  private let statements: WriterStatements
  /// Of the collections that were written last: the only writer need not ask what it has written.
  private var heads: [CollectionKey: Head] = [:]

  /// Pages that the write-ahead log had at the last checkpoint.
  private var checkpointed = 0

  /// Collections whose heads are kept: some 10 MB.
  private static var headLimit: Int { 65_536 }

  init(_ connection: Connection) throws(SQLiteError) {
    self.connection = connection
    statements = try WriterStatements(connection)
  }

  /// Does everything in one transaction, or, where SQLite fails, nothing.
  ///
  /// - Returns: what became of each operation, in their order.
  mutating func commit(_ operations: [Operation]) -> [Result<Void, JournalError>] {
    var isPrepared = false
    do throws(SQLiteError) {
      if heads.count > Self.headLimit { heads = [:] }
      try connection.execute("BEGIN IMMEDIATE")
      var outcomes: [Result<Void, JournalError>] = []
      for operation in operations {
        do throws(WriteFailure) {
          try perform(operation)
          outcomes.append(.success(()))
        } catch {
          switch error {
          case .refused(let reason): outcomes.append(.failure(reason))
          case .failed(let error): throw error
          }
        }
      }
      isPrepared = true
      try connection.execute("COMMIT")
      return outcomes
    } catch {
      rollBack()
      // One that is too large for the room there is, or meets a damaged page, is no reason for the others to fail.
      if !isPrepared, operations.count > 1, error.isFull || error.isDamage || error.code.primary == .tooBig {
        return operations.flatMap { commit([$0]) }
      }
      return operations.map { _ in .failure(JournalError(error)) }
    }
  }

  /// Keeps the file and its log small; nobody waits for an answer meanwhile.
  mutating func tidy() {
    let pages = connection.pagesInLog
    if pages < checkpointed { checkpointed = 0 }
    guard pages - checkpointed >= Self.checkpointPages else { return }
    checkpointed = pages
    // What fails is done at another time: a backup that reads the log, a disk without room.
    try? connection.checkpoint(.passive)
    try? giveBackRoom()
  }

  /// Pages of the write-ahead log from one checkpoint to the next.
  private static var checkpointPages: Int { 1000 }

  /// Gives back some pages of a file of which more than half is not used; what less is free will be used again.
  private func giveBackRoom() throws(SQLiteError) {
    let free = try connection.number("PRAGMA freelist_count")
    guard free > Self.checkpointPages, try free > connection.number("PRAGMA page_count") / 2 else { return }
    try connection.execute("PRAGMA incremental_vacuum(\(Self.checkpointPages))")
  }

  private mutating func rollBack() {
    if connection.isInTransaction { try? connection.execute("ROLLBACK") }
    heads = [:]
  }

  /// Does one operation, or finds before it writes anything that it cannot be done.
  private mutating func perform(_ operation: Operation) throws(WriteFailure) {
    let key = operation.key
    let head = try head(of: key)
    if case .create(let base) = operation.work {
      guard head == nil else { throw .refused(.exists) }
      return try create(key, base)
    }
    guard let head else { throw .refused(.missing) }
    if case .delete(let version) = operation.work {
      try head.expect(version ?? head.version)
      return try delete(key, head)
    }
    guard let baseVersion = head.baseVersion else {
      throw .refused(.damaged("The collection has no base."))
    }
    switch operation.work {
    case .create, .delete: break
    case .append(let entry):
      try head.expect(entry.version - 1)
      try append(entry, to: key, head)
    case .compact(let base):
      guard base.state.version > baseVersion, base.state.version <= head.version else { return }
      try compact(key, head.collection, from: baseVersion, to: base)
    case .leave(let version, let main):
      try head.expect(version)
      try sqlite { () throws(SQLiteError) in
        try statements.leave.run(.number(head.collection), .number(version), .bytes(main))
      }
    }
  }

  private mutating func head(of key: CollectionKey) throws(WriteFailure) -> Head? {
    if let head = heads[key] { return head }
    let found = try sqlite { () throws(SQLiteError) in
      try statements.head.first(.text(key.owner), .text(key.id)) { row in
        (collection: row.number(0), base: row.isNull(1) ? nil : row.number(1), entry: row.number(2))
      }
    }
    guard let found else { return nil }
    let head = Head(
      collection: found.collection, version: max(found.base ?? 0, found.entry), baseVersion: found.base)
    heads[key] = head
    return head
  }

  private mutating func create(_ key: CollectionKey, _ base: JournalBase) throws(WriteFailure) {
    let collection = try sqlite { () throws(SQLiteError) in
      try statements.create.run(.text(key.owner), .text(key.id))
      let collection = connection.lastRow
      try insert(base, of: collection)
      return collection
    }
    heads[key] = Head(
      collection: collection, version: base.state.version, baseVersion: base.state.version)
  }

  private func insert(_ base: JournalBase, of collection: Int) throws(SQLiteError) {
    try statements.insertBase.run(
      .number(collection), .number(base.state.version), .number(base.state.sections.itemCount),
      .bytes(base.bytes))
  }

  private mutating func append(
    _ entry: JournalEntry, to key: CollectionKey, _ head: Head
  ) throws(WriteFailure) {
    try sqlite { () throws(SQLiteError) in
      try statements.append.run(
        .number(head.collection), .number(entry.version), .number(entry.itemCount), .bytes(entry.bytes))
    }
    heads[key]?.version = entry.version
  }

  /// The base before stays with its entries, as history.
  private mutating func compact(
    _ key: CollectionKey, _ collection: Int, from older: Int, to base: JournalBase
  ) throws(WriteFailure) {
    try sqlite { () throws(SQLiteError) in
      try insert(base, of: collection)
      try statements.dropBases.run(.number(collection), .number(older))
      try statements.dropEntries.run(.number(collection), .number(older))
    }
    heads[key]?.baseVersion = base.state.version
  }

  private mutating func delete(_ key: CollectionKey, _ head: Head) throws(WriteFailure) {
    try sqlite { () throws(SQLiteError) in
      try statements.dropBases.run(.number(head.collection), .number(.max))
      try statements.dropEntries.run(.number(head.collection), .number(.max))
      try statements.delete.run(.number(head.collection))
    }
    heads[key] = nil
  }

  private func sqlite<Answer>(
    _ body: () throws(SQLiteError) -> Answer
  ) throws(WriteFailure) -> Answer {
    do throws(SQLiteError) { return try body() } catch { throw .failed(error) }
  }
}

extension StoreWriter.Head {
  fileprivate func expect(_ version: Int) throws(WriteFailure) {
    guard version == self.version else { throw .refused(.conflict(version: self.version)) }
  }
}
