import Diagnostics
import LayoutEngine

/// Measures the content of elements, as a client measures its cells when they become visible.
extension SolvedCollection {
  /// How far outside the window elements are measured, in lengths of the viewport, so that not every step of scrolling
  /// measures.
  private static let nearness = 0.5

  /// Measures the content that the main viewport needs.
  ///
  /// - Throws: an error if the layout has no result for some item, or if measuring fails.
  /// - Complexity: that of measuring k elements, and O(log k) times that of adding k measurements if elements are smaller
  ///   than estimated.
  public mutating func sizeContent<Failure: Error>(
    _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) {
    _ = try sizeContent(on: state.main, seen: { $0.state.main.visiblePart }, measure)
    // A base stores all measurements.
    recalled = RecalledMeasurements()
    further = FurtherMeasurements()
  }

  /// Measures the content that a viewport needs: the elements of its window and those near, or all of them if the scope is
  /// `all` or the viewport has no bounds; none where the client measures with its own fonts.
  ///
  /// - Parameter seen: returns the part that the viewport shows in a layout.
  /// - Returns: the measurements.
  mutating func sizeContent<Failure: Error>(
    on viewport: Viewport, seen: (SolvedCollection) -> VisiblePart?, _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) -> [MeasuredElement] {
    guard state.sections.hasOpenContent, viewport.container.fonts == nil else { return [] }
    let key = solvedViewport(of: viewport).measuringKey
    var measured: [MeasuredElement] = []
    var reach = Self.nearness
    while true {
      let solvedViewport = solvedViewport(of: viewport)
      let sections = sections(of: solvedViewport)
      let part = state.contentSizing.scope == .all ? nil : seen(self)
      let bounds = part?.bounds
      let window = bounds.map(viewport.overscan.window)
      let shown = solvedViewport.scrolled(across: part?.orthogonalOffsets ?? OrthogonalOffsets())
      var open = shown.openElements(in: window, seenIn: bounds, of: sections)
      if open.isEmpty { return measured }
      if let bounds, let window {
        let near = shown.openElements(
          in: window.reaching(reach, of: bounds.size, along: solvedViewport.kind.scrollAxis), seenIn: bounds,
          of: sections)
        // If elements are smaller than estimated, each round measures as many as all rounds before.
        let limit = reach == Self.nearness ? near.count : max(open.count, measured.count)
        open = shown.nearest(limit, of: near, to: window, seenIn: bounds)
      }
      let sizes = try Failure.rethrown(
        as: ContentSizingError<Failure>.measuring, from: measure(open, solvedViewport.container))
      let elements = zip(open, sizes).map { MeasuredElement($0.path, Measurement(size: $1)) }
      do throws(LayoutError) {
        guard let taken = try take(elements, for: key, laidOutAs: solvedViewport), taken.updated != nil else {
          return measured
        }
        try layOut(key, after: taken)
        measured += taken.elements
      } catch {
        throw .layout(error)
      }
      reach *= 2
    }
  }
}

extension SolvedViewport {
  /// The `limit` elements that are nearest to the window.
  fileprivate func nearest(
    _ limit: Int, of elements: [OpenElement], to window: Rect, seenIn bounds: Rect
  ) -> [OpenElement] {
    guard limit < elements.count else { return elements }
    func distance(_ element: OpenElement) -> Double {
      guard let found = layout.attributes(of: element.path, visible: bounds) else { return .infinity }
      let frame = layout.shownFrame(of: found)
      let across = max(window.x - frame.x - frame.width, frame.x - window.x - window.width, 0)
      let along = max(window.y - frame.y - frame.height, frame.y - window.y - window.height, 0)
      return max(across, along)
    }
    let sorted = elements.map { (element: $0, distance: distance($0)) }.sorted { $0.distance < $1.distance }
    return sorted.prefix(limit).map { $0.element }
  }
}

extension Rect {
  /// The rect with some lengths of a viewport more at either end.
  fileprivate func reaching(_ lengths: Double, of viewport: Size, along axis: ScrollAxis) -> Rect {
    switch axis {
    case .vertical: outset(by: Size(width: 0, height: viewport.height * lengths))
    case .horizontal: outset(by: Size(width: viewport.width * lengths, height: 0))
    }
  }
}
