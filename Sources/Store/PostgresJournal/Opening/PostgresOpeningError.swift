/// The reason why a store in a PostgreSQL database cannot be opened. The database is as it was.
public enum PostgresOpeningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The connection string cannot be read.
  case invalid
  /// The name of a schema is not one that the service takes.
  case schemaName(String)
  /// No server accepts a connection.
  case unreachable(place: String, reason: String)
  /// The server rejects the role or its password.
  case rejected(place: String, reason: String)
  /// The database does not exist.
  case noDatabase(place: String, reason: String)
  /// The server cannot be written.
  case readOnly(place: String, reason: String)
  /// There is no space left.
  case full(place: String, reason: String)
  /// The role may not do what the service needs.
  case forbidden(place: String, schema: String, reason: String)
  /// The server is older than the service supports, or stores other text than UTF-8.
  case unsupported(place: String, reason: String)
  /// The schema has tables of another program.
  case foreign(place: String, schema: String)
  /// The tables are not as the service has created them.
  case damaged(place: String, schema: String, reason: String)
  /// A later version of the service has changed the tables so that this one cannot use them.
  case newer(place: String, schema: String, number: Int, known: Int)
  /// The tables are not there, or not those of this version, and must not be created.
  case missing(place: String, schema: String)
  /// Another program uses the tables.
  case inUse(place: String, schema: String, isWantedAlone: Bool)

  /// A message for the operator: the store, the problem, and a remedy.
  public var description: String {
    switch self {
    case .invalid:
      "The connection string of the store cannot be read. Give a URI such as "
        + "postgresql://user:password@host:5432/database, with special characters percent-encoded."
    case .schemaName(let name):
      "The schema \"\(name)\" of the store is no name that the service takes: "
        + "give 1 to 48 lower-case letters, digits and underscores, the first no digit."
    case .unreachable(let place, let reason):
      "The store \(place) cannot be reached: \(reason). Start PostgreSQL there, or correct the connection string."
    case .rejected(let place, let reason):
      "The store \(place) rejects the login: \(reason). Correct the role or its password in the connection string."
    case .noDatabase(let place, let reason):
      "The store \(place) does not exist: \(reason). Create the database, or name another one."
    case .readOnly(let place, let reason):
      "The store \(place) cannot be written: \(reason). Name the primary, or all hosts of the cluster, "
        + "in the connection string; a standby stores nothing."
    case .full(let place, let reason):
      "The store \(place) has no space left: \(reason). Free space on its disk."
    case .forbidden(let place, let schema, let reason):
      "The store \(place) does not allow what the service needs: \(reason). Grant the role CREATE on the database, "
        + "or have an administrator create the schema \"\(schema)\" and make the role its owner."
    case .unsupported(let place, let reason):
      "The store \(place) is not supported: \(reason)."
    case .foreign(let place, let schema):
      "The schema \"\(schema)\" of the store \(place) has tables of another program. Nothing in it was changed. "
        + "Name another schema: --store postgres:NAME."
    case .damaged(let place, let schema, let reason):
      "The schema \"\(schema)\" of the store \(place) is damaged: \(reason). Nothing in it was changed. "
        + "Restore a backup, or name another schema: --store postgres:NAME."
    case .newer(let place, let schema, let number, let known):
      "The schema \"\(schema)\" of the store \(place) has number \(number), and this version of the service knows up to "
        + "\(known). Nothing in it was changed. Use the version that wrote it or a later one."
    case .missing(let place, let schema):
      "The schema \"\(schema)\" of the store \(place) has no tables of this version. A service creates or migrates "
        + "them when it starts."
    case .inUse(let place, let schema, true):
      "The schema \"\(schema)\" of the store \(place) is in use. Stop every service and command that uses it."
    case .inUse(let place, let schema, false):
      "A command such as tessera store copy uses the schema \"\(schema)\" of the store \(place) alone. Wait until it ends."
    }
  }

  /// Creates the error for a failure while the store is opened.
  init(_ error: PostgresError, _ place: String, schema: String) {
    let reason = error.reason
    self =
      switch error.state {
      case .invalidPassword?, .invalidAuthorization?: .rejected(place: place, reason: reason)
      case .invalidCatalogName?: .noDatabase(place: place, reason: reason)
      case .readOnlyTransaction?: .readOnly(place: place, reason: reason)
      case .diskFull?: .full(place: place, reason: reason)
      case .insufficientPrivilege?: .forbidden(place: place, schema: schema, reason: reason)
      default: Self.ofConnection(place, reason)
      }
  }

  /// Creates the error of a connection. libpq gives no code for an error before the session, so its words decide.
  private static func ofConnection(_ place: String, _ reason: String) -> PostgresOpeningError {
    func says(_ text: String) -> Bool { reason.contains(text) }
    if says("password authentication failed") || says("no password supplied") || says("no pg_hba.conf entry")
      || says("role") && says("does not exist")
    {
      return .rejected(place: place, reason: reason)
    }
    if says("database") && says("does not exist") { return .noDatabase(place: place, reason: reason) }
    if says("session is read-only") || says("hot standby mode") || says("not in hot standby") {
      return .readOnly(place: place, reason: reason)
    }
    if says("permission denied for database") {
      return .rejected(place: place, reason: reason)
    }
    return .unreachable(place: place, reason: reason)
  }
}
