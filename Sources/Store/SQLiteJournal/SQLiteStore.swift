import Collections
import FlightRecorder
import Support
import Synchronization

/// The rows of a journal in an SQLite database file. The lock on the file makes this process its only writer.
public final class SQLiteStore: RowStore {
  /// The connection that writes, used on the journal's thread; nil once the store is closed.
  let writer: Mutex<RowWriter?>
  private let readers: ReaderPool
  public let recorder: FlightRecorder?
  /// Held as long as something can be written.
  private let lock: FileLock
  private let health = Mutex(StoreHealth())
  private let path: StorePath
  private let lastIncarnation = Mutex(0)
  /// Whether the rows of requests were found to be whole since the store was opened.
  private let hasVerifiedRequests = Mutex(false)

  /// - Parameter now: the time in seconds since 1970, for the age of requests.
  init(
    _ given: String, now: @escaping @Sendable () -> Int = { Int(UnixTime.milliseconds / 1000) }
  ) throws(SQLiteOpeningError) {
    let path = try StorePath(given)
    guard let lock = try FileLock(path.lock, of: given) else { throw .inUse(path: given) }
    let space = DiskSpace(of: path.directory)
    var reserve = Reserve(path.reserve, on: space)
    // Opening a store makes the index of its log, unless a crash has left one.
    if let space, space.free < Reserve.least, DiskSpace.bytes(ofFile: path.logIndex) == 0 {
      reserve.release()
    }
    let hasContent = try path.makeFile()
    let recorder: FlightRecorder
    do throws(RecorderError) { recorder = try FlightRecorder(path: path.recorder) } catch {
      throw .unavailable(path: path.recorder, reason: error.description)
    }
    if hasContent { try SQLiteSchema.examine(path, recorder.logMark) }
    var isFull = false
    do throws(SQLiteError) {
      let connection = try SQLiteConnection(path.resolved, .write)
      guard !connection.isReadOnly else {
        throw SQLiteError(.readOnly, "it can only be read")
      }
      guard try SQLiteSchema.configure(connection) else {
        throw SQLiteError(.readOnly, "it takes no write-ahead log")
      }
      try SQLiteSchema.migrate(connection)
      var writer = try RowWriter(
        connection, CommitMarker(recorder, log: path.log), reserve, at: path, now: now)
      do throws(SQLiteError) { try writer.probe() } catch {
        guard error.isFull else { throw error }
        isFull = true
      }
      writer.fillReserve()
      self.writer = Mutex(writer)
    } catch {
      throw SQLiteOpeningError(error, given)
    }
    readers = ReaderPool(path.resolved, now: now)
    self.recorder = recorder
    self.lock = lock
    self.path = path
    if isFull { health.withLock { $0.isFull = true } }
  }

  public func close() {
    readers.close()
    writer.withLock { writer in
      writer?.finish()
      writer = nil
    }
    lock.release()
  }
}

extension SQLiteStore {
  public func versions(
    of keys: [CollectionKey]
  ) throws(RowStoreError) -> [CollectionKey: CollectionVersions] {
    try write { (writer) throws(RowStoreError) in try writer.versions(of: keys) }
  }

  public func write(_ group: [RowWrite]) throws(RowStoreError) {
    do throws(RowStoreError) {
      try write { (writer) throws(RowStoreError) in try writer.write(group) }
      health.withLock { $0 = StoreHealth() }
    } catch {
      note(error)
      throw error
    }
  }

  /// Returns a number that follows from the time and is larger than all before, so that the rows of new collections lie
  /// together.
  public func newIncarnation() -> Int {
    lastIncarnation.withLock { last in
      last = max(last + 1, Int(UnixTime.milliseconds) << 12)
      return last
    }
  }

  public func maintain() {
    // A file that was replaced or truncated stays as it is.
    guard outage == nil else { return }
    writer.withLock { $0?.maintain() }
  }

  private func write<Value>(
    _ body: @Sendable (inout RowWriter) throws(RowStoreError) -> Value
  ) throws(RowStoreError) -> Value {
    try writer.withLock { (writer) throws(RowStoreError) in
      guard writer != nil else { throw .store(.closed) }
      return try body(&writer!)
    }
  }
}

extension SQLiteStore {
  public func record(of key: CollectionKey, since version: Int) throws(JournalError) -> RowRecord? {
    try readers.read { (reader) throws(SQLiteError) in try reader.record(of: key, since: version) }
  }

  public func head(of key: CollectionKey) throws(JournalError) -> JournalHead? {
    try readers.read { (reader) throws(SQLiteError) in try reader.head(of: key) }
  }

  public func ids(
    of owner: String, in times: TimeFilter, after id: String, limit: Int
  ) throws(JournalError) -> [String] {
    try readers.read { (reader) throws(SQLiteError) in
      try reader.ids(of: owner, in: times, after: id, limit: limit)
    }
  }

  public func entries(
    of collection: CollectionIncarnation, after version: Int
  ) throws(JournalError) -> RowTail? {
    try readers.read { (reader) throws(SQLiteError) in try reader.entries(of: collection, after: version) }
  }

  public func stored(_ request: RequestKey.Name) throws(JournalError) -> StoredRequest? {
    try readers.read { (reader) throws(SQLiteError) in
      if let found = try reader.stored(request) { return found }
      // Before a request counts as new, once: damage may hide that it was carried out.
      try hasVerifiedRequests.withLock { (isDone) throws(SQLiteError) in
        if !isDone { try reader.verifyRequests() }
        isDone = true
      }
      return nil
    }
  }

  public func histories(
    olderThan seconds: Int, after number: Int, limit: Int
  ) throws(JournalError) -> [StoredHistory] {
    try readers.read { (reader) throws(SQLiteError) in
      try reader.histories(olderThan: seconds, after: number, limit: limit)
    }
  }

  public func usage() throws(JournalError) -> [String: CollectionUsage] {
    try readers.read { (reader) throws(SQLiteError) in try reader.usage() }
  }

  public func byteCounts() throws(JournalError) -> [CollectionIncarnation: Int] {
    try readers.read { (reader) throws(SQLiteError) in try reader.byteCounts() }
  }
}

extension SQLiteStore {
  public func reassign(_ owner: String, to other: String) throws(JournalError) -> Reassignment {
    do throws(RowStoreError) {
      let outcome = try write { (writer) throws(RowStoreError) in try writer.reassign(owner, to: other) }
      maintain()
      return outcome
    } catch {
      throw error.reason
    }
  }

  public func deleteRequests(of owner: String) throws(JournalError) {
    do throws(RowStoreError) {
      try write { (writer) throws(RowStoreError) in try writer.deleteRequests(of: owner) }
    } catch {
      throw error.reason
    }
  }
}

extension SQLiteStore {
  public func vacuum() throws(JournalError) {
    do throws(RowStoreError) { try write { (writer) throws(RowStoreError) in try writer.vacuum() } } catch {
      throw error.reason
    }
  }
}

/// What keeps a store from being written, as far as the last write or probe showed.
struct StoreHealth: Sendable {
  /// What happened to a file of the store; nil if all are as they were.
  var outage: String?
  /// Whether there was no space.
  var isFull = false
}

extension SQLiteStore {
  public var outage: String? { health.withLock { $0.outage } }

  public var isFull: Bool { health.withLock { $0.isFull } }

  public func probe() {
    let found = writer.withLock { writer -> StoreHealth? in
      guard writer != nil else { return nil }
      if let fault = writer?.fault { return StoreHealth(outage: fault) }
      do throws(SQLiteError) { try writer?.probe() } catch {
        return error.isFull ? StoreHealth(isFull: true) : nil
      }
      writer?.fillReserve()
      return StoreHealth()
    }
    if let found { health.withLock { $0 = found } }
  }

  /// Notes why a group was not written.
  private func note(_ error: RowStoreError) {
    switch error {
    case .rows(.full), .store(.full): health.withLock { $0.isFull = true }
    case .store(.unavailable):
      let fault = writer.withLock { $0?.fault }
      health.withLock { $0.outage = fault }
    default: break
    }
  }
}
