import API
import Collections
import SQLiteJournal

/// Where collections are stored.
enum StoreLocation: Equatable {
  /// In memory, as long as the process lives.
  case memory
  /// In a database file of the data directory, which is created with all its missing parents.
  case dataDirectory
  /// In a database file. Its directory is created if it is missing, but no parents: the path may be misspelt.
  case sqlite(path: String)

  /// Opens the journal; creates it if there is none.
  func open(dataDirectory: String) throws(SQLiteOpeningError) -> any Journal {
    switch self {
    case .memory: return MemoryJournal()
    case .dataDirectory:
      // If this fails, opening the file reports the reason.
      Folders.make(dataDirectory)
      return try SQLiteJournal(path: dataDirectory + "/tessera.sqlite", reading: StoredLayouts())
    case .sqlite(let path): return try SQLiteJournal(path: path, reading: StoredLayouts())
    }
  }
}

extension StoreLocation {
  /// The path of the database file; nil if there is none.
  func path(dataDirectory: String) -> String? {
    switch self {
    case .dataDirectory: dataDirectory + "/tessera.sqlite"
    case .sqlite(let path): path
    case .memory: nil
    }
  }
}

extension ValueFormat<StoreLocation> {
  static var store: Self {
    Self(
      takes: "memory:, sqlite: or sqlite:PATH",
      parse: { text in
        if text == "memory:" { return .memory }
        guard text.hasPrefix("sqlite:") else { return nil }
        let path = String(text.dropFirst("sqlite:".count))
        return path.isEmpty ? .dataDirectory : .sqlite(path: path)
      },
      text: { location in
        switch location {
        case .memory: "memory:"
        case .dataDirectory: "sqlite:"
        case .sqlite(let path): "sqlite:\(path)"
        }
      })
  }
}
