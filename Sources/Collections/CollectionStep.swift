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
  var computing = Duration.zero

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
