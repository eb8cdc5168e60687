import LayoutEngine

extension SolvedCollection {
  /// Returns the step that a change makes.
  ///
  /// - Parameter now: decides whether the viewports rest, so that estimates may change.
  /// - Throws: all problems of the change.
  /// - Complexity: that of the change for each layout that the viewports need, if its kind can follow a change; that of
  ///   a snapshot is O(n log n) for n items.
  public func applying(
    _ change: CollectionChange, now: Moment = .now
  ) throws(ChangeError) -> CollectionStep {
    let start = Moment.now
    var next = self
    next.holdsEstimates = holdsEstimates(at: now)
    var step = try next.applying(change, from: self)
    step.computing = .now - start
    return step
  }

  /// Returns the step from another collection, which differs from this one by a movement only, and by whether estimates
  /// are held.
  func applying(
    _ change: CollectionChange, from before: SolvedCollection
  ) throws(ChangeError) -> CollectionStep {
    // The main viewport may have got another layout since the newest version.
    var start = self
    try start.keepColumns()
    var step = try start.changed(by: change, from: before)
    if !before.branches.isEmpty { try step.followInBranches(change) }
    return step
  }

  /// Returns the step of a change to a collection whose items have the columns that they keep.
  private func changed(
    by change: CollectionChange, from before: SolvedCollection
  ) throws(ChangeError) -> CollectionStep {
    var next = self
    switch change {
    case .updates(let updates):
      let updated = try updating(by: updates, outlines: [:])
      do throws(OutlineError) { try state.sections.checkOutlines(updates, updated) } catch {
        throw .outlines(error)
      }
      return try next.updated(to: updated, by: updates, outlines: [:], change, from: before, state.sections)
    case .outlines(let edits):
      let (updates, outlines) = try editing(edits)
      let updated = try updating(by: updates, outlines: outlines)
      return try next.updated(
        to: updated, by: updates, outlines: outlines, change, from: before, state.sections)
    case .snapshot(let sections):
      let difference = try difference(to: sections)
      let updated = try updating(by: difference)
      try next.follow(updated) { (sections) throws(BatchError) in try sections.applying(difference) }
      try next.keepColumns()
      let edits = try next.recall(
        after: difference.updates, updated.map, from: state.sections, changed: difference.changedItems)
      return CollectionStep(
        change, from: before, to: next, updates: difference.updates, map: updated.map, edits: edits)
    case .layout(let layout):
      do throws(LayoutError) { try next.takeLayout(layout) } catch { throw .layout(error) }
      try next.keepColumns()
      return CollectionStep(change, from: before, to: next, map: unchanged)
    case .measurements(let batch):
      var (kept, counts, edits) = try next.measure(batch)
      if try next.learning(), kept == nil {
        kept = MeasurementBatch(breadth: batch.breadth, elements: [])
      }
      return CollectionStep(
        kept.map(CollectionChange.measurements), from: before, to: next, map: unchanged,
        edits: edits, counts: counts)
    case .invalidation(let forgotten):
      let (kept, counts, edits) = try next.forget(forgotten)
      return CollectionStep(
        kept.map(CollectionChange.invalidation), from: before, to: next, map: unchanged,
        edits: edits, forgotten: counts)
    case .contentSizes(let batch):
      // The cache of content sizes goes by content, not by item.
      let hasLearned = try next.learning()
      let (kept, counts, _) = try next.measure(batch)
      return CollectionStep(
        (kept ?? (hasLearned ? batch : nil)).map(CollectionChange.contentSizes), from: before, to: next,
        map: unchanged, counts: counts)
    case .scrollSizes(let batch, let content):
      let (_, counts, edits) = try next.measure(batch)
      _ = try next.learning()
      if !content.elements.isEmpty { _ = try next.measure(content) }
      return CollectionStep(change, from: before, to: next, map: unchanged, edits: edits, counts: counts)
    }
  }

  /// Returns the step of a batch, with the outlines after it.
  private mutating func updated(
    to updated: SectionList.Updated, by updates: [BatchUpdate], outlines: [Int: Outline],
    _ change: CollectionChange, from before: SolvedCollection, _ sections: SectionList
  ) throws(ChangeError) -> CollectionStep {
    try follow(updated) { (sections) throws(BatchError) in
      try sections.applying(updates, outlines: outlines)
    }
    try keepColumns()
    let edits = try recall(after: updates, updated.map, from: sections)
    return CollectionStep(change, from: before, to: self, updates: updates, map: updated.map, edits: edits)
  }

  private func editing(
    _ edits: [OutlineEdit]
  ) throws(ChangeError) -> (updates: [BatchUpdate], outlines: [Int: Outline]) {
    do throws(OutlineError) { return try state.sections.editing(edits) } catch { throw .outlines(error) }
  }

  /// Adapts the estimates to the measurements made while they were held; returns whether one changed.
  private mutating func learning() throws(ChangeError) -> Bool {
    do throws(LayoutError) { return try learnAtRest() } catch { throw .layout(error) }
  }

  /// The map of a step that moves no item.
  var unchanged: UpdateMap { .unchanged(sectionCount: state.sections.count) }

  private func updating(
    by updates: [BatchUpdate], outlines: [Int: Outline]
  ) throws(ChangeError) -> SectionList.Updated {
    do throws(BatchError) { return try state.sections.applying(updates, outlines: outlines) } catch {
      throw .conflicts(error)
    }
  }

  private func updating(by difference: SnapshotDifference) throws(ChangeError) -> SectionList.Updated {
    do throws(BatchError) {
      return try state.sections.applying(difference)
    } catch {
      throw .conflicts(error)
    }
  }

  private func difference(to sections: SectionList) throws(ChangeError) -> SnapshotDifference {
    do throws(SnapshotError) {
      return try state.sections.difference(to: sections)
    } catch {
      throw .identities(error)
    }
  }
}
