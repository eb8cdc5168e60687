import API
import Collections
import SQLiteJournal

/// Where collections live.
enum StoreLocation: Equatable {
  /// As long as the process.
  case memory
  /// In a database file.
  case sqlite(path: String)

  /// Opens the store, or makes it where there is none.
  func open() throws(SQLiteOpeningError) -> OpenStore {
    switch self {
    case .memory: OpenStore(journal: MemoryJournal(), close: {})
    case .sqlite(let path): OpenStore(try SQLiteJournal(path: path, reading: StoredLayouts()))
    }
  }
}

/// A store that is open, and how it is closed.
struct OpenStore {
  var journal: any Journal
  /// Has everything written that is on its way; nothing is kept afterwards.
  var close: () -> Void
}

extension OpenStore {
  fileprivate init(_ journal: SQLiteJournal) { self.init(journal: journal, close: journal.close) }
}

extension SettingReader {
  /// - Throws: for a store of no kind that there is.
  func store() throws(SettingError) -> StoreLocation {
    let words = settings[.store]
    if words == "memory:" { return .memory }
    guard words.hasPrefix("sqlite:") else { throw error(.store, "memory:, sqlite: or sqlite:PATH") }
    let path = String(words.dropFirst("sqlite:".count))
    return .sqlite(path: path.isEmpty ? settings[.dataDirectory] + "/tessera.sqlite" : path)
  }
}
