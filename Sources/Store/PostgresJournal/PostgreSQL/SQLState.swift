/// A code of five characters by which a server names an error; the first two are its class.
struct SQLState: RawRepresentable, Hashable, Sendable {
  var rawValue: String

  static let uniqueViolation = SQLState(rawValue: "23505")
  static let notNullViolation = SQLState(rawValue: "23502")
  static let readOnlyTransaction = SQLState(rawValue: "25006")
  static let invalidPassword = SQLState(rawValue: "28P01")
  static let invalidAuthorization = SQLState(rawValue: "28000")
  static let invalidCatalogName = SQLState(rawValue: "3D000")
  static let insufficientPrivilege = SQLState(rawValue: "42501")
  static let diskFull = SQLState(rawValue: "53100")
  static let lockNotAvailable = SQLState(rawValue: "55P03")

  /// Whether another transaction was in the way, and the same transaction may succeed if it is repeated.
  var isTransient: Bool { rawValue.hasPrefix("40") || self == .lockNotAvailable }

  /// Whether the data of the statements is the reason: the integrity of the tables, a value, or a limit of the program.
  var isOfData: Bool { ["21", "22", "23", "54"].contains { rawValue.hasPrefix($0) } || self == .diskFull }
}
