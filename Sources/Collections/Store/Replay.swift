import LayoutEngine

/// What a journal's entries make of its base, step by step.
///
/// What was measured comes from the entries and goes to the memory, never the other way.
struct Replay {
  private(set) var solved: SolvedCollection
  private var edits = MeasurementEdits()
  private let record: JournalRecord
  private var position = 0
  /// A screen that is shown too, always from where it stands.
  private let watcher: (name: String, viewport: Viewport)?

  /// - Parameter watcher: a screen to be shown besides the main one; journals keep none of those.
  /// - Throws: `damaged`.
  init(
    _ record: JournalRecord, watcher: (name: String, viewport: Viewport)? = nil
  ) throws(StoreError) {
    self.record = record
    self.watcher = watcher
    do throws(LayoutError) {
      solved = try SolvedCollection(solving: record.base)
      if let watcher {
        solved.setViewport(watcher.name, watcher.viewport)
        try solved.solveViewports()
      }
    } catch {
      throw .damaged("The layout of version \(record.base.version) cannot be made.")
    }
  }

  /// The step that the next entry made, with every screen where it was then; nil behind the last one.
  ///
  /// - Throws: `damaged`: every entry was applied once before it was kept.
  mutating func next() throws(StoreError) -> CollectionStep? {
    guard position < record.entries.count else { return nil }
    let entry = record.entries[position]
    position += 1
    do {
      if let before = entry.before {
        solved.state.main = before
        try solved.solveViewports()
      }
      var step = try solved.applying(entry.change)
      edits.remembered += step.edits.remembered
      try step.replay(entry)
      if let watcher { step.settle(watcher.name) }
      solved = step.after
      if let watcher { solved.setViewport(watcher.name, watcher.viewport) }
      return step
    } catch {
      throw .damaged("The change that made version \(entry.version) cannot be made again.")
    }
  }

  /// What the memory of measurements learns from it.
  var learned: MeasurementEdits {
    var learned = edits
    learned.remembered += solved.measurementsOfViewports().remembered
    return learned
  }

  /// Moves the main screen to where it was left, behind the last entry, with what is remembered of its items.
  mutating func finish(remembering space: MeasurementSpace) {
    solved.space = space
    guard let main = record.main else { return }
    let kept = solved
    solved.state.main = main
    // Where the screen was is no reason not to have the collection.
    do throws(LayoutError) { try solved.solveViewports() } catch { solved = kept }
  }
}

extension CollectionStep {
  /// Takes from an entry what was not computed from its change.
  fileprivate mutating func replay(_ entry: JournalEntry) throws {
    // A change of what only a memory knew of a screen that was turned meanwhile has nothing to change here.
    after.state.version = entry.version
    after.state.main = entry.main
    try after.solveViewports()
    try after.replay(entry.recalled)
  }
}
