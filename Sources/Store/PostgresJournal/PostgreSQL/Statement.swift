/// A statement that a connection prepares when it is first used.
///
/// Its parameters have casts, so a server knows their types.
struct Statement: Sendable {
  /// Unique among the statements of the journal.
  let name: String
  let sql: String

  init(_ name: String, _ sql: String) {
    self.name = name
    self.sql = sql
  }

  func callAsFunction(_ fill: (inout Arguments) -> Void = { _ in }) -> Call {
    var arguments = Arguments()
    fill(&arguments)
    return Call(statement: self, arguments: arguments)
  }

  /// A statement with its arguments.
  struct Call {
    let statement: Statement
    let arguments: Arguments
  }
}
