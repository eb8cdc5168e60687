import Collections

/// Gives the rows of one owner to another, and deletes its requests.
struct OwnerChange: Sendable {
  private let giveCollections, giveRequests, countLeft, deleteRequests: Statement

  init(_ schema: Schema) {
    giveCollections = schema.giveCollections
    giveRequests = schema.giveRequests
    countLeft = schema.countLeft
    deleteRequests = schema.deleteRequests
  }

  /// Deletes the requests of an owner.
  func deleteRequests(of owner: String, _ session: Session) throws(PostgresError) {
    _ = try session.run([deleteRequests { $0.add(owner) }], isLarge: true)
  }

  /// Changes the owner of collections and requests in one transaction, and the counts of both owners with it.
  func run(_ owner: String, to other: String, _ session: Session) throws(PostgresError) -> Reassignment {
    func addOwners(_ arguments: inout Arguments) {
      arguments.add(owner)
      arguments.add(other)
    }
    let results = try session.run(
      [
        Session.begin(), giveCollections(addOwners), giveRequests(addOwners), countLeft { $0.add(owner) },
        Session.commit(),
      ], isLarge: true)
    return Reassignment(moved: results[1].number(0, 0), left: results[3].number(0, 0))
  }
}
