import LayoutEngine

/// The step from how a collection is to how it is next, before anybody has agreed to it.
public struct CollectionStep: Sendable {
  /// What is kept of it: nil where only a screen changes, and the version stays.
  public let change: CollectionChange?
  public let before: SolvedCollection
  /// Its viewports see what they saw before until `settle` has moved them.
  public private(set) var after: SolvedCollection
  /// The batch that makes the one of the other: the client's own, or what was found between two states.
  public let updates: [BatchUpdate]
  /// What moving a screen brings; nil for other changes.
  public let scrolled: ScrollOutcome?
  let map: UpdateMap

  init(
    _ change: CollectionChange?, from before: SolvedCollection, to after: SolvedCollection,
    updates: [BatchUpdate] = [], map: UpdateMap, scrolled: ScrollOutcome? = nil
  ) {
    self.scrolled = scrolled
    self.change = change
    self.before = before
    self.after = after
    self.updates = updates
    self.map = map
    self.after.revision += 1
    if change != nil { self.after.state.version += 1 }
    self.after.takeMovementAlong(by: map, isChange: change != nil)
  }

  /// What changes from before to after on a screen, with what the user sees held by the anchor.
  ///
  /// A screen that has been moved by the step itself is where it was moved to.
  ///
  /// - Parameter visibleOnly: leaves out what is visible neither before nor after, where there are bounds.
  public func diff(
    of viewport: String = Viewport.main, anchor: DiffAnchor, visibleOnly: Bool
  ) -> UpdateDiff? {
    guard let old = before.viewport(viewport), let new = after.viewport(viewport) else { return nil }
    var target = after.side(new, of: viewport)
    // Where the content offset goes is else for the anchor to say.
    if change != nil { target.bounds = nil }
    var diff = UpdateDiff.between(
      before.side(old, of: viewport), and: target, by: map, anchor: anchor, visibleOnly: visibleOnly)
    tellMovement(of: viewport, &diff)
    return diff
  }

  /// Moves what the screens see to where it goes: the one whose diff was made to its content offset, the others by the
  /// automatic anchor.
  public mutating func settle(_ diff: UpdateDiff, of viewport: String = Viewport.main) {
    guard change != nil else { return }
    for name in [Viewport.main] + before.viewports.keys {
      guard var moved = after.viewport(name), let bounds = moved.bounds else { continue }
      moved.held = nil
      moved.prefetcher.reset()
      let old = before.side(moved, of: name)
      var target = after.side(moved, of: name)
      target.bounds = nil
      let offset =
        name == viewport
        ? diff.contentOffset.to : UpdateDiff.contentOffset(from: old, to: target, by: map, anchor: .automatic)
      moved.bounds = Rect(x: offset.x, y: offset.y, width: bounds.width, height: bounds.height)
      after.setViewport(name, moved)
    }
  }
}

extension CollectionStep {
  /// A step that changes nothing but who holds what.
  static func ofMovement(from before: SolvedCollection, to after: SolvedCollection) -> CollectionStep {
    CollectionStep(nil, from: before, to: after, map: .unchanged(sectionCount: before.state.sections.count))
  }
}

extension SolvedCollection {
  /// What a change makes of the collection.
  ///
  /// - Throws: everything that is wrong with the change, which then changed nothing.
  /// - Complexity: that of the change for each layout that the screens need, where its kind can follow one; a
  ///   snapshot's O(n log n) for n items.
  public func applying(_ change: CollectionChange) throws(ChangeRefusal) -> CollectionStep {
    try applying(change, from: self)
  }

  /// The same as a step from another collection, which is this one but for a movement.
  func applying(
    _ change: CollectionChange, from before: SolvedCollection
  ) throws(ChangeRefusal) -> CollectionStep {
    var next = self
    switch change {
    case .updates(let updates):
      let updated = try updating(by: updates)
      try next.following(updated)
      return CollectionStep(change, from: before, to: next, updates: updates, map: updated.map)
    case .snapshot(let sections):
      let difference = try difference(to: sections)
      let updated = try updating(by: difference)
      try next.following(updated)
      return CollectionStep(change, from: before, to: next, updates: difference.updates, map: updated.map)
    case .layout(let layout):
      do throws(LayoutFailure) { try next.takeLayout(layout) } catch { throw .layout(error) }
      return CollectionStep(change, from: before, to: next, map: try updating(by: []).map)
    }
  }

  /// What a change of a screen makes of the collection. A viewport of a new name is made; others that nobody has moved
  /// for long are gone.
  ///
  /// - Parameter expiry: others moved before it are gone.
  /// - Throws: `layout`.
  /// - Complexity: O(v) for v viewports, and that of its layout where no screen is laid out so.
  public func applying(
    _ change: ViewportChange, now: ContinuousClock.Instant = .now, expiry: ContinuousClock.Instant? = nil
  ) throws(ChangeRefusal) -> CollectionStep {
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
      viewport.containerWords = container.words
    }
    if let layout = change.layout { viewport.ownLayout = layout }
    var next = self
    if let expiry { next.viewports = viewports.filter { $0.value.usedAt >= expiry } }
    next.setViewport(change.name, viewport)
    do throws(LayoutFailure) {
      try next.solveScreens()
      try next.turnMovement(on: change.name)
    } catch {
      throw .layout(error)
    }
    let layout = next.layout(shownOn: change.name, viewport)
    var outcome = viewport.scroll(
      to: change.bounds, from: old.map { self.layout(shownOn: change.name, $0) } ?? layout, in: layout,
      velocity: change.velocity, isPaging: change.isPaging)
    outcome.leaveOut(next.movement(on: change.name))
    next.setViewport(change.name, viewport)
    return CollectionStep(nil, from: self, to: next, map: try updating(by: []).map, scrolled: outcome)
  }

  /// The collection without a screen.
  ///
  /// - Throws: `noSuchViewport`, also for the main one, which stays.
  public func removing(viewport name: String) throws(ChangeRefusal) -> CollectionStep {
    guard viewports[name] != nil else { throw .noSuchViewport(name) }
    var next = self
    next.setViewport(name, nil)
    do throws(LayoutFailure) { try next.solveScreens() } catch { throw .layout(error) }
    return CollectionStep(nil, from: self, to: next, map: try updating(by: []).map)
  }

  private mutating func following(_ updated: SectionList.Updated) throws(ChangeRefusal) {
    do throws(LayoutFailure) { try follow(updated) } catch { throw .layout(error) }
  }

  private func updating(by updates: [BatchUpdate]) throws(ChangeRefusal) -> SectionList.Updated {
    do throws(BatchConflicts) { return try state.sections.applying(updates) } catch {
      throw .conflicts(error)
    }
  }

  private func updating(by difference: SnapshotDifference) throws(ChangeRefusal) -> SectionList.Updated {
    do throws(BatchConflicts) {
      return try state.sections.applying(difference)
    } catch {
      throw .conflicts(error)
    }
  }

  private func difference(to sections: SectionList) throws(ChangeRefusal) -> SnapshotDifference {
    do throws(SnapshotProblems) {
      return try state.sections.difference(to: sections)
    } catch {
      throw .identities(error)
    }
  }
}
