import LayoutEngine

/// A step of scrolling that lays nothing out and measures nothing: the rows of two windows, and no attributes.
package struct PlainScroll {
  /// The window after.
  package let window: ElementIndex
  /// The rows of both windows that are the same element.
  package let pairs: ElementIndex.Pairs
  /// The layout, which the step leaves as it is.
  package let layout: any SolvedLayout
  /// The viewport after the step.
  package let viewport: Viewport
  /// Items to load in advance, in the order of their index paths.
  package private(set) var prefetch: [IndexPath] = []
  /// Items that were to be loaded in advance, and no longer need to be.
  package private(set) var cancelPrefetch: [IndexPath] = []
  /// The content offset at which scrolling comes to rest, in points, if the layout snaps or pages.
  package let targetContentOffset: Point?
  /// Whether the bounds have the size of before.
  package let keepsSize: Bool

  fileprivate init(
    _ viewport: inout Viewport, by change: ViewportChange, from had: ElementIndex,
    in layout: any SolvedLayout, under policy: ReadingPolicy, prefetching: Bool
  ) {
    let bounds = change.bounds
    let rect = viewport.overscan.window(of: bounds)
    let side = DiffSide(
      layout: layout, container: viewport.container, bounds: bounds,
      orthogonalOffsets: viewport.orthogonalOffsets)
    window = ElementIndex(side.layout.elements(in: rect, visible: bounds))
    pairs = window.pairs(with: had)
    targetContentOffset = viewport.restingOffset(at: bounds, in: layout, under: policy, by: change)
    if prefetching {
      let advice = viewport.prefetcher.move(
        from: viewport.bounds, to: bounds, in: rect, velocity: change.velocity,
        present: ElementWindow(window).cellKeys, on: side,
        across: viewport.orthogonalMoves(on: side, from: viewport.orthogonalOffsets))
      (prefetch, cancelPrefetch) = (advice.prefetch, advice.cancel)
    }
    keepsSize = viewport.bounds?.size == bounds.size
    viewport.bounds = bounds
    viewport.isSynced = true
    (self.layout, self.viewport) = (layout, viewport)
  }
}

extension SolvedCollection {
  /// Scrolls a viewport in place, if nothing has to be laid out or measured for that and no item is moved in it.
  ///
  /// - Parameters:
  ///   - had: the window that the client has.
  ///   - prefetching: whether the client wants to know which items it will need soon.
  /// - Returns: nil if the change has to be applied as a step. Content is not measured here, so that a service with
  ///   content to measure applies a step.
  /// - Complexity: O(log n + v) for v elements in both windows or ahead of them, of n; that of a copy if others hold the
  ///   collection.
  package mutating func scroll(
    by change: ViewportChange, from had: ElementIndex, prefetching: Bool, now: Moment = .now
  ) -> PlainScroll? {
    guard let old = viewport(change.name), old.bounds != nil, change.isPlain(for: old),
      movement(on: change.name) == nil
    else { return nil }
    var viewport = old
    viewport.movedAt = version
    viewport.noteScrolling(by: change, from: old, now: now)
    viewport.usedAt = now
    // Estimates may change once the viewports rest.
    let holds = holdsEstimates(at: now, with: (change.name, viewport))
    guard holds || state.learning != .rest || state.measured.isEmpty else { return nil }
    holdsEstimates = holds
    let layout = solvedViewport(of: viewport).layout
    let scroll = PlainScroll(
      &viewport, by: change, from: had, in: layout, under: readingPolicy(of: viewport, change.name),
      prefetching: prefetching)
    viewport.knownOffsets.begin(at: change.bounds.origin, version)
    setViewport(change.name, viewport)
    shownWindows[change.name] = ShownWindow(ElementWindow(scroll.window), of: viewport, in: layout)
    revision += 1
    return scroll
  }
}

extension ViewportChange {
  /// Whether the change moves the bounds of a viewport only.
  fileprivate func isPlain(for viewport: Viewport) -> Bool {
    if case .some = layout { return false }
    return container == nil && measurements.isEmpty && !namesPlace && !isResync && policy == nil
      && givenOffset == nil && orthogonalOffsets == []
      && (overscan == nil || overscan == viewport.overscan)
      && !viewport.overscan.window(of: bounds).exceedsCoordinateLimit
  }
}
