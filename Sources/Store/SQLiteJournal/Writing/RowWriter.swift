import Collections
import Glibc
import Support

/// The connection that writes, with its statements. One thread at a time uses it.
struct RowWriter {
  let connection: SQLiteConnection
  let statements: WriterStatements
  private let marker: CommitMarker
  var watch: FileWatch
  private var reserve: Reserve
  /// The path of the database file.
  private let file: String
  /// The heads of recently written collections.
  private var heads: [CollectionKey: CollectionHead] = [:]
  private var requests: RequestRows
  private let now: @Sendable () -> Int
  /// The number of pages in the write-ahead log at the last checkpoint.
  var checkpointed = 0
  /// The number of pages of the log that are in the database too.
  var copied = 0
  var erasure: Erasure

  /// The largest number of collections whose heads stay in memory: about 10 MB.
  private static var headsLimit: Int { 65_536 }

  /// - Parameter now: the time in seconds since 1970.
  init(
    _ connection: SQLiteConnection, _ marker: CommitMarker, _ reserve: Reserve, at path: StorePath,
    now: @escaping @Sendable () -> Int
  ) throws(SQLiteError) {
    self.connection = connection
    self.marker = marker
    self.reserve = reserve
    watch = FileWatch(path)
    file = path.resolved
    statements = try WriterStatements(connection)
    self.now = now
    requests = RequestRows(statements.requests, on: connection, now: now)
    erasure = Erasure(isDue: try connection.number("SELECT count(*) FROM erasures") > 0)
  }

  /// Returns the versions of the collections that exist. One with a damaged head has no base, so it can only be deleted.
  mutating func versions(
    of keys: [CollectionKey]
  ) throws(RowStoreError) -> [CollectionKey: CollectionVersions] {
    do throws(SQLiteError) {
      var found: [CollectionKey: CollectionVersions] = [:]
      for key in keys {
        try statements.head.forEach(.text(key.owner), .text(key.id)) { row in
          let head = CollectionHead(row)
          let isWhole = row.number(5) == head.sum(of: key)
          heads[key] = isWhole ? head : nil
          found[key] = CollectionVersions(
            incarnation: head.collection, newest: head.version, base: isWhole ? head.base : nil)
        }
      }
      return found
    } catch {
      throw RowStoreError(writing: error)
    }
  }

  /// Makes all changes in one transaction, or none if SQLite fails.
  ///
  /// If the disk is full, deletions use the reserve, and return the space of what they delete.
  mutating func write(_ group: [RowWrite]) throws(RowStoreError) {
    if let fault { throw .store(.unavailable(fault)) }
    // A file that another program has shrunk in order grows in the log first.
    watch.noteSize()
    do throws(RowStoreError) {
      guard hasSpace(for: group.reduce(0) { $0 + $1.change.byteCount }) else { throw .rows(.full) }
      try commit(group)
    } catch {
      guard error == .rows(.full), group.allSatisfy(\.change.isDeletion) else { throw error }
      try commitFromReserve(group)
    }
    if group.contains(where: \.change.erases) {
      erasure.isDue = true
      eraseRemains()
    }
  }

  /// What happened to a file of the store; nil if all are as they were.
  ///
  /// - Complexity: two system calls.
  var fault: String? {
    watch.fault { () throws(SQLiteError) in try connection.number("PRAGMA page_count") }
  }

  /// Writes one page as it is, to find out whether changes can be written.
  func probe() throws(SQLiteError) {
    guard hasSpace(for: 0) else { throw SQLiteError(.full, "the disk has too little space") }
    try connection.execute("PRAGMA user_version = \(SQLiteSchema.number)")
  }

  private mutating func commit(_ group: [RowWrite]) throws(RowStoreError) {
    if heads.count > Self.headsLimit { heads = [:] }
    var isPrepared = false
    var repeated: StoredRequest?
    do throws(SQLiteError) {
      try statements.begin.run()
      for write in group where repeated == nil {
        try make(write.change, to: write.collection)
        repeated = try requests.insert(write)
      }
      if repeated == nil {
        if group.contains(where: \.change.erases) { try statements.noteErasure.run() }
        isPrepared = true
        try commitChanges()
      }
    } catch {
      rollBack()
      // A smaller transaction may have space.
      throw isPrepared && !error.isFull ? .store(JournalError(error)) : RowStoreError(writing: error)
    }
    if let repeated {
      rollBack()
      throw .rows(.repeated(repeated))
    }
  }

  /// Whether the disk has space for a change, and then still for copying the log into the database: a log that cannot be
  /// copied would take the reserve, and no deletion would have space.
  private func hasSpace(for bytes: Int) -> Bool {
    guard let space = DiskSpace(of: file) else { return true }
    let log = max(0, connection.pagesInLog - copied) * SQLitePage.size
    // The change is written to the log, and then to the database. The rest is for the pages that a deletion changes.
    return space.free + reserve.bytes >= log + 2 * bytes + reserve.goal / 4
  }

  /// Commits the transaction, and notes how far the log has come.
  mutating func commitChanges() throws(SQLiteError) {
    try statements.commit.run()
    marker.committed(frames: connection.pagesInLog)
    if connection.pagesInLog < copied { copied = 0 }  // The log began anew.
  }

  mutating func rollBack() {
    if connection.isInTransaction { try? connection.execute("ROLLBACK") }
    forget()
  }

  /// Forgets the rows that were read.
  mutating func forget() {
    heads = [:]
    requests.forget()
  }

  private mutating func make(
    _ change: RowChange, to collection: CollectionIncarnation
  ) throws(SQLiteError) {
    let key = collection.key
    switch change {
    case .create(let base):
      let state = base.state
      try statements.create.run(
        .number(collection.number), .text(key.owner), .text(key.id), .time(state.times.created))
      let head = CollectionHead(
        collection: collection.number, version: state.version, items: state.sections.storedItemCount)
      // A damaged collection that was deleted may have left rows under this number.
      try deleteRows(of: head.collection)
      try insert(base, of: head.collection)
      try update(head, of: key, at: state.times.updated)
    case .append(let entry):
      var head = try head(of: key)
      try statements.append.run(.number(head.collection), .number(entry.version), .bytes(entry.bytes))
      head.version = entry.version
      head.items = entry.itemCount
      if let viewports = entry.viewports { try save(viewports, of: head.collection) }
      try update(head, of: key, at: entry.time)
    case .erase(let entry, let base):
      var head = try head(of: key)
      try insert(base, of: head.collection)
      try deleteRows(of: head.collection, before: entry.version)
      head.version = entry.version
      head.base = entry.version
      head.items = entry.itemCount
      if let viewports = entry.viewports { try save(viewports, of: head.collection) }
      try update(head, of: key, at: entry.time)
    case .forget(let version): try deleteRows(of: try head(of: key).collection, before: version)
    case .remember: break
    case .compact(let base, let oldest):
      var head = try head(of: key)
      try insert(base, of: head.collection)
      try deleteRows(of: head.collection, before: oldest)
      head.base = base.state.version
      try update(head, of: key)
    case .saveViewports(let rows): try save(rows, of: try head(of: key).collection)
    case .delete: try delete(key)
    }
  }

  /// Returns the head of a collection that exists.
  private mutating func head(of key: CollectionKey) throws(SQLiteError) -> CollectionHead {
    if let head = heads[key] { return head }
    guard let found = try storedHead(of: key) else {
      throw SQLiteError(.corrupt, "the collection's row is missing or damaged")
    }
    heads[key] = found
    return found
  }

  /// Returns the head of a collection as it is stored; nil if it is missing or damaged.
  private func storedHead(of key: CollectionKey) throws(SQLiteError) -> CollectionHead? {
    let found = try statements.head.first(.text(key.owner), .text(key.id)) { row in
      (head: CollectionHead(row), sum: row.number(5))
    }
    guard let found, found.sum == found.head.sum(of: key) else { return nil }
    return found.head
  }

  private mutating func update(_ head: CollectionHead, of key: CollectionKey) throws(SQLiteError) {
    try statements.update.run(
      .number(head.collection), .number(head.version), .number(head.base), .number(head.items),
      .number(head.keys), .number(head.sum(of: key)))
    heads[key] = head
  }

  /// Writes the head of a collection with a new version.
  ///
  /// - Parameter time: when the version was made; nil if it is not known.
  private mutating func update(
    _ head: CollectionHead, of key: CollectionKey, at time: UTCTime?
  ) throws(SQLiteError) {
    try update(head, of: key)
    try statements.setUpdated.run(.number(head.collection), .time(time))
    try statements.setHour.run(.number(head.collection), time.map { .number($0.hour) } ?? .null)
  }

  private func insert(_ base: JournalBase, of collection: Int) throws(SQLiteError) {
    try statements.insertBase.run(.number(collection), .number(base.state.version), .bytes(base.bytes))
    try statements.setBaseTime.run(.number(collection), .number(now()))
  }

  private func save(_ rows: ViewportRows, of collection: Int) throws(SQLiteError) {
    if let (viewport, version) = rows.main {
      let row = RowRecord.Row(version: version, bytes: viewport.stored())
      try statements.savePosition.run(
        .number(collection), .number(version), .bytes(row.bytes),
        .number(RowSum.littleEndian.of(position: row, of: collection)))
    }
    if rows.isWhole { try statements.deleteViewports.run(.number(collection)) }
    for name in rows.removed { try statements.deleteViewport.run(.number(collection), .text(name)) }
    for (name, viewport) in rows.saved {
      let bytes = viewport.stored()
      try statements.saveViewport.run(
        .number(collection), .text(name), .bytes(bytes),
        .number(RowSum.littleEndian.of(viewport: name, bytes, of: collection)))
    }
  }

  /// Deletes a collection. The rows of one with a damaged head stay: its row number may be that of another collection.
  private mutating func delete(_ key: CollectionKey) throws(SQLiteError) {
    if let head = heads[key] {
      try deleteRows(of: head.collection)
    } else if let head = try storedHead(of: key) {
      try deleteRows(of: head.collection)
    }
    try statements.delete.run(.text(key.owner), .text(key.id))
    heads[key] = nil
  }

  private func deleteRows(of collection: Int) throws(SQLiteError) {
    try deleteRows(of: collection, before: .max)
    try statements.deleteBaseTime.run(.number(collection))
    try statements.deletePosition.run(.number(collection))
    try statements.deleteViewports.run(.number(collection))
  }

  private func deleteRows(of collection: Int, before version: Int) throws(SQLiteError) {
    try statements.deleteBases.run(.number(collection), .number(version))
    try statements.deleteEntries.run(.number(collection), .number(version))
  }
}

extension RowWriter {
  /// Copies the write-ahead log into the database once it has grown by 1000 pages, or by fewer on a small disk, and
  /// shrinks the file.
  mutating func maintain() {
    eraseRemains()
    let pages = connection.pagesInLog
    if pages < checkpointed { checkpointed = 0 }
    guard pages - checkpointed >= reserve.checkpointPages else { return }
    checkpointed = pages
    // If that fails, a later call does it: a backup may be reading the log, or the disk may be full.
    if let pages = try? connection.checkpoint(.passive) { copied = pages }
    try? shrinkFile()
    watch.noteSize()
    fillReserve()
  }

  /// Makes the reserve as large as the store needs it. A small store needs little.
  mutating func fillReserve() {
    let pages = max(connection.pagesInLog, DiskSpace.bytes(ofFile: file) / SQLitePage.size)
    reserve.fill(to: pages >= reserve.checkpointPages ? reserve.goal : Reserve.least)
  }

  /// Empties the log, so that the next start reads none of it.
  mutating func finish() {
    guard fault == nil else {
      // SQLite would read the log into the file that is there now.
      if watch.isReplaced { _ = rename("\(file)-wal", "\(file)-wal-lost") }
      return connection.leaveLogOnClose()
    }
    erasure.next = 0
    eraseRemains()
    _ = try? connection.checkpoint(.truncating)
  }

  /// The most pages that are returned to the disk at a time, so that this takes little of the log.
  private static var returnedPages: Int { 250 }

  /// Returns some pages of a file to the disk if more than half of the file is unused. Later writes use the rest.
  private func shrinkFile() throws(SQLiteError) {
    let free = try connection.number("PRAGMA freelist_count")
    guard free > 1000, try free > connection.number("PRAGMA page_count") / 2 else { return }
    try connection.execute("PRAGMA incremental_vacuum(1000)")
  }
}

extension RowWriter {
  /// Makes deletions on a full disk, with the space of the reserve.
  private mutating func commitFromReserve(_ group: [RowWrite]) throws(RowStoreError) {
    reserve.release()
    // Otherwise SQLite would write zeros for all that is deleted, which takes as much space again.
    try? connection.execute("PRAGMA secure_delete = FAST")
    defer {
      try? connection.execute("PRAGMA secure_delete = ON")
      checkpointed = connection.pagesInLog
      watch.noteSize()
      fillReserve()
    }
    do throws(RowStoreError) { try commit(group) } catch {
      guard error == .rows(.full) else { throw error }
      // Where the size of a file is limited, only a checkpoint makes space in the log.
      _ = try? connection.checkpoint(.truncating)
      try commit(group)
    }
    try? returnSpace()
  }

  /// Empties the log and returns unused pages to the disk, some at a time. Later writes use the rest.
  private func returnSpace() throws(SQLiteError) {
    for _ in 0..<64 {
      try connection.checkpoint(.truncating)
      guard try connection.number("PRAGMA freelist_count") > 0 else { return }
      try connection.execute("PRAGMA incremental_vacuum(\(Self.returnedPages))")
    }
    try connection.checkpoint(.truncating)
  }
}

extension SQLiteStatement.Argument {
  /// The milliseconds of a time, or NULL for one that is not known.
  fileprivate static func time(_ time: UTCTime?) -> SQLiteStatement.Argument {
    time.map { .number(Int($0.milliseconds)) } ?? .null
  }
}
