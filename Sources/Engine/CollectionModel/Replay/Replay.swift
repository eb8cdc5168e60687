import Diagnostics
import LayoutEngine

/// Replays the entries of a journal on its base, step by step.
///
/// Measurements come from the entries and fill the cache; replay never reads the cache. Those of viewports that the
/// steps do not include are kept until the end.
package struct Replay {
  /// The collection after the entries so far.
  package private(set) var solved: SolvedCollection
  private var edits = MeasurementEdits()
  private let record: JournalRecord
  private var position = 0
  /// Another viewport that the steps include, always at its present bounds.
  private let watcher: (name: String, viewport: Viewport)?

  /// Creates a replay of a record, which begins at its base.
  ///
  /// - Parameter watcher: a viewport besides the main one; journals store no others.
  /// - Throws: an error if the base cannot be laid out.
  package init(
    _ record: JournalRecord, watcher: (name: String, viewport: Viewport)? = nil
  ) throws(ReplayError) {
    self.record = record
    self.watcher = watcher
    do throws(LayoutError) {
      solved = try SolvedCollection(solving: record.base, keepingMeasured: true)
      if let watcher {
        solved.setViewport(watcher.name, watcher.viewport)
        try solved.solveViewports()
      }
    } catch {
      throw ReplayError(detail: "The layout of version \(record.base.version) cannot be made.")
    }
  }

  /// Returns the step of the next entry, with the main viewport as it was then; nil after the last entry.
  ///
  /// - Throws: an error for an entry that cannot be applied: every one was applied once before it was stored.
  package mutating func next() throws(ReplayError) -> CollectionStep? {
    guard position < record.entries.count else { return nil }
    let entry = record.entries[position]
    position += 1
    do throws(ChangeError) {
      if let before = entry.before { try solved.show(before) }
      var start = solved
      start.holdsEstimates = entry.holdsEstimates
      var step = try start.applying(entry.change, from: solved)
      step.origin = entry.origin
      // Another viewport is always at its present bounds: these steps do not scroll it.
      step.ownScroll = entry.ownScroll?.viewport == Viewport.main ? entry.ownScroll : nil
      edits.remembered += step.edits.remembered
      try step.replay(entry)
      if let watcher { step.settle(watcher.name) }
      solved = step.after
      if let watcher { solved.setViewport(watcher.name, watcher.viewport) }
      return step
    } catch {
      throw ReplayError(detail: "The change that made version \(entry.version) cannot be made again.")
    }
  }

  /// Who made the change of the last step; nil if the journal does not say so.
  package var author: String? { position > 0 ? record.entries[position - 1].author : nil }

  /// The measurements of the replayed entries, for the cache.
  package var learned: MeasurementEdits {
    var learned = edits
    learned.remembered += solved.measurementsOfViewports().remembered
    return learned
  }

  /// Moves the main viewport to its saved position after the last entry, and adds the other viewports, with the cached
  /// measurements of their items.
  package mutating func finish(remembering space: any MeasurementSpace, now: Moment) {
    solved.space = space
    restoreMain()
    restore(record.viewports.mapValues { $0.restored(at: record.version, now: now) })
    solved.keepsMeasured = false
    solved.dropMeasured()
  }

  private mutating func restoreMain() {
    // The client may have been at another position when the collection left memory.
    solved.state.main.isSynced = false
    guard var main = record.main else { return }
    main.isSynced = false
    let kept = solved
    solved.state.main = main
    // A saved position that cannot be laid out does not make the collection unreadable.
    do throws(LayoutError) { try solved.solveViewports() } catch { solved = kept }
  }

  private mutating func restore(_ viewports: [String: Viewport]) {
    guard !viewports.isEmpty else { return }
    let kept = solved
    for (name, viewport) in viewports { solved.setViewport(name, viewport) }
    do throws(LayoutError) { try solved.solveViewports() } catch {
      // One that cannot be laid out is left out.
      solved = kept
      guard viewports.count > 1 else { return }
      for (name, viewport) in viewports { restore([name: viewport]) }
    }
  }
}

extension SolvedCollection {
  /// Returns the step of an entry that another process has appended, on all viewports that this process has.
  ///
  /// - Parameter main: the main viewport as of the entry before.
  /// - Throws: an error if the entry cannot be applied: it was applied once before it was stored.
  /// - Complexity: that of the change.
  package func following(_ entry: JournalEntry, from main: Viewport) throws(ReplayError) -> CollectionStep {
    do throws(ChangeError) {
      var before = self
      // The measurements come from the entry, not from the cache.
      before.space = nil
      try before.show(entry.before ?? main)
      var start = before
      start.holdsEstimates = entry.holdsEstimates
      var step = try start.applying(entry.change, from: before)
      step.origin = entry.origin
      step.ownScroll = entry.ownScroll
      try step.replay(entry)
      for name in viewports.keys { step.settle(name) }
      step.after.space = space
      return step
    } catch {
      throw ReplayError(detail: "The change that made version \(entry.version) cannot be made again.")
    }
  }
}

extension CollectionStep {
  /// The journal entry that repeats the step; nil if only a viewport changes.
  ///
  /// - Parameter before: the main viewport just before the step, if it differs from the one after the entry before.
  /// - Complexity: O(n) for n changed items.
  package func entry(
    from before: Viewport?, request: RequestKey? = nil, by author: String? = nil
  ) -> JournalEntry? {
    change.map { change in
      JournalEntry(
        change, making: after.state, from: before, recalling: recalled.completed(by: after),
        further: further.completed(by: after, from: self.before), origin: origin, ownScroll: ownScroll,
        holdsEstimates: after.holdsEstimates, author: author, request: request)
    }
  }
}

extension CollectionStep {
  /// Applies the parts of an entry that do not follow from its change.
  fileprivate mutating func replay(_ entry: JournalEntry) throws(ChangeError) {
    // What only another viewport or the cache had changes nothing here, and yet made the version.
    change = entry.change
    after.state.version = entry.version
    after.state.times.updated = entry.time
    try after.show(entry.main)
    try LayoutError.rethrown(as: ChangeError.layout, from: after.replay(entry.recalled))
    try after.replay(entry.further)
  }
}

extension SolvedCollection {
  /// Gives the main viewport the container, layout and bounds that an entry has.
  fileprivate mutating func show(_ main: Viewport) throws(ChangeError) {
    state.main = main
    try LayoutError.rethrown(as: ChangeError.layout, from: solveViewports())
  }
}
