import LayoutEngine

@testable import Collections

/// A journal that keeps only what can be read from stored forms.
struct StoringJournal: Journal {
  let memory = MemoryJournal()
  let layouts: KnownLayouts

  private func reread(_ state: CollectionState) -> CollectionState {
    try! CollectionState(stored: state.stored(), reading: layouts)
  }

  func create(_ key: CollectionKey, _ base: CollectionState) throws(JournalError) {
    try memory.create(key, reread(base))
  }

  func append(_ entry: JournalEntry, to key: CollectionKey) throws(JournalError) {
    try memory.append(try! JournalEntry(stored: entry.stored(), reading: layouts), to: key)
  }

  func compact(_ key: CollectionKey, to base: CollectionState) throws(JournalError) {
    try memory.compact(key, to: reread(base))
  }

  func load(_ key: CollectionKey) -> JournalRecord? { memory.load(key) }

  func delete(_ key: CollectionKey, ifVersion version: Int?) throws(JournalError) {
    try memory.delete(key, ifVersion: version)
  }

  func ids(of owner: String, after id: String?, limit: Int) -> [String] {
    memory.ids(of: owner, after: id, limit: limit)
  }

  func usage() -> [String: CollectionUsage] { memory.usage() }
}
