import LayoutEngine

/// A collection at one version, laid out for every screen that shows it.
public struct SolvedCollection: Sendable {
  public internal(set) var state: CollectionState
  /// Counts everything that happens, scrolling too.
  var revision = 0
  /// Screens other than the main one, by name.
  public internal(set) var viewports: [String: Viewport] = [:]
  /// The item that somebody moves on a screen; kept nowhere else.
  var movementStanding: MovementStanding?
  var solvedViewports: [ViewportKey: SolvedViewport] = [:]
  /// Where what was measured of items is remembered; nil remembers nothing.
  var space: MeasurementSpace?
  /// What the main screen was remembered of since the journal was last told.
  var recalled = RecalledMeasurements()

  /// Lays a collection out for its main screen, with what is remembered of its items.
  ///
  /// - Throws: where the layout has no result for some item.
  /// - Complexity: that of the layout's kind; O(n) for n items that differ at least.
  public init(
    solving state: CollectionState, remembering space: MeasurementSpace? = nil
  ) throws(LayoutError) {
    self.state = state
    self.space = space
    try solveViewports()
    // A base has it all.
    recalled = RecalledMeasurements()
  }

  public var version: Int { state.version }

  /// The main screen's layout.
  public var layout: any SolvedLayout { solvedViewports[state.main.key]!.layout }

  /// The names of all screens, the main one first.
  public var viewportNames: [String] { [Viewport.main] + viewports.keys.sorted() }

  /// A screen by its name; nil where there is none.
  public func viewport(_ name: String) -> Viewport? { name == Viewport.main ? state.main : viewports[name] }

  /// How the collection is laid out for a viewport.
  public func solvedViewport(of viewport: Viewport) -> SolvedViewport { solvedViewports[viewport.key]! }

  /// The sections that a screen is laid out from: the collection's, with what was measured for it.
  func sections(of solvedViewport: SolvedViewport) -> SectionList {
    state.measured[solvedViewport.measuringKey]?.sections ?? state.sections
  }
}

extension SolvedCollection {
  /// Lays out what a viewport needs and is not there; drops what none needs.
  ///
  /// - Complexity: that of the layouts that are not there, else O(v) for v viewports.
  mutating func solveViewports() throws(LayoutError) {
    var needed: [ViewportKey: SolvedViewport] = [:]
    for viewport in [state.main] + viewports.values where needed[viewport.key] == nil {
      if let solvedViewport = solvedViewports[viewport.key] {
        needed[viewport.key] = solvedViewport
      } else {
        needed[viewport.key] = try solve(for: viewport)
      }
    }
    solvedViewports = needed
    dropMeasured()
  }

  /// Lays out every screen after a batch.
  ///
  /// - Parameter apply: makes the batch of sections that stand as the collection's did.
  mutating func follow(
    _ updated: SectionList.Updated,
    _ apply: (SectionList) throws(BatchError) -> SectionList.Updated
  ) throws(ChangeError) {
    state.sections = updated.sections
    let measured = try followMeasured(apply)
    do throws(LayoutError) {
      for (key, solvedViewport) in solvedViewports {
        solvedViewports[key] = try SolvedViewport(
          solvedViewport, after: measured[solvedViewport.measuringKey] ?? updated)
      }
    } catch {
      throw .layout(error)
    }
  }

  /// Lays out anew every screen that shows the collection's own layout.
  mutating func takeLayout(_ layout: LayoutChoice) throws(LayoutError) {
    state.layout = layout
    solvedViewports = solvedViewports.filter { $0.key.layoutJSON != nil }
    state.measured = state.measured.filter { $0.key.layoutJSON != nil }
    try solveViewports()
  }

  /// Puts a viewport in place of the one of its name; nil takes it away. The main one stays.
  mutating func setViewport(_ name: String, _ viewport: Viewport?) {
    if name != Viewport.main { viewports[name] = viewport } else if let viewport { state.main = viewport }
  }

  /// One side of a change, as a viewport shows it.
  func side(_ viewport: Viewport, of name: String) -> DiffSide {
    DiffSide(
      layout: layout(shownOn: name, viewport), container: viewport.container, bounds: viewport.bounds,
      displacement: movement(on: name)?.preview.displacement)
  }
}
