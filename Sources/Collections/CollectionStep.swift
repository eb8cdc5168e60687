import LayoutEngine

/// The step from how a collection is to how it is next, before anybody has agreed to it.
public struct CollectionStep: Sendable {
  /// What is kept of it: nil where only a screen changes, and the version stays.
  public let change: CollectionChange?
  public let before: SolvedCollection
  /// Its viewports see what they saw before until `settle` has moved them.
  public internal(set) var after: SolvedCollection
  /// The batch that makes the one of the other: the client's own, or what was found between two states.
  public let updates: [BatchUpdate]
  /// What moving a screen brings; nil for other changes.
  public let scrolled: ScrollOutcome?
  let map: UpdateMap
  /// What it changes in the memory of measurements.
  let edits: MeasurementEdits
  /// What became of measurements, by the screens that share them.
  private let taken: [MeasuringKey: MeasurementCounts]
  /// What was forgotten of them.
  private let forgotten: [MeasuringKey: InvalidationCounts]
  /// What the main screen was remembered of.
  private(set) var recalled: RecalledMeasurements
  /// How long computing it took.
  fileprivate(set) var computing = Duration.zero

  init(
    _ change: CollectionChange?, from before: SolvedCollection, to after: SolvedCollection,
    updates: [BatchUpdate] = [], map: UpdateMap, scrolled: ScrollOutcome? = nil,
    edits: MeasurementEdits = MeasurementEdits(), counts: [MeasuringKey: MeasurementCounts] = [:],
    forgotten: [MeasuringKey: InvalidationCounts] = [:]
  ) {
    self.edits = edits
    taken = counts
    self.forgotten = forgotten
    var recalled = after.recalled
    // What another screen of its new breadth has measured is the main one's too.
    if before.mainKey != after.mainKey { recalled.isWhole = true }
    self.recalled = recalled
    self.scrolled = scrolled
    self.change = change
    self.before = before
    self.after = after
    self.updates = updates
    self.map = map
    self.after.revision += 1
    if change != nil {
      self.after.state.version += 1
      self.after.recalled = RecalledMeasurements()
    } else {
      self.after.recalled = recalled
    }
    self.after.takeMovementAlong(by: map, isChange: change != nil)
  }

  /// What changes from before to after on a screen, with what the user sees held by the anchor.
  ///
  /// A screen that has been moved by the step itself is where it was moved to.
  ///
  /// - Parameters:
  ///   - visibleOnly: leaves out what is visible neither before nor after, where there are bounds.
  ///   - distance: how much further the content is scrolled, as far as it goes.
  public func diff(
    of viewport: String = Viewport.main, anchor: DiffAnchor, visibleOnly: Bool,
    movedBy distance: Point = .zero
  ) -> UpdateDiff? {
    guard let old = before.viewport(viewport), let new = after.viewport(viewport) else { return nil }
    var target = after.side(new, of: viewport)
    // Where the content offset goes is else for the anchor to say.
    if change != nil, scrolled == nil { target.bounds = nil }
    if distance != .zero { target.bounds = bounds(of: viewport, in: after, anchor, movedBy: distance) }
    var diff = UpdateDiff.between(
      before.side(old, of: viewport), and: target, by: map, anchor: anchor, visibleOnly: visibleOnly)
    adjustForMovement(in: viewport, &diff)
    return diff
  }

  /// What a screen sees of the collection after, with what the user sees held by the anchor; nil where nobody looks.
  private func bounds(
    of viewport: String, in after: SolvedCollection, _ anchor: DiffAnchor, movedBy distance: Point = .zero
  ) -> Rect? {
    guard let old = before.viewport(viewport), let bounds = old.bounds, let new = after.viewport(viewport)
    else { return nil }
    var target = after.side(new, of: viewport)
    target.bounds = nil
    let offset = UpdateDiff.contentOffset(
      from: before.side(old, of: viewport), to: target, by: map, anchor: anchor)
    if distance != .zero { return bounds.scrolled(to: offset, by: distance, in: target) }
    return Rect(x: offset.x, y: offset.y, width: bounds.width, height: bounds.height)
  }

  /// Measures the content that the screens need after a change, each where it is by then.
  ///
  /// - Parameters:
  ///   - viewport: the screen whose diff will be made, with what the user sees held by the anchor, and with the
  ///     content scrolled a distance further.
  /// - Throws: where the layout has no result for some item, or measuring fails.
  public mutating func sizeContent<Failure: Error>(
    _ viewport: String = Viewport.main, anchor: DiffAnchor, movedBy distance: Point = .zero,
    _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) {
    guard change != nil, after.state.sections.hasOpenContent else { return }
    for name in after.viewportNames {
      guard let shown = after.viewport(name) else { continue }
      let (anchor, distance) = name == viewport ? (anchor, distance) : (.automatic, .zero)
      let step = self
      let measured = try after.sizeContent(
        on: shown, seen: { step.bounds(of: name, in: $0, anchor, movedBy: distance) }, measure)
      if !measured.isEmpty, after.solvedViewport(of: shown).measuringKey == after.mainKey {
        recalled.note(measured, of: after)
      }
    }
  }

  /// What has changed from before to after on a screen, which has been settled: what everybody is told who did not make
  /// the change.
  public func settledDiff(of viewport: String = Viewport.main, visibleOnly: Bool) -> UpdateDiff? {
    guard let old = before.viewport(viewport), let new = after.viewport(viewport) else { return nil }
    return UpdateDiff.between(
      before.side(old, of: viewport), and: after.side(new, of: viewport), by: map, anchor: .automatic,
      visibleOnly: visibleOnly)
  }

  /// Moves what the screens see to where it goes: the one whose diff was made to its content offset, the others by the
  /// automatic anchor.
  public mutating func settle(_ diff: UpdateDiff, of viewport: String = Viewport.main) {
    let isMoved = diff.contentOffset.to != diff.contentOffset.from
    guard change != nil || isMoved && scrolled == nil else { return }
    for name in [Viewport.main] + before.viewports.keys where change != nil || name == viewport {
      settle(name, at: name == viewport ? diff.contentOffset.to : nil)
    }
  }

  /// Moves what a screen sees, by the automatic anchor where nothing else is said.
  mutating func settle(_ name: String, at offset: Point? = nil) {
    guard var moved = after.viewport(name), let bounds = moved.bounds else { return }
    moved.held = nil
    moved.prefetcher.reset()
    let old = before.side(moved, of: name)
    var target = after.side(moved, of: name)
    target.bounds = nil
    let offset = offset ?? UpdateDiff.contentOffset(from: old, to: target, by: map, anchor: .automatic)
    moved.bounds = Rect(x: offset.x, y: offset.y, width: bounds.width, height: bounds.height)
    after.setViewport(name, moved)
  }
}

extension CollectionStep {
  /// A step that changes nothing but who holds what.
  static func ofMovement(from before: SolvedCollection, to after: SolvedCollection) -> CollectionStep {
    CollectionStep(nil, from: before, to: after, map: .unchanged(sectionCount: before.state.sections.count))
  }

  /// What became of measurements on a viewport's screen.
  public func measurementCounts(of viewport: String) -> MeasurementCounts {
    after.viewport(viewport).flatMap { taken[after.solvedViewport(of: $0).measuringKey] }
      ?? MeasurementCounts()
  }

  /// What was forgotten of them there.
  public func invalidationCounts(of viewport: String) -> InvalidationCounts {
    after.viewport(viewport).flatMap { forgotten[after.solvedViewport(of: $0).measuringKey] }
      ?? InvalidationCounts([])
  }
}

extension Rect {
  /// The rect on content that is scrolled to an offset and a distance further, no further than it goes.
  fileprivate func scrolled(to offset: Point, by distance: Point, in side: DiffSide) -> Rect {
    let range = side.container.scrollRange(of: side.layout.contentSize, in: size)
    return Rect(
      x: min(max(offset.x + distance.x, range.least.x), range.most.x),
      y: min(max(offset.y + distance.y, range.least.y), range.most.y), width: width, height: height)
  }
}

extension SolvedCollection {
  /// What a change makes of the collection.
  ///
  /// - Throws: everything that is wrong with the change, which then changed nothing.
  /// - Complexity: that of the change for each layout that the screens need, where its kind can follow one; a
  ///   snapshot's O(n log n) for n items.
  public func applying(_ change: CollectionChange) throws(ChangeError) -> CollectionStep {
    let start = ContinuousClock.now
    var step = try applying(change, from: self)
    step.computing = .now - start
    return step
  }

  /// The same as a step from another collection, which is this one but for a movement.
  func applying(
    _ change: CollectionChange, from before: SolvedCollection
  ) throws(ChangeError) -> CollectionStep {
    var next = self
    switch change {
    case .updates(let updates):
      let updated = try updating(by: updates)
      try next.follow(updated) { (sections) throws(BatchError) in try sections.applying(updates) }
      let edits = try next.recall(after: updates, updated.map, from: state.sections)
      return CollectionStep(change, from: before, to: next, updates: updates, map: updated.map, edits: edits)
    case .snapshot(let sections):
      let difference = try difference(to: sections)
      let updated = try updating(by: difference)
      try next.follow(updated) { (sections) throws(BatchError) in try sections.applying(difference) }
      let edits = try next.recall(
        after: difference.updates, updated.map, from: state.sections, changed: difference.changedItems)
      return CollectionStep(
        change, from: before, to: next, updates: difference.updates, map: updated.map, edits: edits)
    case .layout(let layout):
      do throws(LayoutError) { try next.takeLayout(layout) } catch { throw .layout(error) }
      return CollectionStep(change, from: before, to: next, map: unchanged)
    case .measurements(let batch):
      let (kept, counts, edits) = try next.measure(batch)
      return CollectionStep(
        kept.map(CollectionChange.measurements), from: before, to: next, map: unchanged,
        edits: edits, counts: counts)
    case .invalidation(let forgotten):
      let (kept, counts, edits) = try next.forget(forgotten)
      return CollectionStep(
        kept.map(CollectionChange.invalidation), from: before, to: next, map: unchanged,
        edits: edits, forgotten: counts)
    case .contentSizes(let batch):
      // They are remembered by what was measured, not by whose it was.
      let (kept, counts, _) = try next.measure(batch)
      return CollectionStep(
        kept.map(CollectionChange.contentSizes), from: before, to: next, map: unchanged, counts: counts)
    }
  }

  /// What a change of a screen makes of the collection, where nothing is measured.
  ///
  /// - Throws: `layout`.
  public func applying(
    _ change: ViewportChange, now: ContinuousClock.Instant = .now, expiry: ContinuousClock.Instant? = nil
  ) throws(ChangeError) -> CollectionStep {
    do throws(ContentSizingError<Never>) {
      return try applying(change, now: now, expiry: expiry) { _, _ in [] }
    } catch {
      switch error {
      case .layout(let failure): throw .layout(failure)
      }
    }
  }

  /// What a change of a screen makes of the collection. A viewport of a new name is made; others that nobody has moved
  /// for long are gone. What comes onto the screen is measured, which is a change of the collection.
  ///
  /// - Parameter expiry: others moved before it are gone.
  /// - Throws: where the layout has no result for some item, or measuring fails.
  /// - Complexity: O(v) for v viewports, and that of its layout where no screen is laid out so, and of what is measured.
  public func applying<Failure: Error>(
    _ change: ViewportChange, now: ContinuousClock.Instant = .now, expiry: ContinuousClock.Instant? = nil,
    _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) -> CollectionStep {
    var viewport = viewport(change.name) ?? state.main
    if viewports[change.name] == nil, change.name != Viewport.main { viewport.ownLayout = nil }
    let old = viewports[change.name] == nil && change.name != Viewport.main ? nil : viewport
    viewport.movedAt = version
    viewport.usedAt = now
    if old == nil {
      viewport.bounds = nil
      viewport.held = HeldElements()
      viewport.prefetcher = Prefetcher()
    }
    if let container = change.container {
      viewport.container = container.value
      viewport.containerJSON = container.jsonText
    }
    if let layout = change.layout { viewport.ownLayout = layout }
    var next = self
    let isExpired = { (viewport: Viewport) in expiry.map { viewport.usedAt < $0 } ?? false }
    // Most of the time a screen only scrolls: no other goes, and none has to be laid out.
    let hasExpired = viewports.values.contains(where: isExpired)
    if hasExpired { next.viewports = viewports.filter { !isExpired($0.value) } }
    next.setViewport(change.name, viewport)
    do throws(LayoutError) {
      if hasExpired || old?.key != viewport.key { try next.solveViewports() }
      try next.turnMovement(on: change.name)
    } catch {
      throw .layout(error)
    }
    let expected = next.side(viewport, of: change.name).seeing(change.bounds)
    let anchor = next.state.sections.hasOpenContent ? expected.measuringAnchor : .automatic
    let seen = { (solved: SolvedCollection) in
      expected.held(in: solved.side(viewport, of: change.name), of: unchanged, by: anchor)
    }
    let measured = try next.sizeContent(on: viewport, seen: seen, measure)
    let layout = next.layout(shownOn: change.name, viewport)
    var outcome = viewport.scroll(
      to: measured.isEmpty ? change.bounds : seen(next),
      from: old.map { self.layout(shownOn: change.name, $0) } ?? layout, in: layout,
      velocity: change.velocity, isPaging: change.isPaging)
    outcome.leaveOut(next.movement(on: change.name))
    next.setViewport(change.name, viewport)
    guard !measured.isEmpty else {
      return CollectionStep(nil, from: self, to: next, map: unchanged, scrolled: outcome)
    }
    let batch = MeasurementBatch(breadth: next.measuredBreadth(of: viewport), elements: measured)
    if next.mainKey == next.solvedViewport(of: viewport).measuringKey { next.recalled.note([], of: next) }
    var step = CollectionStep(
      .contentSizes(batch), from: self, to: next, map: unchanged, scrolled: outcome)
    for name in viewportNames where name != change.name { step.settle(name) }
    return step
  }

  /// The collection with some of its screens noted as in use, so that they do not expire.
  public func using(_ names: [String], now: ContinuousClock.Instant = .now) -> CollectionStep {
    var next = self
    for name in names where viewports[name] != nil { next.viewports[name]!.usedAt = now }
    return CollectionStep(nil, from: self, to: next, map: unchanged)
  }

  /// The collection without a screen.
  ///
  /// - Throws: `noSuchViewport`, also for the main one, which stays.
  public func removing(viewport name: String) throws(ChangeError) -> CollectionStep {
    guard viewports[name] != nil else { throw .noSuchViewport(name) }
    var next = self
    next.setViewport(name, nil)
    do throws(LayoutError) { try next.solveViewports() } catch { throw .layout(error) }
    return CollectionStep(nil, from: self, to: next, map: unchanged)
  }

  /// Nothing becomes of anything.
  private var unchanged: UpdateMap { .unchanged(sectionCount: state.sections.count) }

  private func updating(by updates: [BatchUpdate]) throws(ChangeError) -> SectionList.Updated {
    do throws(BatchError) { return try state.sections.applying(updates) } catch {
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
