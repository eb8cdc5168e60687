import API
import Collections
import PostgresJournal
import SQLiteJournal

/// Where collections are stored.
enum StoreLocation: Equatable {
  /// In memory, as long as the process lives.
  case memory
  /// In a database file of the data directory, which is created with all its missing parents.
  case dataDirectory
  /// In a database file. Its directory is created if it is missing, but no parents: the path may be misspelt.
  case sqlite(path: String)
  /// In a schema of a PostgreSQL database, which several services can share.
  case postgres(schema: String)

  /// The schema if the operator names none.
  static let defaultSchema = "tessera"

  /// The path of the database file; nil if there is none.
  func file(dataDirectory: String) -> String? {
    switch self {
    case .memory, .postgres: nil
    case .dataDirectory: Self.file(in: dataDirectory)
    case .sqlite(let path): path
    }
  }

  /// The path of the folder for the fonts of clients, beside the database file; nil if there is none.
  func fontFolder(dataDirectory: String) -> String? {
    switch self {
    case .memory, .postgres: nil
    case .dataDirectory: dataDirectory + "/fonts"
    case .sqlite(let path): path + "-fonts"
    }
  }

  private static func file(in folder: String) -> String { folder + "/tessera.sqlite" }

  /// Opens the journal; creates it if there is none.
  ///
  /// - Parameters:
  ///   - alone: whether no other program may use a store in PostgreSQL meanwhile.
  ///   - mayCreate: whether the tables in PostgreSQL are created if there are none.
  /// - Returns: the journal, and what an operator should know of it, each in a sentence.
  func open(
    _ configuration: ServeConfiguration, alone: Bool = false, mayCreate: Bool = true
  ) throws -> (journal: any Journal, warnings: [String]) {
    switch self {
    case .memory: return (MemoryJournal(), [])
    case .dataDirectory:
      // If this fails, opening the file reports the reason.
      Folders.make(configuration.dataDirectory)
      return try Self.open(file: Self.file(in: configuration.dataDirectory))
    case .sqlite(let path): return try Self.open(file: path)
    case .postgres(let schema):
      var postgres = try Self.postgres(schema, configuration)
      postgres.isAlone = alone
      postgres.mayCreate = mayCreate
      let journal = try PostgresJournal(postgres, reading: StoredLayouts())
      return (journal, journal.warnings)
    }
  }
}

extension StoreLocation {
  /// Finds out whether `serve` could open the store, also while a service uses it: locks, creates and changes nothing.
  ///
  /// - Returns: the changes that a start makes to it, and warnings for the operator, each in a sentence.
  func inspect(_ configuration: ServeConfiguration) throws -> (notes: [String], warnings: [String]) {
    switch self {
    case .memory: return ([], [])
    case .dataDirectory:
      let folder = configuration.dataDirectory
      // It would be created with all its missing parents.
      guard Folders.exist(folder) else { return (Self.notes(on: nil), []) }
      return (Self.notes(on: try SQLiteStore.schema(at: Self.file(in: folder))), [])
    case .sqlite(let path): return (Self.notes(on: try SQLiteStore.schema(at: path)), [])
    case .postgres(let schema):
      let (found, warnings) = try PostgresJournal.inspect(try Self.postgres(schema, configuration))
      return (Self.notes(on: found), warnings)
    }
  }

  /// What a start does to a store with a schema; nil if there is no store.
  private static func notes(on schema: (found: Int, known: Int)?) -> [String] {
    guard let (found, known) = schema else { return ["there is no store yet; the start creates it"] }
    return found < known ? ["the start migrates the store from schema \(found) to \(known)"] : []
  }

  private static func postgres(
    _ schema: String, _ configuration: ServeConfiguration
  ) throws -> PostgresConfiguration {
    guard !configuration.storeURL.isEmpty else { throw MissingStoreURL() }
    var postgres = PostgresConfiguration(try ConnectionString(configuration.storeURL))
    postgres.schema = schema
    return postgres
  }

  private static func open(file path: String) throws -> (journal: any Journal, warnings: [String]) {
    let journal = try SQLiteJournal(path: path, reading: StoredLayouts())
    guard journal.isFull else { return (journal, []) }
    let warning =
      "the store \(path) is full: collections can be read and deleted, and changes get 507 until there is space"
    return (journal, [warning])
  }
}

/// A store in PostgreSQL without a connection string.
struct MissingStoreURL: Error, CustomStringConvertible {
  var description: String {
    "The store postgres: needs a connection string. Set \(Setting.storeURL.variable) to a URI such as "
      + "postgresql://user:password@host:5432/database, or \(Setting.storeURLFile.variable) to a file that has one."
  }
}

extension ValueFormat<StoreLocation> {
  static var store: Self {
    Self(
      takes: "memory:, sqlite:, sqlite:PATH, postgres: or postgres:SCHEMA",
      parse: { text in
        if text == "memory:" { return .memory }
        if text.hasPrefix("postgres:") {
          let schema = String(text.dropFirst("postgres:".count))
          // A connection string has a password, and its own setting.
          guard !schema.contains("/") else { return nil }
          return .postgres(schema: schema.isEmpty ? StoreLocation.defaultSchema : schema)
        }
        guard text.hasPrefix("sqlite:") else { return nil }
        let path = String(text.dropFirst("sqlite:".count))
        return path.isEmpty ? .dataDirectory : .sqlite(path: path)
      },
      text: { location in
        switch location {
        case .memory: "memory:"
        case .dataDirectory: "sqlite:"
        case .sqlite(let path): "sqlite:\(path)"
        case .postgres(StoreLocation.defaultSchema): "postgres:"
        case .postgres(let schema): "postgres:\(schema)"
        }
      })
  }
}
