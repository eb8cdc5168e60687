import Collections
import LayoutEngine
import Support

/// Keeps collections in an SQLite database.
///
/// Changes are written by one thread, many in one transaction, and are settled when the disk has them; whoever reads
/// has a connection of its own and waits for nobody. One process at a time has the file; another may copy it meanwhile
/// (`sqlite3 store.db "VACUUM INTO 'copy.db'"`).
public final class SQLiteJournal: Journal {
  private let layouts: any LayoutReading
  let commits: GroupCommit
  private let readers: ReaderPool

  /// Opens a store, or makes it where there is none, and the directory for it.
  ///
  /// - Parameter layouts: reads the layouts of stored collections.
  /// - Throws: what an operator can do something about; what was there is then as it was.
  public init(path given: String, reading layouts: any LayoutReading) throws(SQLiteOpeningError) {
    let path = try StorePath(given)
    guard let lock = try FileLock(path.lock, of: given) else { throw .inUse(path: given) }
    if try path.makeFile() { try Schema.examine(path) }
    do throws(SQLiteError) {
      let connection = try Connection(path.resolved, .write)
      guard !connection.isReadOnly else {
        throw SQLiteError(.readOnly, "it can only be read")
      }
      guard try Schema.configure(connection) else {
        throw SQLiteError(.readOnly, "it takes no write-ahead log")
      }
      try Schema.migrate(connection)
      commits = GroupCommit(try StoreWriter(connection), lock)
    } catch {
      throw SQLiteOpeningError(error, given)
    }
    readers = ReaderPool(path.resolved)
    self.layouts = layouts
  }

  /// Writes what is on its way, and closes the file. Whatever is asked later fails. Not to be called by what is told of
  /// something settled.
  public func close() {
    readers.close()
    commits.close()
  }
}

extension SQLiteJournal {
  public func create(_ key: CollectionKey, _ base: JournalBase) -> Pending<Void, JournalError> {
    commits.add(.create(base), key)
  }

  public func append(_ entry: JournalEntry, to key: CollectionKey) -> Pending<Void, JournalError> {
    commits.add(.append(entry), key)
  }

  public func compact(_ key: CollectionKey, to base: JournalBase) -> Pending<Void, JournalError> {
    commits.add(.compact(base), key)
  }

  public func leave(
    _ key: CollectionKey, at version: Int, _ main: Viewport
  ) -> Pending<Void, JournalError> {
    commits.add(.leave(version: version, main: main.stored()), key)
  }

  public func delete(_ key: CollectionKey, ifVersion version: Int?) -> Pending<Void, JournalError> {
    commits.add(.delete(version: version), key)
  }
}

extension SQLiteJournal {
  public func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError> {
    read { (reader) throws(SQLiteError) in
      try reader.record(key, since: .max)
    } decode: { [layouts] (found) throws(JournalError) in
      switch found {
      case .missing: nil
      case .tooOld: throw .damaged("The collection has no base.")
      case .record(let record): try record.decoded(reading: layouts)
      }
    }
  }

  public func history(
    _ key: CollectionKey, since version: Int
  ) -> Pending<JournalRecord?, JournalError> {
    read { (reader) throws(SQLiteError) in
      try reader.record(key, since: version)
    } decode: { [layouts] (found) throws(JournalError) in
      guard case .record(let record) = found else { return nil }
      return try record.decoded(reading: layouts)
    }
  }

  public func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> {
    read { (reader) throws(SQLiteError) in try reader.head(of: key) }
  }

  public func ids(of owner: String, after id: String?, limit: Int) -> Pending<[String], JournalError> {
    read { (reader) throws(SQLiteError) in
      try reader.ids(of: owner, after: id ?? "", limit: max(0, limit))
    }
  }

  public func usage() -> Pending<[String: CollectionUsage], JournalError> {
    read { (reader) throws(SQLiteError) in try reader.usage() }
  }

  private func read<Value>(
    _ read: (StoreReader) throws(SQLiteError) -> Value
  ) -> Pending<Value, JournalError> {
    self.read(read) { (value) throws(JournalError) in value }
  }

  /// Reads on the calling thread, and decodes when the connection has been given back.
  private func read<Rows, Value>(
    _ read: (StoreReader) throws(SQLiteError) -> Rows, decode: (Rows) throws(JournalError) -> Value
  ) -> Pending<Value, JournalError> {
    do throws(JournalError) {
      return Pending(.success(try decode(try readers.read(read))))
    } catch {
      return Pending(.failure(error))
    }
  }
}
