@testable import API
@testable import CollectionModel
@testable import Collections
@testable import LayoutEngine
@testable import Wire

extension FuzzTarget {
  /// Reads bytes as the stored form of a collection. The collection can be stored, read again, and laid out.
  static let storedStates = FuzzTarget(
    "stored-states", longestInput: 2000,
    seeds: { StoredSeeds.states.map { Array($0.dropLast(checksumSize)) } }
  ) { (input) throws(Violation) in
    guard
      let state = try? StoredForm.readUnchecked(
        .state, from: input, input.indices, layouts: StoredLayouts(),
        { (reader) throws(StoredFormError) in try CollectionState(from: &reader) })
    else { return }
    try checkForm(state.stored()) { (bytes) throws(StoredFormError) in
      try CollectionState(stored: bytes, reading: StoredLayouts()).stored()
    }
    layOut(state)
  }

  /// Reads bytes as the stored form of a change. The change can be stored and read again.
  static let storedEntries = FuzzTarget(
    "stored-entries", longestInput: 2000,
    seeds: { StoredSeeds.entries.map { Array($0.dropLast(checksumSize)) } }
  ) { (input) throws(Violation) in
    guard
      let entry = try? StoredForm.readUnchecked(
        .entry, from: input, input.indices, layouts: StoredLayouts(),
        { (reader) throws(StoredFormError) in try JournalEntry(from: &reader) })
    else { return }
    try checkForm(entry.stored()) { (bytes) throws(StoredFormError) in
      try JournalEntry.read(bytes, reading: StoredLayouts()).stored()
    }
  }

  /// Reads bytes as a collection with changes that a client imports. A collection that passes can be stored again.
  static let imports = FuzzTarget(
    "imports", longestInput: 4000, seeds: { StoredSeeds.collections }
  ) { (input) throws(Violation) in
    guard let record = try? JournalRecord(parts: input), record.base.sections.itemCount < 500,
      record.base.sections.count < 100
    else { return }
    var limits = FuzzedService.limits
    limits.items = 500
    limits.sections = 100
    let collection = ExportedCollection(id: "c", record: record, line: 1)
    do throws(Problem) { try collection.check(limits, within: RequestMemory(limits)) } catch {
      return try promise(error.code != .internalError, "the import fails: \(error.detail)")
    }
    guard var replay = try? Replay(record) else {
      throw Violation("a collection that passed cannot be replayed")
    }
    while let _ = try? replay.next() {}
    try checkForm(replay.solved.state.stored()) { (bytes) throws(StoredFormError) in
      try CollectionState(stored: bytes, reading: StoredLayouts()).stored()
    }
  }

  /// Checks that a stored form can be read, and settles: a column without any value may be dropped when it is read.
  private static func checkForm(
    _ stored: [UInt8], _ storedAgain: ([UInt8]) throws(StoredFormError) -> [UInt8]
  ) throws(Violation) {
    let forms: (second: [UInt8], third: [UInt8])
    do throws(StoredFormError) {
      let second = try storedAgain(stored)
      forms = (second, try storedAgain(second))
    } catch {
      throw Violation("the stored form cannot be read again: \(error)")
    }
    try promise(
      forms.third == forms.second,
      "the stored form differs after it was read\(forms.third.difference(from: forms.second))")
  }

  private static let checksumSize = MemoryLayout<UInt32>.size

  private static func layOut(_ state: CollectionState) {
    guard state.sections.itemCount < 500, state.sections.count < 100,
      let solved = try? SolvedCollection(solving: state)
    else { return }
    _ = solved.layout.elements(in: state.bounds, visible: state.bounds).count
  }
}

extension [UInt8] {
  /// Where both differ first, in words.
  fileprivate func difference(from other: [UInt8]) -> String {
    guard let place = zip(self, other).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset
    else {
      return ": \(count) bytes, not \(other.count)"
    }
    return " at byte \(place): \(self[place...].prefix(9)), not \(other[place...].prefix(9))"
  }
}

extension JournalRecord {
  /// Reads parts without checksums, each behind its length in two bytes: a state, and changes on top of it.
  fileprivate init(parts input: [UInt8]) throws(StoredFormError) {
    var parts: [[UInt8]] = []
    var rest = input[...]
    while rest.count >= 2 {
      let count = Int(rest.removeFirst()) | Int(rest.removeFirst()) << 8
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    let layouts = StoredLayouts(limits: FuzzedService.limits), first = parts.first ?? []
    let base = try StoredForm.readUnchecked(.state, from: first, first.indices, layouts: layouts) {
      (reader) throws(StoredFormError) in try CollectionState(from: &reader)
    }
    self.init(incarnation: 1, base: base, baseByteCount: first.count)
    for part in parts.dropFirst() {
      let entry = try StoredForm.readUnchecked(.entry, from: part, part.indices, layouts: layouts) {
        (reader) throws(StoredFormError) in try JournalEntry(from: &reader)
      }
      guard entry.version == version + 1 else { throw .damaged("a version is missing") }
      entries.append(entry)
    }
  }
}

/// Stored forms of collections that generated requests describe, and of changes of them.
private enum StoredSeeds {
  /// A collection with one change, in parts.
  static let collections = samples.flatMap { sample in
    sample.changes.compactMap { change -> [UInt8]? in
      guard let after = (try? sample.applying(change))?.after.state else { return nil }
      let entry = JournalEntry(change, making: after)
      return [sample.state.stored(), entry.stored()].flatMap { stored -> [UInt8] in
        let part = stored.dropLast(MemoryLayout<UInt32>.size)
        return [UInt8(part.count & 0xFF), UInt8(part.count >> 8 & 0xFF)] + part
      }
    }
  }

  static let states = samples.map { $0.state.stored() }

  static let entries = samples.flatMap { sample in
    sample.changes.compactMap { change -> [UInt8]? in
      guard let state = (try? sample.applying(change))?.after.state else { return nil }
      let entry = JournalEntry(
        version: state.version, change: change, before: sample.state.main, main: state.main,
        itemCount: state.sections.itemCount, recalled: RecalledMeasurements(), request: nil)
      return entry.stored()
    }
  }

  private static let samples: [SolvedCollection] = (0..<60).compactMap { seed in
    var generator = RequestGenerator(.random(seed: UInt64(seed), count: 400))
    guard
      let description = try? CollectionDescription.decode(
        Array(generator.collection(of: .storage).utf8), for: .storage, limits: FuzzedService.limits,
        isCancelled: { false })
    else { return nil }
    return try? SolvedCollection(solving: description.state)
  }
}

extension SolvedCollection {
  /// A change of each kind.
  fileprivate var changes: [CollectionChange] {
    let cell = ElementPath.cell(0, 0)
    let breadth = measuredBreadth(of: state.main)
    return [
      .updates([
        BatchUpdate(.insertItems(at: [cell.indexPath], [Item(id: "new", size: Size(width: 30, height: 20))])),
        BatchUpdate(.moveSection(from: 0, to: 0), animation: .fade),
      ]),
      .snapshot(state.sections), .layout(state.layout),
      .measurements(
        MeasurementBatch(
          breadth: breadth, elements: [MeasuredElement(cell, Measurement(size: Size(width: 40, height: 25)))])
      ),
      .invalidation(Invalidation(breadth: breadth, scope: .everything, elements: [])),
    ]
  }
}
