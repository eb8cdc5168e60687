import LayoutEngine

/// The step from one state of a collection to the next, before it is committed.
public struct CollectionStep: Sendable {
  /// The change that the journal stores; nil if only a viewport changes and the version stays.
  public internal(set) var change: CollectionChange?
  /// The collection that the step changes.
  public let before: SolvedCollection
  /// Its viewports keep their old bounds until `place` has moved them.
  public internal(set) var after: SolvedCollection
  /// The batches that turn `before` into `after`: the client's own, or the differences found between two states.
  public let updates: [BatchUpdate]
  /// The effects of moving a viewport; nil for other changes.
  public let scrolled: ScrollOutcome?
  /// The viewports that the step adds, changes or removes.
  public internal(set) var viewportEdits = ViewportEdits()
  /// The request that made the change; nil if it is not known.
  public var origin: ChangeOrigin?
  /// Whether the step erases the history before it, and with it the content that it deletes.
  public var erases = false
  /// The steps of viewports with outlines of their own, by name: those that show something else.
  var own: [String: CollectionStep] = [:]
  /// The scroll that a client asked for; nil for steps that move no viewport.
  var ownScroll: OwnScroll?
  let map: UpdateMap
  /// The changes to the cache of measurements.
  package let edits: MeasurementEdits
  /// The number of measurements by their effect, by the viewports that share them.
  private let taken: [MeasuringKey: MeasurementCounts]
  /// The number of measurements that were discarded, by the viewports that share them.
  private let forgotten: [MeasuringKey: InvalidationCounts]
  /// The measurements of the main viewport that came from the cache.
  private(set) var recalled: RecalledMeasurements
  /// The changes to the measurements of other viewports.
  private(set) var further: FurtherMeasurements
  /// How long it took to compute the step.
  package internal(set) var computing = Duration.zero

  init(
    _ change: CollectionChange?, from before: SolvedCollection, to after: SolvedCollection,
    updates: [BatchUpdate] = [], map: UpdateMap, scrolled: ScrollOutcome? = nil, ownScroll: OwnScroll? = nil,
    edits: MeasurementEdits = MeasurementEdits(), counts: [MeasuringKey: MeasurementCounts] = [:],
    forgotten: [MeasuringKey: InvalidationCounts] = [:]
  ) {
    self.edits = edits
    taken = counts
    self.forgotten = forgotten
    var recalled = after.recalled
    var further = after.further
    if before.mainKey != after.mainKey {
      // The main viewport also has the measurements of other viewports of its new breadth.
      recalled.isWhole = true
      // What the main viewport took from the cache belongs to others from now on.
      if before.recalled.isWhole, after.state.measured[before.mainKey] != nil {
        further.noteWhole(before.mainKey)
      }
    }
    self.further = further
    self.recalled = recalled
    self.scrolled = scrolled
    self.ownScroll = ownScroll
    self.change = change
    self.before = before
    self.after = after
    self.updates = updates
    self.map = map
    self.after.revision += 1
    if change != nil {
      self.after.state.version += 1
      self.after.recalled = RecalledMeasurements()
      self.after.further = FurtherMeasurements()
      // They would keep the layouts of before in memory.
      self.after.shownWindows = [:]
    } else {
      self.after.recalled = recalled
      self.after.further = further
    }
    self.after.takeMovementsAlong(by: map, isChange: change != nil)
    followPrefetched()
    followPolicies()
  }

  /// Keeps the index paths in the policies of viewports with their items.
  ///
  /// - Complexity: O(v log k) for v viewports and a batch of k.
  private mutating func followPolicies() {
    guard change != nil, !map.keepsIndexPaths else { return }
    for name in after.viewportNames {
      guard var viewport = after.viewport(name), viewport.ownOutline == nil,
        case .indexPath? = viewport.policy.roomBelow
      else {
        continue
      }
      viewport.policy = viewport.policy.following { map.destination(of: $0).indexPath }
      after.setViewport(name, viewport)
    }
  }

  /// Keeps the predictions of every viewport with their items, wherever the step shows them.
  ///
  /// - Complexity: O(p log (p + k)) for p predictions and a batch of k.
  private mutating func followPrefetched() {
    // Scrolling has predicted the items at their new index paths.
    guard scrolled == nil, !map.keepsIndexPaths || !before.movements.isEmpty || !after.movements.isEmpty
    else {
      return
    }
    for name in after.viewportNames {
      let displaced = (before.movement(on: name)?.displacement, after.movement(on: name)?.displacement)
      guard change != nil || displaced.0 != displaced.1, var viewport = after.viewport(name),
        viewport.ownOutline == nil, !viewport.prefetcher.pending.isEmpty
      else { continue }
      viewport.prefetcher.follow { [map] path in
        let position = displaced.0?.position(ofShown: path) ?? path
        return map.destination(of: position).indexPath.map { displaced.1?.shown($0) ?? $0 }
      }
      after.setViewport(name, viewport)
    }
  }

  /// The distance by which the client of a viewport scrolled it, in points.
  private func scrolledDistance(on name: String, from old: Viewport) -> Point {
    guard let ownScroll, ownScroll.viewport == name else { return .zero }
    let start = old.bounds?.origin ?? .zero
    return Point(x: ownScroll.offset.x - start.x, y: ownScroll.offset.y - start.y)
  }

  /// Returns the place of a viewport after the step; nil if it has no bounds.
  ///
  /// - Parameter after: the collection after the step, or after a part of it.
  package func placement(
    of name: String = Viewport.main, in after: SolvedCollection, _ asked: Asked = .nothing
  ) -> Placement? {
    guard let old = before.viewport(name), let new = after.viewport(name),
      let position = before.readingPosition(in: old, of: name)
    else { return nil }
    return position.placed(
      in: after.side(new, of: name), under: after.readingPolicy(of: new, name),
      by: fates(of: name, in: after), asked: asked, isLaidOutAnew: isLaidOutAnew(old, new))
  }

  private func isLaidOutAnew(_ old: Viewport, _ new: Viewport) -> Bool {
    if case .layout? = change, new.ownLayout == nil { return true }
    return old.key != new.key
  }

  /// The first element that the reader of a viewport saw, if the step has moved it on screen. A client that has scrolled
  /// its viewport itself knows where it is.
  private func displaced(on name: String, from old: Viewport, to new: Viewport) -> DisplacedElement? {
    guard change != nil, ownScroll?.viewport != name else { return nil }
    return before.readingPosition(in: old, of: name)?.displaced(
      in: after.side(new, of: name), under: after.readingPolicy(of: new, name),
      by: fates(of: name, in: after), isLaidOutAnew: isLaidOutAnew(old, new))
  }

  /// Where the items that a viewport shows go in the step.
  private func fates(of name: String, in after: SolvedCollection) -> ComposedFates {
    ComposedFates(
      [ComposedFates.Link(map)], of: (before.state.sections, after.state.sections),
      displaced: (before.movement(on: name)?.displacement, after.movement(on: name)?.displacement))
  }

  /// Measures the content that the viewports need after a change, each at its bounds by then.
  ///
  /// - Parameters:
  ///   - viewport: the viewport that will be placed as it is asked.
  /// - Throws: an error if the layout has no result for some item, or if measuring fails.
  public mutating func sizeContent<Failure: Error>(
    _ viewport: String = Viewport.main, asked: Asked = .nothing, _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) {
    for (name, inner) in own where inner.change != nil {
      var inner = inner
      try inner.sizeContent(asked: name == viewport ? asked : .nothing, measure)
      take(inner, of: name)
    }
    guard change != nil, after.state.sections.hasOpenContent else { return }
    for name in after.viewportNames {
      guard let shown = after.viewport(name), shown.ownOutline == nil else { continue }
      let (step, asked) = (self, name == viewport ? asked : .nothing)
      let measured = try after.sizeContent(
        on: shown, seen: { step.placement(of: name, in: $0, asked)?.visiblePart }, measure)
      if !measured.isEmpty, after.solvedViewport(of: shown).measuringKey == after.mainKey {
        recalled.note(measured, of: after)
      }
    }
    further.merge(after.further)
    after.further = FurtherMeasurements()
  }

  /// Returns the changes of a viewport from `before` to `after`: to the bounds at which it was placed.
  ///
  /// - Parameters:
  ///   - visibleOnly: leaves out elements that are in the window neither before nor after, if the viewport has bounds.
  ///   - foldsRuns: whether to fold the shifts of consecutive cells into runs, if the diff has all elements.
  ///   - findsDisplaced: whether to find the first element that the reader saw, if it has moved on screen.
  public func diff(
    of viewport: String = Viewport.main, visibleOnly: Bool, foldsRuns: Bool = false,
    findsDisplaced: Bool = true
  ) -> UpdateDiff? {
    if let inner = own[viewport] {
      return inner.diff(visibleOnly: visibleOnly, foldsRuns: foldsRuns, findsDisplaced: findsDisplaced)
    }
    guard let old = before.viewport(viewport), let new = after.viewport(viewport) else { return nil }
    var diff = UpdateDiff.between(
      before.side(old, of: viewport), and: after.side(new, of: viewport), by: map, visibleOnly: visibleOnly,
      foldsRuns: foldsRuns && !hasMovement(in: viewport))
    diff.scrolled = scrolledDistance(on: viewport, from: old)
    if findsDisplaced { diff.displaced = displaced(on: viewport, from: old, to: new) }
    diff.scrollRange = before.scrollRange(of: old, to: after, new, viewport)
    adjustForMovement(in: viewport, &diff)
    if foldsRuns { diff.foldRuns() }
    return diff
  }

  /// Moves the bounds of all viewports to where their readers are: of one as it is asked, of the others as nothing is.
  ///
  /// A step that changes no version moves the one alone, and only if a distance is asked for. A viewport that the step
  /// itself moved is where it belongs.
  public mutating func place(_ viewport: String = Viewport.main, asked: Asked = .nothing) {
    guard scrolled == nil else { return }
    guard change == nil else {
      for name in [Viewport.main] + before.viewports.keys {
        settle(name, name == viewport ? asked : .nothing)
      }
      return
    }
    for (name, inner) in own where inner.change != nil { settle(name, name == viewport ? asked : .nothing) }
    if case .shift(let distance, _) = asked, distance != .zero { settle(viewport, asked) }
  }

  /// Moves the bounds of one viewport.
  mutating func settle(_ name: String, _ asked: Asked = .nothing) {
    if var inner = own[name] {
      inner.settle(Viewport.main, asked)
      return take(inner, of: name)
    }
    guard var moved = after.viewport(name), moved.ownOutline == nil,
      let placement = placement(of: name, in: after, asked)
    else {
      return
    }
    moved.bounds = placement.bounds
    moved.orthogonalOffsets = placement.orthogonalOffsets
    moved.knownOffsets.note(placement.bounds.origin, after.version)
    after.setViewport(name, moved)
  }
}

extension CollectionStep {
  /// A step of a movement, which changes no version.
  static func ofMovement(from before: SolvedCollection, to after: SolvedCollection) -> CollectionStep {
    CollectionStep(nil, from: before, to: after, map: .unchanged(sectionCount: before.state.sections.count))
  }

  /// Where the step leads the items of the collection.
  package var link: ComposedFates.Link { ComposedFates.Link(map) }

  /// The number of measurements by their effect, for those that a viewport shares.
  public func measurementCounts(of viewport: String) -> MeasurementCounts {
    if let inner = own[viewport] { return inner.measurementCounts(of: Viewport.main) }
    return after.viewport(viewport).flatMap { taken[after.solvedViewport(of: $0).measuringKey] }
      ?? MeasurementCounts()
  }

  /// The number of discarded measurements, for those that a viewport shares.
  public func invalidationCounts(of viewport: String) -> InvalidationCounts {
    if let inner = own[viewport] { return inner.invalidationCounts(of: Viewport.main) }
    return after.viewport(viewport).flatMap { forgotten[after.solvedViewport(of: $0).measuringKey] }
      ?? InvalidationCounts([])
  }
}
