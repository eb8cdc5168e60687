import Collections

/// The requests of a group: finds those that were stored before, and stores the others.
struct GroupRequests: Sendable {
  private let find, insertForHeads, insertForDeletions: Statement

  init(_ schema: Schema) {
    find = schema.findRequests
    insertForHeads = schema.insertRequests
    insertForDeletions = schema.insertRequestsOfDeletions
  }

  /// A request of a group.
  struct Row {
    var request: RequestKey
    var operation: WriteOperation
    /// The version after it; -1 stands for that of the collection.
    var version: Int
    var mark: Int
  }

  /// A request that was stored before.
  struct Found {
    var request: StoredRequest
    var writer: Int
  }

  func find(_ rows: [Row]) -> Statement.Call {
    find { Self.addNames(of: rows, &$0) }
  }

  /// Adds the arguments of `Schema.repeatedRequests`.
  static func addRepeated(_ rows: [Row], _ arguments: inout Arguments) {
    addNames(of: rows, &arguments)
    arguments.add(array: rows.map(\.operation.collection.number))
  }

  private static func addNames(of rows: [Row], _ arguments: inout Arguments) {
    arguments.add(array: rows.map(\.request.name.owner))
    arguments.add(array: rows.map(\.request.name.scope))
    arguments.add(array: rows.map(\.request.name.key))
  }

  /// Stores the requests of collections with their marks.
  func insert(_ rows: [Row], isDeletion: Bool = false) -> Statement.Call {
    (isDeletion ? insertForDeletions : insertForHeads) {
      Self.addNames(of: rows, &$0)
      $0.add(array: rows.map(\.request.fingerprint))
      $0.add(array: rows.map(\.operation.collection.number))
      $0.add(array: rows.map(\.operation.collection.key.id))
      $0.add(array: rows.map(\.version))
      $0.add(array: rows.map(\.operation.writer))
      $0.add(array: rows.map(\.mark))
    }
  }

  /// Returns the requests that `find` has found, by their names.
  static func found(_ result: QueryResult, among rows: [Row]) -> [RequestKey.Name: Found] {
    var found: [RequestKey.Name: Found] = [:]
    for row in result.rows {
      let name = rows[result.number(row, 0) - 1].request.name
      let key = CollectionKey(owner: name.owner, id: result.text(row, 3))
      let request = StoredRequest(
        fingerprint: result.bytes(row, 1), collection: CollectionIncarnation(key, result.number(row, 2)),
        version: result.number(row, 4))
      found[name] = Found(request: request, writer: result.number(row, 5))
    }
    return found
  }
}

extension [RequestKey.Name: GroupRequests.Found] {
  /// Returns the outcome of a write whose request was stored before; nil if it was not.
  func outcome(of operation: WriteOperation) -> WriteOutcome? {
    guard let name = operation.request?.name, let found = self[name] else { return nil }
    // Its own request: the commit whose response was lost took place.
    return found.writer == operation.writer ? .success : .failure(.repeated(found.request))
  }
}
