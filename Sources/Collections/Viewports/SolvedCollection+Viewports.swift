import LayoutEngine

/// The steps of viewports. The collection keeps its version, unless content is measured.
extension SolvedCollection {
  /// Returns the step that a change of a viewport makes, without measuring content.
  ///
  /// - Throws: `layout`.
  public func applying(
    _ change: ViewportChange, now: ContinuousClock.Instant = .now, expiry: ContinuousClock.Instant? = nil
  ) throws(ChangeError) -> CollectionStep {
    do throws(ContentSizingError<Never>) {
      return try applying(change, now: now, expiry: expiry) { _, _ in [] }
    } catch {
      switch error {
      case .layout(let error): throw .layout(error)
      }
    }
  }

  /// Returns the step that a change of a viewport makes. It adds a viewport of a new name, removes viewports that have
  /// not been used for long, and measures the content that comes into the viewport, which changes the collection.
  ///
  /// - Parameter expiry: the step removes other viewports that were last used before it.
  /// - Throws: an error if the layout has no result for some item, or if measuring fails.
  /// - Complexity: O(v) for v viewports, that of the layout if no viewport has the same, and that of measuring.
  public func applying<Failure: Error>(
    _ change: ViewportChange, now: ContinuousClock.Instant = .now, expiry: ContinuousClock.Instant? = nil,
    _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) -> CollectionStep {
    let old = viewport(change.name)
    var viewport = moved(old, by: change, now: now)
    var next = self
    do throws(LayoutError) {
      try next.place(viewport, change.name, after: old, expiry: expiry)
    } catch {
      throw .layout(error)
    }
    let (measured, bounds) = try next.measureContent(in: viewport, for: change, measure)
    let layout = next.layout(shownOn: change.name, viewport)
    var outcome = viewport.scroll(
      to: bounds, from: old.map { ($0, self.layout(shownOn: change.name, $0)) }, in: layout, by: change)
    outcome.leaveOut(next.movement(on: change.name))
    next.setViewport(change.name, viewport)
    return step(to: next, of: change.name, viewport, scrolledTo: change.bounds.origin, outcome, measured)
  }

  /// Returns the step that notes some viewports as in use, so that they do not expire.
  public func using(_ names: [String], now: ContinuousClock.Instant = .now) -> CollectionStep {
    var next = self
    for name in names where viewports[name] != nil { next.viewports[name]!.usedAt = now }
    return CollectionStep(nil, from: self, to: next, map: unchanged)
  }

  /// Returns the step that removes a viewport.
  ///
  /// - Throws: `noSuchViewport`, also for the main viewport, which stays.
  public func removing(viewport name: String) throws(ChangeError) -> CollectionStep {
    guard viewports[name] != nil else { throw .noSuchViewport(name) }
    var next = self
    next.setViewport(name, nil)
    do throws(LayoutError) { try next.solveViewports() } catch { throw .layout(error) }
    return CollectionStep(nil, from: self, to: next, map: unchanged)
  }
}

extension SolvedCollection {
  /// The viewport of a change, with its container and layout, but with the bounds from before.
  private func moved(
    _ old: Viewport?, by change: ViewportChange, now: ContinuousClock.Instant
  ) -> Viewport {
    var viewport = old ?? state.main
    if old == nil {
      viewport.ownLayout = nil
      viewport.bounds = nil
      viewport.overscan = .none
      viewport.isSynced = false
      viewport.prefetcher = Prefetcher()
    }
    viewport.movedAt = version
    viewport.usedAt = now
    if let container = change.container {
      viewport.container = container.value
      viewport.containerJSON = container.jsonText
    }
    if let layout = change.layout { viewport.ownLayout = layout }
    if let overscan = change.overscan { viewport.overscan = overscan }
    return viewport
  }

  /// Replaces a viewport, removes others that have expired, and adds the layouts that they need.
  private mutating func place(
    _ viewport: Viewport, _ name: String, after old: Viewport?, expiry: ContinuousClock.Instant?
  ) throws(LayoutError) {
    let isExpired = { (viewport: Viewport) in expiry.map { viewport.usedAt < $0 } ?? false }
    // Most of the time a viewport only scrolls: no other is removed, and nothing has to be laid out.
    let hasExpired = viewports.values.contains(where: isExpired)
    if hasExpired { viewports = viewports.filter { !isExpired($0.value) } }
    setViewport(name, viewport)
    if hasExpired || old?.key != viewport.key { try solveViewports() }
    try turnMovement(on: name)
  }

  /// Measures the content that a viewport shows once it has moved.
  ///
  /// - Returns: the measurements, and the bounds, moved so that visible elements stay at the same position in the
  ///   viewport.
  private mutating func measureContent<Failure: Error>(
    in viewport: Viewport, for change: ViewportChange, _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) -> (measured: [MeasuredElement], bounds: Rect) {
    let expected = side(viewport, of: change.name).seeing(change.bounds)
    let anchor = state.sections.hasOpenContent ? expected.measuringAnchor : .automatic
    let map = unchanged
    let seen = { (solved: SolvedCollection) in
      expected.held(in: solved.side(viewport, of: change.name), of: map, by: anchor)
    }
    let measured = try sizeContent(on: viewport, seen: seen, measure)
    return (measured, measured.isEmpty ? change.bounds : seen(self))
  }

  /// The step to a collection in which a viewport has been moved.
  private func step(
    to next: SolvedCollection, of name: String, _ viewport: Viewport, scrolledTo offset: Point,
    _ outcome: ScrollOutcome, _ measured: [MeasuredElement]
  ) -> CollectionStep {
    let own = OwnScroll(viewport: name, offset: offset)
    guard !measured.isEmpty else {
      return CollectionStep(
        nil, from: self, to: next, map: unchanged, scrolled: outcome, ownScroll: own)
    }
    var next = next
    let batch = MeasurementBatch(breadth: next.measuredBreadth(of: viewport), elements: measured)
    if next.mainKey == next.solvedViewport(of: viewport).measuringKey { next.recalled.note([], of: next) }
    var step = CollectionStep(
      .contentSizes(batch), from: self, to: next, map: unchanged, scrolled: outcome, ownScroll: own)
    for other in viewportNames where other != name { step.settle(other) }
    return step
  }
}
