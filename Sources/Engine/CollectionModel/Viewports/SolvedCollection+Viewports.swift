import Diagnostics
import LayoutEngine

/// The steps of viewports. The collection keeps its version, unless content is measured.
extension SolvedCollection {
  /// Returns the step that a change of a viewport makes, without measuring content.
  ///
  /// - Throws: `layout`.
  public func applying(
    _ change: ViewportChange, now: Moment = .now
  ) throws(ChangeError) -> CollectionStep {
    do throws(ContentSizingError<Never>) {
      return try applying(change, now: now) { _, _ in [] }
    } catch {
      switch error {
      case .layout(let error): throw .layout(error)
      }
    }
  }

  /// Returns the step that a change of a viewport makes. It adds a viewport of a new name, and measures the content that
  /// comes into the viewport, which changes the collection.
  ///
  /// - Throws: an error if the layout has no result for some item, or if measuring fails.
  /// - Complexity: O(v) for v viewports, that of the layout if no viewport has the same, and that of measuring.
  public func applying<Failure: Error>(
    _ change: ViewportChange, now: Moment = .now, _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) -> CollectionStep {
    if let step = try movingBranch(by: change, now: now, measure) { return step }
    var change = change
    // The client has other items than the collection shows.
    if viewport(change.name)?.ownOutline != nil { change.isResync = true }
    let step = try moving(by: change, now: now, measure)
    // Measurements make a version, and move no item to another column.
    guard step.change != nil, chosenColumns != nil else { return step }
    var start = self
    do throws(ChangeError) { try start.keepColumns() } catch {
      // Columns have no other error.
      if case .layout(let error) = error { throw .layout(error) }
    }
    return try start.moving(by: change, now: now, measure)
  }

  /// Returns the step that a change of a viewport makes to a collection whose items have the columns that they keep, if
  /// it makes a version.
  private func moving<Failure: Error>(
    by change: ViewportChange, now: Moment, _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) -> CollectionStep {
    let old = viewport(change.name)
    var viewport = moved(old, by: change, now: now)
    var next = self
    try LayoutError.rethrown(
      as: ContentSizingError<Failure>.layout, from: next.place(viewport, change.name, after: old))
    let place = ViewportPlace(of: change, from: self, old, to: next, viewport)
    next.holdsEstimates = next.holdsEstimates(at: now)
    let reported = try LayoutError.rethrown(
      as: ContentSizingError<Failure>.layout, from: next.takeMeasurements(of: change, on: viewport))
    let (measured, part) = try next.measureContent(
      in: viewport, for: change, from: place, isMeasured: reported.hasEffect, measure)
    let bounds = part.bounds
    viewport.orthogonalOffsets = part.orthogonalOffsets
    let layout = next.layout(shownOn: change.name, viewport)
    let had = viewport.isSynced && !change.isResync ? old.flatMap { self.window(of: $0, change.name) } : nil
    let window = ElementWindow(of: viewport, at: bounds, in: layout)
    var outcome = viewport.scroll(
      to: bounds, showing: window, from: had, in: layout,
      under: next.readingPolicy(of: viewport, change.name), by: change,
      across: old?.orthogonalOffsets ?? OrthogonalOffsets())
    outcome.displaced = place.displaced(in: next, at: bounds)
    viewport.knownOffsets.begin(at: bounds.origin, version)
    let movement = next.movement(on: change.name)
    outcome.leaveOut(movement)
    next.setViewport(change.name, viewport)
    // The preview of a movement is not kept in memory for longer than the movement.
    next.shownWindows[change.name] =
      movement == nil ? ShownWindow(window, of: viewport, in: layout) : nil
    // A client that names a place to scroll to learns the offset from the response.
    let offset = change.namesPlace ? bounds.origin : change.givenOffset ?? change.bounds.origin
    var step = step(
      to: next, of: change.name, viewport, scrolledTo: offset, outcome, content: measured, reported)
    if old == nil { step.viewportEdits.added = change.name }
    if old?.isDefined(as: viewport) != true { step.viewportEdits.defined = change.name }
    return step
  }

  /// Returns the step that removes the viewports that have not been used for a time, and notes the watched ones as in
  /// use once they have not been used for half of it; nil if there is nothing to do.
  ///
  /// - Parameter watched: the names of viewports that stay. One in which an item is moved stays too.
  /// - Complexity: O(v) for v viewports.
  package func expiringViewports(
    idle: Duration, watched: @autoclosure () -> Set<String>, now: Moment
  ) -> CollectionStep? {
    let unused = viewports.filter { $0.value.usedAt < now - idle / 2 }
    guard !unused.isEmpty else { return nil }
    let watched = watched()
    var next = self
    var removed: [String] = []
    var hasChanged = false
    for (name, var viewport) in unused {
      if watched.contains(name) || movement(on: name) != nil {
        viewport.usedAt = now
        next.setViewport(name, viewport)
        hasChanged = true
      } else if viewport.usedAt < now - idle {
        next.setViewport(name, nil)
        removed.append(name)
      }
    }
    guard hasChanged || !removed.isEmpty else { return nil }
    // Nothing is laid out: only layouts that no viewport needs any more are dropped.
    if !removed.isEmpty { do throws(LayoutError) { try next.solveViewports() } catch { return nil } }
    var step = CollectionStep(nil, from: self, to: next, map: unchanged)
    step.viewportEdits.removed = removed.sorted()
    return step
  }

  /// Returns the step that removes a viewport.
  ///
  /// - Throws: `noSuchViewport`, also for the main viewport, which stays.
  public func removing(viewport name: String) throws(ChangeError) -> CollectionStep {
    guard viewports[name] != nil else { throw .noSuchViewport(name) }
    var next = self
    next.setViewport(name, nil)
    try LayoutError.rethrown(as: ChangeError.layout, from: next.solveViewports())
    var step = CollectionStep(nil, from: self, to: next, map: unchanged)
    step.viewportEdits.removed = [name]
    return step
  }
}

extension SolvedCollection {
  /// The viewport of a change, with its container and layout, but with the bounds from before.
  func moved(
    _ old: Viewport?, by change: ViewportChange, now: Moment
  ) -> Viewport {
    var viewport = old ?? state.main
    if change.hasOwnOutline == false { viewport.ownOutline = nil }
    if old == nil {
      viewport.ownLayout = nil
      viewport.bounds = nil
      viewport.orthogonalOffsets = OrthogonalOffsets()
      viewport.overscan = .none
      viewport.policy = ReadingPolicy()
      viewport.isSynced = false
      viewport.scrolledAt = nil
      viewport.prefetcher = Prefetcher()
    }
    viewport.movedAt = version
    viewport.noteScrolling(by: change, from: old, now: now)
    viewport.usedAt = now
    if let container = change.container {
      viewport.container = container.value
      viewport.containerJSON = container.jsonText
    }
    if let layout = change.layout { viewport.ownLayout = layout }
    if let overscan = change.overscan { viewport.overscan = overscan }
    if let policy = change.policy { viewport.policy = policy }
    return viewport
  }

  /// Replaces a viewport, and adds the layout that it needs.
  private mutating func place(
    _ viewport: Viewport, _ name: String, after old: Viewport?
  ) throws(LayoutError) {
    setViewport(name, viewport)
    // Most of the time a viewport only scrolls, and nothing has to be laid out.
    if old?.key != viewport.key { try solveViewports() }
    try turnMovement(on: name)
  }

  /// Measurements that a client has sent along with a position, and their effects.
  private struct ReportedSizes {
    /// Nil if nothing changed.
    var batch: MeasurementBatch?
    var counts: [MeasuringKey: MeasurementCounts] = [:]
    var edits = MeasurementEdits()
    /// Whether an estimate changed that had been held.
    var hasLearned = false

    var hasEffect: Bool { batch != nil || hasLearned }
  }

  /// Adds the measurements of a change, made in the container that the viewport has now, and adapts the estimates to
  /// them and to earlier ones if the viewports rest.
  private mutating func takeMeasurements(
    of change: ViewportChange, on viewport: Viewport
  ) throws(LayoutError) -> ReportedSizes {
    guard !change.measurements.isEmpty else { return ReportedSizes(hasLearned: try learnAtRest()) }
    let batch = MeasurementBatch(breadth: measuredBreadth(of: viewport), elements: change.measurements)
    var reported: ReportedSizes
    do throws(ChangeError) {
      let (kept, counts, edits) = try measure(batch)
      reported = ReportedSizes(batch: kept, counts: counts, edits: edits)
    } catch {
      // Measurements have no other error.
      guard case .layout(let error) = error else { return ReportedSizes() }
      throw error
    }
    reported.hasLearned = try learnAtRest()
    return reported
  }

  /// Measures the content that a viewport shows once it has moved.
  ///
  /// - Parameters:
  ///   - place: the place that the change gives the viewport.
  ///   - isMeasured: whether measurements of the client have changed the layout.
  /// - Returns: the measurements, and the part that is shown: an item at its position if the change asks for it, or else the visible
  ///   elements in place.
  private mutating func measureContent<Failure: Error>(
    in viewport: Viewport, for change: ViewportChange, from place: ViewportPlace, isMeasured: Bool,
    _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) -> (measured: [MeasuredElement], part: VisiblePart) {
    let measured = try sizeContent(on: viewport, seen: { place.part(in: $0, isMeasured: true) }, measure)
    return (measured, place.part(in: self, isMeasured: isMeasured || !measured.isEmpty))
  }

  /// The step to a collection in which a viewport has been moved.
  private func step(
    to next: SolvedCollection, of name: String, _ viewport: Viewport, scrolledTo offset: Point,
    _ outcome: ScrollOutcome, content measured: [MeasuredElement], _ reported: ReportedSizes
  ) -> CollectionStep {
    let own = OwnScroll(viewport: name, offset: offset)
    guard reported.hasEffect || !measured.isEmpty else {
      return CollectionStep(
        nil, from: self, to: next, map: unchanged, scrolled: outcome, ownScroll: own,
        counts: reported.counts)
    }
    var next = next
    // Content is measured for one layout. The sizes for another than the main one are among those of the entry that
    // belong to other viewports, so that a replay does not add them to the main one, which may have the same breadth.
    let isMain = next.mainKey == next.solvedViewport(of: viewport).measuringKey
    let content = MeasurementBatch(
      breadth: next.measuredBreadth(of: viewport), elements: isMain ? measured : [])
    if isMain { next.recalled.note([], of: next) }
    let change =
      reported.batch.map { CollectionChange.scrollSizes($0, content: content) } ?? .contentSizes(content)
    var step = CollectionStep(
      change, from: self, to: next, map: unchanged, scrolled: outcome, ownScroll: own,
      edits: reported.edits, counts: reported.counts)
    for other in viewportNames where other != name { step.settle(other) }
    return step
  }
}
