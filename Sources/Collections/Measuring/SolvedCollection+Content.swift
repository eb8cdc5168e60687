import LayoutEngine

/// Measures the content of elements, as a client measures its cells when they become visible.
extension SolvedCollection {
  /// How far outside the viewport elements are measured, in lengths of the viewport, so that not every step of scrolling
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
    _ = try sizeContent(on: state.main, seen: { $0.state.main.bounds }, measure)
    // A base stores all measurements.
    recalled = RecalledMeasurements()
  }

  /// Measures the content that a viewport needs: the visible elements and those near, or all of them if the scope is
  /// `all` or the viewport has no bounds.
  ///
  /// - Parameter seen: returns the viewport's bounds in a layout.
  /// - Returns: the measurements.
  mutating func sizeContent<Failure: Error>(
    on viewport: Viewport, seen: (SolvedCollection) -> Rect?, _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) -> [MeasuredElement] {
    guard state.sections.hasOpenContent else { return [] }
    let key = solvedViewport(of: viewport).measuringKey
    var measured: [MeasuredElement] = []
    var reach = Self.nearness
    while true {
      let solvedViewport = solvedViewport(of: viewport)
      let sections = sections(of: solvedViewport)
      let rect = state.contentSizing.scope == .all ? nil : seen(self)
      var open = solvedViewport.openElements(in: rect, of: sections)
      if open.isEmpty { return measured }
      if let rect {
        let near = solvedViewport.openElements(
          in: rect.reaching(reach, along: solvedViewport.kind.scrollAxis), of: sections)
        // If elements are smaller than estimated, each round measures as many as all rounds before.
        let limit = reach == Self.nearness ? near.count : max(open.count, measured.count)
        open = solvedViewport.nearest(limit, of: near, to: rect)
      }
      let sizes: [Size]
      do throws(Failure) { sizes = try measure(open, solvedViewport.container) } catch {
        throw .measuring(error)
      }
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
  /// The `limit` elements that are nearest to the visible rect.
  fileprivate func nearest(_ limit: Int, of elements: [OpenElement], to seen: Rect) -> [OpenElement] {
    guard limit < elements.count else { return elements }
    func distance(_ element: OpenElement) -> Double {
      guard let frame = layout.attributes(of: element.path, visible: seen)?.frame else { return .infinity }
      let across = max(seen.x - frame.x - frame.width, frame.x - seen.x - seen.width, 0)
      let along = max(seen.y - frame.y - frame.height, frame.y - seen.y - seen.height, 0)
      return max(across, along)
    }
    let sorted = elements.map { (element: $0, distance: distance($0)) }.sorted { $0.distance < $1.distance }
    return sorted.prefix(limit).map(\.element)
  }
}

extension Rect {
  /// The rect with some of its own lengths more at either end.
  fileprivate func reaching(_ lengths: Double, along axis: ScrollAxis) -> Rect {
    switch axis {
    case .vertical: outset(by: Size(width: 0, height: height * lengths))
    case .horizontal: outset(by: Size(width: width * lengths, height: 0))
    }
  }
}
