import Collections

/// The statements that read collections.
struct RecordReader: Sendable {
  private let head, position, viewports, base, basePart, entries, headOf, entriesAfter: Statement
  private let ids, idsOfCreated, idsOfUpdated, request, usage, lengths, histories: Statement

  /// The number of parts of a base that one statement reads: 8 MB.
  static var partsAtOnce: Int { 16 }
  /// How often a record is read again because a compaction has deleted the rest of its base meanwhile.
  private static var attempts: Int { 5 }
  /// The number of collections whose bytes one statement counts, so that the server responds in time.
  static var countedAtOnce: Int { 100 }

  init(_ schema: Schema) {
    head = schema.findHead
    position = schema.findPosition
    viewports = schema.findViewports
    base = schema.findBase
    basePart = schema.findBaseParts
    entries = schema.findEntries
    headOf = schema.findHeadOfCollection
    entriesAfter = schema.findEntriesOfCollection
    ids = schema.findIDs
    idsOfCreated = schema.findIDsOfCreated
    idsOfUpdated = schema.findIDsOfUpdated
    request = schema.findRequest
    histories = schema.findHistories
    usage = schema.findUsage
    lengths = schema.findLengths
  }

  /// Returns the newest base that is not later than a version, and all entries on top of it; nil if the collection does
  /// not exist.
  func record(
    of key: CollectionKey, since version: Int, _ session: Session
  ) throws(PostgresError) -> RowRecord? {
    func ofKey(_ arguments: inout Arguments) {
      arguments.add(key.owner)
      arguments.add(key.id)
    }
    func ofVersion(_ arguments: inout Arguments) {
      ofKey(&arguments)
      arguments.add(version)
    }
    for _ in 0..<Self.attempts {
      let results = try session.read([
        Session.beginSnapshot(), head(ofKey), position(ofKey), viewports(ofKey), base(ofVersion),
        entries(ofVersion), Session.commit(),
      ])
      guard let head = results[1].first else { return nil }
      let collection = head.number(0, 0)
      var record = RowRecord(incarnation: collection, newest: head.number(0, 1))
      if let position = results[2].first {
        let row = RowRecord.Row(version: position.number(0, 0), bytes: position.bytes(0, 1))
        record.take(position: row, sum: position.number(0, 2), .bigEndian)
      }
      let viewports = results[3]
      for row in viewports.rows {
        record.take(
          viewport: viewports.text(row, 0), viewports.bytes(row, 1), sum: viewports.number(row, 2), .bigEndian
        )
      }
      guard let first = results[4].first else { return record }
      var bytes: [UInt8] = []
      for row in first.rows { bytes.append(contentsOf: first.bytes(row, 1)) }
      let base = first.number(0, 0)
      guard try readParts(of: collection, base, from: first.count, to: first.number(0, 2), &bytes, session)
      else { continue }
      record.base = RowRecord.Row(version: base, bytes: bytes)
      record.entries = results[5].versionedRows
      return record
    }
    throw PostgresError(connection: "the base was replaced each time before it was read")
  }

  /// Reads the rest of a base; returns false if a compaction has deleted it.
  private func readParts(
    of collection: Int, _ version: Int, from start: Int, to end: Int, _ bytes: inout [UInt8],
    _ session: Session
  ) throws(PostgresError) -> Bool {
    var part = start
    while part < end {
      let rows = try session.read([
        basePart {
          $0.add(collection)
          $0.add(version)
          $0.add(part)
        }
      ])[0]
      guard rows.count == min(Self.partsAtOnce, end - part) else { return false }
      for row in rows.rows { bytes.append(contentsOf: rows.bytes(row, 0)) }
      part += rows.count
    }
    return true
  }

  /// Returns the newest version of an incarnation and the entries after a version; nil if it does not exist any more.
  func entries(
    of collection: Int, after version: Int, _ session: Session
  ) throws(PostgresError) -> (newest: Int, rows: [RowRecord.Row])? {
    let results = try session.read([
      Session.beginSnapshot(), headOf { $0.add(collection) },
      entriesAfter {
        $0.add(collection)
        $0.add(version)
      }, Session.commit(),
    ])
    guard let head = results[1].first else { return nil }
    return (head.number(0, 0), results[2].versionedRows)
  }

  func head(of key: CollectionKey, _ session: Session) throws(PostgresError) -> JournalHead? {
    let rows = try session.read([
      head {
        $0.add(key.owner)
        $0.add(key.id)
      }
    ])[0]
    guard rows.count > 0 else { return nil }
    return JournalHead(
      incarnation: rows.number(0, 0), version: rows.number(0, 1), itemCount: rows.number(0, 2))
  }

  func ids(
    of owner: String, in times: TimeFilter, after id: String, limit: Int, _ session: Session
  ) throws(PostgresError) -> [String] {
    let bounds = times.bounds
    let statement = times.isEmpty ? ids : times.updated == nil ? idsOfCreated : idsOfUpdated
    let call = statement {
      $0.add(owner)
      $0.add(id)
      $0.add(limit)
      guard !times.isEmpty else { return }
      $0.add(bounds.created.lowerBound)
      $0.add(bounds.created.upperBound)
      guard times.updated != nil else { return }
      $0.add(bounds.hours.lowerBound)
      $0.add(bounds.hours.upperBound)
      $0.add(bounds.updated.lowerBound)
      $0.add(bounds.updated.upperBound)
      $0.add(times.created == nil ? 1 : 0)
    }
    let rows = try session.read([call])[0]
    return rows.rows.map { rows.text($0, 0) }
  }

  func stored(
    _ name: RequestKey.Name, _ session: Session
  ) throws(PostgresError) -> StoredRequest? {
    let rows = try session.read([
      request {
        $0.add(name.owner)
        $0.add(name.scope)
        $0.add(name.key)
      }
    ])[0]
    guard rows.count > 0 else { return nil }
    let key = CollectionKey(owner: name.owner, id: rows.text(0, 2))
    return StoredRequest(
      fingerprint: rows.bytes(0, 0), collection: CollectionIncarnation(key, rows.number(0, 1)),
      version: rows.number(0, 3))
  }

  func histories(
    olderThan seconds: Int, after number: Int, limit: Int, _ session: Session
  ) throws(PostgresError) -> [StoredHistory] {
    let rows = try session.read([
      histories {
        $0.add(seconds)
        $0.add(number)
        $0.add(limit)
      }
    ])[0]
    return rows.rows.map { row in
      let key = CollectionKey(owner: rows.text(row, 0), id: rows.text(row, 1))
      return StoredHistory(
        collection: CollectionIncarnation(key, rows.number(row, 2)), newest: rows.number(row, 3),
        base: rows.number(row, 4), hasOlderBase: rows.number(row, 5) == 1)
    }
  }

  func usage(_ session: Session) throws(PostgresError) -> [String: CollectionUsage] {
    let rows = try session.read([usage()])[0]
    var found: [String: CollectionUsage] = [:]
    for row in rows.rows {
      found[rows.text(row, 0)] = CollectionUsage(
        collections: rows.number(row, 1), items: rows.number(row, 2))
    }
    return found
  }

  /// Returns the bytes of each collection's newest base and of the entries after it, some collections at a time.
  func byteCounts(_ session: Session) throws(PostgresError) -> [CollectionIncarnation: Int] {
    var found: [CollectionIncarnation: Int] = [:]
    var last = CollectionKey(owner: "", id: "")
    while true {
      let rows = try session.read([
        lengths {
          $0.add(last.owner)
          $0.add(last.id)
        }
      ])[0]
      for row in rows.rows {
        last = CollectionKey(owner: rows.text(row, 0), id: rows.text(row, 1))
        found[CollectionIncarnation(last, rows.number(row, 2))] = rows.number(row, 3)
      }
      guard rows.count == Self.countedAtOnce else { return found }
    }
  }
}

extension QueryResult {
  /// The result itself if it has rows.
  fileprivate var first: QueryResult? { count > 0 ? self : nil }

  /// Rows of a version and a stored form.
  fileprivate var versionedRows: [RowRecord.Row] {
    rows.map { RowRecord.Row(version: number($0, 0), bytes: bytes($0, 1)) }
  }
}
