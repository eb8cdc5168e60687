import Collections

/// Makes the changes to collections that exist: one transaction in one round trip.
///
/// The heads are locked in ascending order, so that two groups never wait for each other. A head that does not fit
/// concerns its chain alone.
struct ChangeGroup: Sendable {
  private let requests: GroupRequests
  private let lock, update, updateUnlessRepeated, insertEntries, count, writers, confirm: Statement
  private let savePositions, clearViewports, deleteViewports, saveViewports: Statement
  private let insertBases, setBases: Statement
  private let eraseRows: [Statement]
  private let quotas: QuotasInForce

  init(_ schema: Schema, _ requests: GroupRequests, _ quotas: QuotasInForce) {
    self.requests = requests
    self.quotas = quotas
    lock = schema.lockHeads
    update = schema.setHeads
    updateUnlessRepeated = schema.setHeadsUnlessRepeated
    insertEntries = schema.insertEntries
    count = schema.countItems
    writers = schema.findWriters
    confirm = schema.confirm
    savePositions = schema.savePositions
    clearViewports = schema.clearViewports
    deleteViewports = schema.deleteViewports
    saveViewports = schema.saveViewports
    insertBases = schema.insertErasingBases
    setBases = schema.setErasingBases
    eraseRows = ["bases", "entries"].map(schema.erase)
  }

  /// Makes the changes of a group.
  ///
  /// - Parameter isInDoubt: whether an earlier attempt may have succeeded.
  func write(
    _ group: [WriteOperation], isInDoubt: Bool, _ session: Session
  ) throws(PostgresError) -> GroupOutcome {
    var places: [Int: Int] = [:]
    var chains: [Chain] = []
    var rows: [GroupRequests.Row] = []
    for (index, operation) in group.enumerated() {
      let number = operation.collection.number
      let place = places[number] ?? chains.count
      if place == chains.count {
        places[number] = place
        chains.append(Chain(operation.collection))
      }
      let fits = chains[place].add(operation, at: index)
      if let request = operation.request {
        let version = operation.entryVersion ?? -1
        // The request of a write that does not fit is looked up, and not stored.
        let mark = fits ? chains[place].mark : 0
        rows.append(.init(request: request, operation: operation, version: version, mark: mark))
      }
    }
    let calls = calls(chains, rows, isInDoubt)
    let results = try session.run(calls.map(\.call), isLarge: chains.contains { $0.erasure != nil })
    var heads: [Int: Int] = [:]
    var fitting: Set<Int> = []
    var kept: Set<Int> = []
    var found: [RequestKey.Name: GroupRequests.Found] = [:]
    for (result, call) in zip(results, calls) {
      switch call.role {
      case .heads: for row in result.rows { heads[result.number(row, 0)] = result.number(row, 1) }
      case .fitting: for row in result.rows { fitting.insert(result.number(row, 0)) }
      case .writers: for row in result.rows { kept.insert(result.number(row, 0)) }
      case .requests: found = GroupRequests.found(result, among: rows)
      case .none: break
      }
    }
    var outcome = GroupOutcome(writes: Array(repeating: .again, count: group.count))
    for chain in chains {
      if fitting.contains(chain.collection.number) {
        for (index, conflict) in chain.writes {
          outcome.writes[index] = conflict.map { .failure(.conflict(version: $0)) } ?? .success
        }
        if let version = chain.after { outcome.hints.append(Hint(chain.collection, version: version)) }
        continue
      }
      let head = heads[chain.collection.number]
      var hasFailed = false
      var isAgain = false
      for (index, _) in chain.writes {
        let operation = group[index]
        let isKnown = kept.contains(operation.writer) || found.outcome(of: operation) != nil
        // An entry on top of one that was not made continues another history, even if its version fits by accident.
        if hasFailed, operation.dependsOnEntries, !isKnown {
          outcome.writes[index] = .failure(head.map { .conflict(version: $0) } ?? .missing)
          continue
        }
        // One that may fit on top of an entry is offered again with it. A write whose outcome is known settles in any case,
        // and so does an entry that does not fit behind writes that make none: it would keep them from being made.
        if isAgain, operation.dependsOnEntries, !isKnown { continue }
        outcome.writes[index] = Self.outcome(of: operation, head, found, kept, isInDoubt: isInDoubt)
        switch outcome.writes[index] {
        case .again: isAgain = isAgain || operation.isAppend
        case .settled(.failure): hasFailed = hasFailed || operation.isAppend
        case .settled(.success): break
        }
      }
    }
    return outcome
  }

  /// Returns the outcome of a write whose chain was not made.
  private static func outcome(
    of operation: WriteOperation, _ head: Int?, _ found: [RequestKey.Name: GroupRequests.Found],
    _ kept: Set<Int>, isInDoubt: Bool
  ) -> WriteOutcome {
    if kept.contains(operation.writer) { return .success }
    if let outcome = found.outcome(of: operation) { return outcome }
    guard let head else {
      // With the collection, its entries are deleted, and with them the trace of a write without a key.
      return .failure(
        isInDoubt && operation.request == nil ? .outcomeUnknown(deletedMeanwhile) : .missing)
    }
    switch operation.write {
    case .append(let entry) where entry.version - 1 != head,
      .erase(let entry, _) where entry.version - 1 != head:
      return .failure(.conflict(version: head))
    case .saveViewports(let rows, _) where rows.main.map({ $0.version != head }) ?? false:
      return .failure(.conflict(version: head))
    default: return .again
    }
  }

  private static var deletedMeanwhile: String {
    "The connection was lost while the server committed the change, and the collection has been deleted since."
  }

  private enum Role { case heads, fitting, writers, requests, none }

  private func calls(
    _ chains: [Chain], _ rows: [GroupRequests.Row], _ isInDoubt: Bool
  ) -> [(call: Statement.Call, role: Role)] {
    var calls: [(call: Statement.Call, role: Role)] = [(Session.begin(), .none)]
    let numbers = chains.map(\.collection.number)
    calls.append((lock { $0.add(array: numbers) }, .heads))
    if !rows.isEmpty { calls.append((requests.find(rows), .requests)) }
    func addHeads(_ arguments: inout Arguments) {
      arguments.add(array: numbers)
      arguments.add(array: chains.map { $0.before ?? -1 })
      arguments.add(array: chains.map { $0.after ?? -1 })
      arguments.add(array: chains.map { $0.items ?? -1 })
      arguments.add(array: chains.map(\.mark))
      arguments.add(array: chains.map { $0.time.column })
      arguments.add(array: chains.map { $0.time.hourColumn })
    }
    if rows.isEmpty {
      calls.append((update(addHeads), .fitting))
    } else {
      let call = updateUnlessRepeated {
        addHeads(&$0)
        GroupRequests.addRepeated(rows.filter { $0.mark != 0 }, &$0)
      }
      calls.append((call, .fitting))
    }
    let entries = EntryColumns(chains)
    if !entries.versions.isEmpty {
      let call = insertEntries {
        $0.add(array: entries.collections)
        $0.add(array: entries.versions)
        $0.add(array: entries.items)
        $0.add(array: entries.writers)
        $0.add(array: entries.bytes)
        $0.add(array: entries.marks)
      }
      calls.append((call, .none))
    }
    calls += viewportCalls(chains).map { ($0, .none) }
    calls += erasureCalls(chains).map { ($0, .none) }
    let stored = rows.filter { $0.mark != 0 }
    if !stored.isEmpty { calls.append((requests.insert(stored), .none)) }
    if isInDoubt {
      let call = writers {
        $0.add(array: entries.collections)
        $0.add(array: entries.versions)
      }
      calls.append((call, .writers))
      calls.append((confirm { $0.add(chains[0].mark) }, .none))
    }
    if !entries.versions.isEmpty {
      // Last, because many groups change the same owner.
      let call = count {
        $0.add(array: numbers)
        $0.add(array: chains.map(\.mark))
        $0.add(array: chains.map { quotas[$0.collection.key.owner].items })
      }
      calls.append((call, .none))
    }
    calls.append((Session.commit(), .none))
    return calls
  }

  /// The columns of the rows of all entries.
  private struct EntryColumns {
    var collections: [Int] = []
    var versions: [Int] = []
    var items: [Int] = []
    var writers: [Int] = []
    var bytes: [[UInt8]] = []
    var marks: [Int] = []

    init(_ chains: [Chain]) {
      for chain in chains {
        for entry in chain.entries {
          collections.append(chain.collection.number)
          versions.append(entry.version)
          items.append(entry.items)
          writers.append(entry.writer)
          bytes.append(entry.bytes)
          marks.append(chain.mark)
        }
      }
    }
  }

  private func erasureCalls(_ chains: [Chain]) -> [Statement.Call] {
    let erasing = chains.compactMap { chain in chain.erasure.map { (chain: chain, base: $0) } }
    guard !erasing.isEmpty else { return [] }
    let parts = erasing.flatMap { erasing in
      LifecycleGroup.parts(of: erasing.chain.collection.number, erasing.base).map { ($0, erasing.chain.mark) }
    }
    func addVersions(_ arguments: inout Arguments) {
      arguments.add(array: erasing.map(\.chain.collection.number))
      arguments.add(array: erasing.map(\.base.state.version))
      arguments.add(array: erasing.map(\.chain.mark))
    }
    let bases = insertBases {
      $0.add(array: parts.map(\.0.collection))
      $0.add(array: parts.map(\.0.version))
      $0.add(array: parts.map(\.0.number))
      $0.add(array: parts.map(\.0.bytes))
      $0.add(array: parts.map(\.1))
    }
    return [bases, setBases(addVersions)] + eraseRows.map { $0(addVersions) }
  }

  private func viewportCalls(_ chains: [Chain]) -> [Statement.Call] {
    var calls: [Statement.Call] = []
    let positions = chains.compactMap { chain in
      chain.viewports.main.map {
        (chain: chain, row: RowRecord.Row(version: $0.version, bytes: $0.viewport.stored()))
      }
    }
    if !positions.isEmpty {
      calls.append(
        savePositions {
          $0.add(array: positions.map(\.chain.collection.number))
          $0.add(array: positions.map(\.row.version))
          $0.add(array: positions.map(\.row.bytes))
          $0.add(
            array: positions.map { RowSum.bigEndian.of(position: $0.row, of: $0.chain.collection.number) })
          $0.add(array: positions.map(\.chain.mark))
        })
    }
    let cleared = chains.filter(\.viewports.isWhole)
    if !cleared.isEmpty {
      calls.append(
        clearViewports {
          $0.add(array: cleared.map(\.collection.number))
          $0.add(array: cleared.map(\.mark))
        })
    }
    let removed = chains.flatMap { chain in chain.viewports.removed.map { (chain: chain, name: $0) } }
    if !removed.isEmpty {
      calls.append(
        deleteViewports {
          $0.add(array: removed.map(\.chain.collection.number))
          $0.add(array: removed.map(\.name))
          $0.add(array: removed.map(\.chain.mark))
        })
    }
    let saved = chains.flatMap { chain in
      chain.viewports.saved.sorted { $0.key < $1.key }
        .map { (chain: chain, name: $0.key, bytes: $0.value.stored()) }
    }
    if !saved.isEmpty {
      calls.append(
        saveViewports {
          $0.add(array: saved.map(\.chain.collection.number))
          $0.add(array: saved.map(\.name))
          $0.add(array: saved.map(\.bytes))
          $0.add(
            array: saved.map {
              RowSum.bigEndian.of(viewport: $0.name, $0.bytes, of: $0.chain.collection.number)
            })
          $0.add(array: saved.map(\.chain.mark))
        })
    }
    return calls
  }
}
