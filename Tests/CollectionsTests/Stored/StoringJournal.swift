import LayoutEngine
import Support

@testable import Collections

/// A journal that keeps only what can be read from stored forms.
struct StoringJournal: Journal {
  let memory = MemoryJournal()
  let layouts: KnownLayouts

  private func reread(_ base: JournalBase) -> JournalBase {
    JournalBase(try! CollectionState(stored: base.bytes, reading: layouts))
  }

  func create(_ key: CollectionKey, _ base: JournalBase) -> Pending<Void, JournalError> {
    memory.create(key, reread(base))
  }

  func append(_ entry: JournalEntry, to key: CollectionKey) -> Pending<Void, JournalError> {
    memory.append(try! JournalEntry(stored: entry.bytes, reading: layouts), to: key)
  }

  func compact(_ key: CollectionKey, to base: JournalBase) -> Pending<Void, JournalError> {
    memory.compact(key, to: reread(base))
  }

  func leave(_ key: CollectionKey, at version: Int, _ main: Viewport) -> Pending<Void, JournalError> {
    memory.leave(key, at: version, try! Viewport(stored: main.stored(), reading: layouts))
  }

  func delete(_ key: CollectionKey, ifVersion version: Int?) -> Pending<Void, JournalError> {
    memory.delete(key, ifVersion: version)
  }

  func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError> { memory.load(key) }

  func history(_ key: CollectionKey, since version: Int) -> Pending<JournalRecord?, JournalError> {
    memory.history(key, since: version)
  }

  func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> { memory.head(of: key) }

  func ids(of owner: String, after id: String?, limit: Int) -> Pending<[String], JournalError> {
    memory.ids(of: owner, after: id, limit: limit)
  }

  func usage() -> Pending<[String: CollectionUsage], JournalError> { memory.usage() }
}
