import LayoutEngine

/// The step from one state of a collection to the next, before it is committed.
public struct CollectionStep: Sendable {
  /// The change that the journal stores; nil if only a viewport changes and the version stays.
  public internal(set) var change: CollectionChange?
  public let before: SolvedCollection
  /// Its viewports keep their old bounds until `settle` has moved them.
  public internal(set) var after: SolvedCollection
  /// The batches that turn `before` into `after`: the client's own, or the differences found between two states.
  public let updates: [BatchUpdate]
  /// The effects of moving a viewport; nil for other changes.
  public let scrolled: ScrollOutcome?
  /// The viewports that the step adds, changes or removes.
  public internal(set) var viewportEdits = ViewportEdits()
  /// The request that made the change; nil if it is not known.
  public var origin: ChangeOrigin?
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
  }

  /// Keeps the predictions of every viewport with their items, wherever the step shows them.
  ///
  /// - Complexity: O(p log (p + k)) for p predictions and a batch of k.
  private mutating func followPrefetched() {
    // Scrolling has predicted the items at their new index paths.
    guard scrolled == nil else { return }
    for name in after.viewportNames {
      let displaced = (before.movement(on: name)?.displacement, after.movement(on: name)?.displacement)
      guard change != nil || displaced.0 != displaced.1, var viewport = after.viewport(name),
        !viewport.prefetcher.pending.isEmpty
      else { continue }
      viewport.prefetcher.follow { [map] path in
        let position = displaced.0?.position(ofShown: path) ?? path
        return map.destination(of: position).indexPath.map { displaced.1?.shown($0) ?? $0 }
      }
      after.setViewport(name, viewport)
    }
  }

  /// Returns the changes of a viewport from `before` to `after`, with the anchor's elements at the same position in the
  /// viewport.
  ///
  /// If the step itself moved the viewport, the diff leads to the bounds to which it was moved.
  ///
  /// - Parameters:
  ///   - visibleOnly: leaves out elements that are in the window neither before nor after, if the viewport has bounds.
  ///   - foldsRuns: whether to fold the shifts of consecutive cells into runs, if the diff has all elements.
  ///   - distance: how much further the content scrolls, in points, limited by the ends of the content.
  public func diff(
    of viewport: String = Viewport.main, anchor: DiffAnchor, visibleOnly: Bool, foldsRuns: Bool = false,
    movedBy distance: Point = .zero
  ) -> UpdateDiff? {
    guard let old = before.viewport(viewport), let new = after.viewport(viewport) else { return nil }
    var target = after.side(new, of: viewport)
    // Otherwise the anchor determines the content offset.
    if change != nil, scrolled == nil { target.bounds = nil }
    if distance != .zero { target.bounds = bounds(of: viewport, in: after, anchor, movedBy: distance) }
    var diff = UpdateDiff.between(
      before.side(old, of: viewport), and: target, by: map, anchor: anchor, visibleOnly: visibleOnly,
      foldsRuns: foldsRuns && !hasMovement(in: viewport))
    diff.scrolled = scrolledDistance(on: viewport, from: old)
    adjustForMovement(in: viewport, &diff)
    if foldsRuns { diff.foldRuns() }
    return diff
  }

  /// The distance by which the client of a viewport scrolled it, in points.
  private func scrolledDistance(on name: String, from old: Viewport) -> Point {
    guard let ownScroll, ownScroll.viewport == name else { return .zero }
    let start = old.bounds?.origin ?? .zero
    return Point(x: ownScroll.offset.x - start.x, y: ownScroll.offset.y - start.y)
  }

  /// Returns the bounds of a viewport after the step, with the anchor's elements at the same position in the viewport;
  /// nil if the viewport has no bounds.
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

  /// Measures the content that the viewports need after a change, each at its bounds by then.
  ///
  /// - Parameters:
  ///   - viewport: the viewport whose diff will be made, with this anchor, and with the content scrolled by `distance`.
  /// - Throws: an error if the layout has no result for some item, or if measuring fails.
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
    further.merge(after.further)
    after.further = FurtherMeasurements()
  }

  /// Returns the changes of a viewport from `before` to `after` once the step has been settled: the diff for clients
  /// that did not make the change.
  public func settledDiff(
    of viewport: String = Viewport.main, visibleOnly: Bool, foldsRuns: Bool = false
  ) -> UpdateDiff? {
    guard let old = before.viewport(viewport), let new = after.viewport(viewport) else { return nil }
    var diff = UpdateDiff.between(
      before.side(old, of: viewport), and: after.side(new, of: viewport), by: map, anchor: .automatic,
      visibleOnly: visibleOnly, foldsRuns: foldsRuns && !hasMovement(in: viewport))
    diff.scrolled = scrolledDistance(on: viewport, from: old)
    adjustForMovement(in: viewport, &diff)
    if foldsRuns { diff.foldRuns() }
    return diff
  }

  /// Moves the bounds of the viewports: those of the viewport whose diff was made to the diff's content offset, the
  /// others by the automatic anchor.
  public mutating func settle(_ diff: UpdateDiff, of viewport: String = Viewport.main) {
    let isMoved = diff.contentOffset.to != diff.contentOffset.from
    guard change != nil || isMoved && scrolled == nil else { return }
    for name in [Viewport.main] + before.viewports.keys where change != nil || name == viewport {
      settle(name, at: name == viewport ? diff.contentOffset.to : nil)
    }
  }

  /// Moves the bounds of a viewport to an offset, or by the automatic anchor if there is none.
  mutating func settle(_ name: String, at offset: Point? = nil) {
    guard var moved = after.viewport(name), let bounds = moved.bounds else { return }
    let old = before.side(moved, of: name)
    var target = after.side(moved, of: name)
    target.bounds = nil
    let offset = offset ?? UpdateDiff.contentOffset(from: old, to: target, by: map, anchor: .automatic)
    moved.bounds = Rect(x: offset.x, y: offset.y, width: bounds.width, height: bounds.height)
    after.setViewport(name, moved)
  }
}

extension CollectionStep {
  /// A step of a movement, which changes no version.
  static func ofMovement(from before: SolvedCollection, to after: SolvedCollection) -> CollectionStep {
    CollectionStep(nil, from: before, to: after, map: .unchanged(sectionCount: before.state.sections.count))
  }

  /// The number of measurements by their effect, for those that a viewport shares.
  public func measurementCounts(of viewport: String) -> MeasurementCounts {
    after.viewport(viewport).flatMap { taken[after.solvedViewport(of: $0).measuringKey] }
      ?? MeasurementCounts()
  }

  /// The number of discarded measurements, for those that a viewport shares.
  public func invalidationCounts(of viewport: String) -> InvalidationCounts {
    after.viewport(viewport).flatMap { forgotten[after.solvedViewport(of: $0).measuringKey] }
      ?? InvalidationCounts([])
  }
}

extension Rect {
  /// The rect scrolled to an offset and then by a distance, limited by the ends of the content.
  fileprivate func scrolled(to offset: Point, by distance: Point, in side: DiffSide) -> Rect {
    let range = side.container.scrollRange(of: side.layout.contentSize, in: size)
    return Rect(
      x: min(max(offset.x + distance.x, range.least.x), range.most.x),
      y: min(max(offset.y + distance.y, range.least.y), range.most.y), width: width, height: height)
  }
}
