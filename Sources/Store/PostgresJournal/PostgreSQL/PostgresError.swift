import CPostgres

/// An error of a server, or of the connection to it.
struct PostgresError: Error, Hashable, Sendable {
  /// The code of a server's error; nil for an error of the connection.
  var state: SQLState?
  var message: String
  /// Whether the connection cannot be used any more. The server may have carried out the statements sent before.
  var isOfConnection: Bool
  /// The severity that the server names: `ERROR`, `WARNING` and others.
  var severity = ""
  /// The constraint that the statement violates; empty if it is another error.
  var constraint = ""

  init(connection message: String) {
    self.message = message
    isOfConnection = true
  }

  /// Creates the error of a connection that failed, in libpq's words.
  init(of connection: OpaquePointer?) {
    self.init(connection: Self.line(connection.flatMap { PQerrorMessage($0) }))
  }

  /// Creates the error that a result stands for.
  init(result: OpaquePointer) {
    severity = Self.field(result, cpostgres_severity)
    let code = Self.field(result, cpostgres_sqlstate)
    let primary = Self.field(result, cpostgres_primary)
    state = code.isEmpty ? nil : SQLState(rawValue: code)
    message = primary.isEmpty ? Self.line(PQresultErrorMessage(result)) : primary
    // A server ends a session after such an error, and libpq makes up a result without a code if it has ended.
    isOfConnection = code.isEmpty || severity == "FATAL" || severity == "PANIC"
    constraint = Self.field(result, cpostgres_constraint)
  }

  /// The message with its code, as an operator reads it.
  var reason: String { state.map { "\(message) (SQLSTATE \($0.rawValue))" } ?? message }

  private static func field(_ result: OpaquePointer, _ field: Int) -> String {
    PQresultErrorField(result, Int32(field)).map { String(cString: $0) } ?? ""
  }

  /// Returns libpq's message as one line.
  private static func line(_ message: UnsafePointer<CChar>?) -> String {
    let text = message.map { String(cString: $0) } ?? ""
    let parts = text.split { $0.isNewline }.map { $0.drop { $0.isWhitespace } }
      .filter { !$0.hasPrefix("Is the server running") }
    return parts.isEmpty ? "the connection was lost" : parts.joined(separator: "; ")
  }
}
