import Collections

/// Creates and deletes collections, and replaces their bases.
struct LifecycleGroup: Sendable {
  private let requests: GroupRequests
  private let create, headsOfKeys, insertBases, countNew: Statement
  private let lock, delete, deletions, countDeleted, confirm: Statement
  private let deleteRows: [Statement]
  private let head, setBase, endHistory, deleteUnused, deleteOldBases, deleteOldEntries: Statement
  private let quotas: QuotasInForce

  /// The bytes of a part of a base.
  static var partBytes: Int { 512 << 10 }
  /// The number of parts that one round trip sends.
  private static var partsAtOnce: Int { 16 }

  init(_ schema: Schema, _ requests: GroupRequests, _ quotas: QuotasInForce) {
    self.requests = requests
    self.quotas = quotas
    create = schema.createHeads
    headsOfKeys = schema.findHeadsOfKeys
    insertBases = schema.insertBases
    countNew = schema.countCreated
    lock = schema.lockHeadsToDelete
    delete = schema.deleteHeads
    deleteRows = ["entries", "bases", "positions", "viewports"].map(schema.deleteAll)
    deletions = schema.findDeletions
    countDeleted = schema.countDeleted
    head = schema.findHeadToCompact
    setBase = schema.setBase
    endHistory = schema.endHistory
    deleteUnused = schema.deleteUnusedBases
    deleteOldBases = schema.deleteOldBases
    deleteOldEntries = schema.deleteOldEntries
    confirm = schema.confirm
  }
}

extension LifecycleGroup {
  /// Creates collections of different keys.
  func create(
    _ group: [WriteOperation], isInDoubt: Bool, _ session: Session
  ) throws(PostgresError) -> GroupOutcome {
    var marks: [Int] = []
    var rows: [GroupRequests.Row] = []
    var bases: [JournalBase] = []
    for operation in group {
      guard case .create(let base, let request) = operation.write else { continue }
      bases.append(base)
      let mark = Int.random(in: 1 ... .max)
      marks.append(mark)
      if let request {
        rows.append(
          .init(request: request, operation: operation, version: base.state.version, mark: mark))
      }
    }
    let numbers = group.map(\.collection.number)
    // The bases come first, while nothing is locked that others wait for.
    var calls = try sendParts(zip(numbers, bases).flatMap { Self.parts(of: $0, $1) }, session)
    let start = calls.count
    calls += [
      requests.find(rows),
      create {
        $0.add(array: numbers)
        $0.add(array: group.map(\.collection.key.owner))
        $0.add(array: group.map(\.collection.key.id))
        $0.add(array: bases.map(\.state.version))
        $0.add(array: bases.map(\.state.sections.storedItemCount))
        $0.add(array: marks)
        $0.add(array: bases.map(\.state.times.created.column))
        $0.add(array: bases.map(\.state.times.updated.column))
        $0.add(array: bases.map(\.state.times.updated.hourColumn))
        GroupRequests.addRepeated(rows, &$0)
        // What a lost commit created may have been deleted since.
        $0.add(isInDoubt ? 1 : 0)
      },
      headsOfKeys {
        $0.add(array: group.map(\.collection.key.owner))
        $0.add(array: group.map(\.collection.key.id))
      },
      requests.insert(rows),
      deleteUnused {
        $0.add(array: numbers)
        $0.add(array: bases.map(\.state.version))
      },
      deletions { $0.add(array: numbers) },
    ]
    if isInDoubt { calls.append(confirm { $0.add(marks[0]) }) }
    let count = countNew {
      $0.add(array: numbers)
      $0.add(array: marks)
      $0.add(array: group.map { quotas[$0.collection.key.owner].collections })
      $0.add(array: group.map { quotas[$0.collection.key.owner].items })
    }
    let results = try session.run(calls + [count, Session.commit()], isLarge: true)
    let found = GroupRequests.found(results[start], among: rows)
    let created = Set(results[start + 1].rows.map { results[start + 1].number($0, 0) })
    let existing = Set(results[start + 2].rows.map { results[start + 2].number($0, 0) })
    let gone = Set(results[start + 5].rows.map { results[start + 5].number($0, 0) })
    var outcome = GroupOutcome(writes: [])
    for (operation, base) in zip(group, bases) {
      let number = operation.collection.number
      if created.contains(number) {
        outcome.writes.append(.success)
        outcome.hints.append(Hint(operation.collection, version: base.state.version))
      } else if let repeated = found.outcome(of: operation) {
        outcome.writes.append(repeated)
      } else if isInDoubt, existing.contains(number) || gone.contains(number) {
        outcome.writes.append(.success)
      } else {
        outcome.writes.append(.failure(.exists))
      }
    }
    return outcome
  }

  static func parts(of collection: Int, _ base: JournalBase) -> [Part] {
    let starts = Array(stride(from: 0, to: max(1, base.bytes.count), by: partBytes))
    return starts.enumerated().map { number, start in
      Part(
        collection: collection, version: base.state.version, number: number,
        bytes: base.bytes[start..<min(start + partBytes, base.bytes.count)])
    }
  }

  /// A part of a base.
  struct Part {
    var collection: Int
    var version: Int
    var number: Int
    var bytes: ArraySlice<UInt8>
  }

  /// Sends parts in a transaction that stays open, and returns the beginning of its last round trip.
  private func sendParts(_ parts: [Part], _ session: Session) throws(PostgresError) -> [Statement.Call] {
    var left = parts[...]
    var calls = [Session.begin()]
    while true {
      let some = left.prefix(Self.partsAtOnce)
      left = left.dropFirst(Self.partsAtOnce)
      calls.append(
        insertBases {
          $0.add(array: some.map(\.collection))
          $0.add(array: some.map(\.version))
          $0.add(array: some.map(\.number))
          $0.add(array: some.map(\.bytes))
        })
      if left.isEmpty { return calls }
      _ = try session.run(calls, isLarge: true)
      calls = []
    }
  }
}

extension LifecycleGroup {
  /// Deletes collections with all their rows.
  func delete(
    _ group: [WriteOperation], isInDoubt: Bool, _ session: Session
  ) throws(PostgresError) -> GroupOutcome {
    var expected: [Int] = []
    var rows: [GroupRequests.Row] = []
    let marks = group.map { _ in Int.random(in: 1 ... .max) }
    for (operation, mark) in zip(group, marks) {
      guard case .delete(let version, let request, _) = operation.write else { continue }
      expected.append(version ?? -1)
      if let request {
        rows.append(.init(request: request, operation: operation, version: -1, mark: mark))
      }
    }
    let numbers = group.map(\.collection.number)
    func addMarks(_ arguments: inout Arguments) {
      arguments.add(array: numbers)
      arguments.add(array: marks)
    }
    var calls = [
      Session.begin(), lock { $0.add(array: numbers) }, requests.find(rows),
      deletions { $0.add(array: numbers) },
      delete {
        $0.add(array: numbers)
        $0.add(array: expected)
        $0.add(array: group.map(\.writer))
        $0.add(array: marks)
        GroupRequests.addRepeated(rows, &$0)
      },
    ]
    calls += deleteRows.map { $0(addMarks) }
    calls.append(requests.insert(rows, isDeletion: true))
    if isInDoubt { calls.append(confirm { $0.add(marks[0]) }) }
    calls += [countDeleted(addMarks), Session.commit()]
    let results = try session.run(calls, isLarge: true)
    var heads: [Int: Int] = [:]
    for row in results[1].rows { heads[results[1].number(row, 0)] = results[1].number(row, 1) }
    let found = GroupRequests.found(results[2], among: rows)
    let kept = Set(results[3].rows.map { results[3].number($0, 1) })
    let deleted = Set(results[4].rows.map { results[4].number($0, 0) })
    var outcome = GroupOutcome(writes: [])
    for (operation, version) in zip(group, expected) {
      let number = operation.collection.number
      if deleted.contains(number) {
        outcome.writes.append(.success)
        outcome.hints.append(Hint(operation.collection, version: nil))
      } else if isInDoubt, kept.contains(operation.writer) {
        outcome.writes.append(.success)
      } else if let repeated = found.outcome(of: operation) {
        outcome.writes.append(repeated)
      } else if let head = heads[number] {
        outcome.writes.append(version >= 0 && version != head ? .failure(.conflict(version: head)) : .again)
      } else {
        outcome.writes.append(.failure(.missing))
      }
    }
    return outcome
  }

  /// Deletes everything before the newest base, if it is the one of a version.
  private func forget(
    before version: Int, of collection: Int, _ session: Session
  ) throws(PostgresError) -> GroupOutcome {
    let mark = Int.random(in: 1 ... .max)
    func addMark(_ arguments: inout Arguments) {
      arguments.add(collection)
      arguments.add(mark)
    }
    let results = try session.run(
      [
        Session.begin(),
        endHistory {
          $0.add(collection)
          $0.add(version)
          $0.add(mark)
        },
        deleteOldBases(addMark), deleteOldEntries(addMark), head { $0.add(collection) }, Session.commit(),
      ], isLarge: true)
    return GroupOutcome(writes: [results[4].count > 0 ? .success : .failure(.missing)])
  }

  /// Replaces the base of a collection, and deletes the rows before the base that it had.
  func compact(
    _ operation: WriteOperation, isInDoubt: Bool, _ session: Session
  ) throws(PostgresError) -> GroupOutcome {
    if case .forget(let version) = operation.write {
      return try forget(before: version, of: operation.collection.number, session)
    }
    guard case .compact(let base, let replaced) = operation.write else {
      return GroupOutcome(writes: [.success])
    }
    let number = operation.collection.number
    let version = base.state.version
    let found = try session.run([head { $0.add(number) }])[0]
    guard found.count > 0 else { return GroupOutcome(writes: [.failure(.missing)]) }
    guard found.number(0, 1) < version, found.number(0, 0) >= version else {
      return GroupOutcome(writes: [.success])
    }
    if let replaced, found.number(0, 1) != replaced {
      return GroupOutcome(writes: [.failure(.conflict(version: found.number(0, 1)))])
    }
    // Two services may replace the same base: the second waits at the head, and finds another base than it expects.
    let mark = Int.random(in: 1 ... .max)
    let parts = try sendParts(Self.parts(of: number, base), session)
    func addMark(_ arguments: inout Arguments) {
      arguments.add(number)
      arguments.add(mark)
    }
    let results = try session.run(
      parts + [
        setBase {
          $0.add(number)
          $0.add(version)
          $0.add(mark)
          $0.add(found.number(0, 1))
        },
        deleteUnused {
          $0.add(array: [number])
          $0.add(array: [version])
        },
        deleteOldBases(addMark), deleteOldEntries(addMark), Session.commit(),
      ], isLarge: true)
    let isSet = results[parts.count].count > 0
    return GroupOutcome(writes: [isSet ? .success : .again])
  }
}

extension UTCTime? {
  /// The milliseconds in an argument; -1 for a time that is not known.
  var column: Int { map { Int($0.milliseconds) } ?? -1 }

  /// The hour in an argument; -1 for a time that is not known.
  var hourColumn: Int { map(\.hour) ?? -1 }
}
