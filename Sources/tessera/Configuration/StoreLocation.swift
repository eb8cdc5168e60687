/// Where collections live.
enum StoreLocation: Equatable {
  /// As long as the process.
  case memory
  /// In a database file.
  case sqlite(path: String)
}

extension SettingReader {
  /// - Throws: for a store of no kind that there is.
  func store() throws(SettingError) -> StoreLocation {
    let words = settings[.store]
    if words == "memory:" { return .memory }
    guard words.hasPrefix("sqlite:") else {
      throw error(.store, "memory:, sqlite: or sqlite:PATH")
    }
    let path = String(words.dropFirst("sqlite:".count))
    return .sqlite(path: path.isEmpty ? settings[.dataDirectory] + "/tessera.sqlite" : path)
  }
}
