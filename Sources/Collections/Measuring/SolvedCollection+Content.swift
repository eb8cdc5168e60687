import LayoutEngine

/// Measures what elements show, as a client would measure its cells when they come onto its screen.
extension SolvedCollection {
  /// How far from what is seen elements are near it, in lengths of that. They are measured along with it, so that not
  /// every step of scrolling measures.
  private static let nearness = 0.5

  /// Measures the content that the main screen needs.
  ///
  /// - Throws: where the layout has no result for some item, or measuring fails.
  /// - Complexity: that of measuring k elements; O(log k) times what taking so many measurements costs where they turn
  ///   out smaller than they were expected.
  public mutating func sizeContent<Failure: Error>(
    _ measure: MeasureContent<Failure>
  ) throws(ContentSizingError<Failure>) {
    _ = try sizeContent(on: state.main, seen: { $0.state.main.bounds }, measure)
    // A base has it all.
    recalled = RecalledMeasurements()
  }

  /// Measures the content that a screen needs: what is seen or near it, or everything where it is to be all, or where
  /// nobody says what is seen.
  ///
  /// - Parameter seen: what is seen on the screen as it is laid out by then.
  /// - Returns: what was measured.
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
        // Where all turns out smaller than it was expected, each round measures as many as all before.
        let limit = reach == Self.nearness ? near.count : max(open.count, measured.count)
        open = solvedViewport.nearest(limit, of: near, to: rect)
      }
      let sizes: [Size]
      do throws(Failure) { sizes = try measure(open, solvedViewport.container) } catch {
        throw .measuring(error)
      }
      let elements = zip(open, sizes).map { MeasuredElement($0.path, Measurement(size: $1)) }
      do throws(LayoutFailure) {
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
  /// So many of some elements, those that are nearest to what is seen.
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
  /// The rect and some lengths of it more at either end.
  fileprivate func reaching(_ lengths: Double, along axis: ScrollAxis) -> Rect {
    switch axis {
    case .vertical: outset(by: Size(width: 0, height: height * lengths))
    case .horizontal: outset(by: Size(width: width * lengths, height: 0))
    }
  }
}
