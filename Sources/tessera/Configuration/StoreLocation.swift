import API
import Collections
import SQLiteJournal

/// Where collections live.
enum StoreLocation: Equatable {
  /// As long as the process.
  case memory
  /// In a database file of the data directory, which is made with all folders above it that are missing.
  case data(directory: String)
  /// In a database file; a folder that is missing is made, but none above it: the path may be misspelt.
  case sqlite(path: String)

  /// Opens the store, or makes it where there is none.
  func open() throws(SQLiteOpeningError) -> OpenStore {
    switch self {
    case .memory: return OpenStore(journal: MemoryJournal(), close: {})
    case .data(let directory):
      // Where that fails, opening the file says why.
      Folders.make(directory)
      return OpenStore(try SQLiteJournal(path: directory + "/tessera.sqlite", reading: StoredLayouts()))
    case .sqlite(let path): return OpenStore(try SQLiteJournal(path: path, reading: StoredLayouts()))
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
    return path.isEmpty ? .data(directory: settings[.dataDirectory]) : .sqlite(path: path)
  }
}
