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

/// Stored forms of collections that generated requests describe, and of changes of them.
private enum StoredSeeds {
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
