import Collections

extension RowWriter {
  /// Erases the requests of an owner.
  mutating func deleteRequests(of owner: String) throws(RowStoreError) {
    if let fault { throw .store(.unavailable(fault)) }
    // The counts of the owner.
    forget()
    do throws(SQLiteError) {
      let delete = try SQLiteStatement("DELETE FROM requests WHERE owner = ?", on: connection)
      try statements.begin.run()
      try delete.run(.text(owner))
      try statements.noteErasure.run()
      try commitChanges()
    } catch {
      rollBack()
      throw RowStoreError(writing: error)
    }
    erasure.isDue = true
    eraseRemains()
  }

  /// Changes the owner of collections and requests in one transaction. A collection stays if the other owner has one of
  /// its id, or if its row is damaged.
  mutating func reassign(_ owner: String, to other: String) throws(RowStoreError) -> Reassignment {
    if let fault { throw .store(.unavailable(fault)) }
    // Their heads and counts are of the owner before.
    forget()
    do throws(SQLiteError) {
      let list = try SQLiteStatement(
        "SELECT \(CollectionHead.columns), sum, id FROM collections WHERE owner = ?", on: connection)
      let give = try SQLiteStatement(
        "UPDATE OR IGNORE collections SET owner = ?2, sum = ?3 WHERE collection = ?1", on: connection)
      var outcome = Reassignment(moved: 0, left: 0)
      try connection.execute("BEGIN IMMEDIATE")
      var found: [(head: CollectionHead, id: String, isWhole: Bool)] = []
      try list.forEach(.text(owner)) { row in
        let head = CollectionHead(row)
        let id = row.text(6)
        found.append((head, id, row.number(5) == head.sum(of: CollectionKey(owner: owner, id: id))))
      }
      for (head, id, isWhole) in found {
        var isMoved = false
        if isWhole {
          let sum = head.sum(of: CollectionKey(owner: other, id: id))
          try give.run(.number(head.collection), .text(other), .number(sum))
          isMoved = connection.changedRows > 0
        }
        if isMoved { outcome.moved += 1 } else { outcome.left += 1 }
      }
      try RequestRows.reassign(owner, to: other, on: connection)
      try commitChanges()
      return outcome
    } catch {
      rollBack()
      throw RowStoreError(writing: error)
    }
  }
}
