import LayoutEngine

/// A collection at one version, laid out for each of its viewports.
///
/// Copies share one block of memory until one of them is changed: a request passes a collection on many times.
public struct SolvedCollection: Sendable {
  private struct Contents {
    var state: CollectionState
    var revision = 0
    var viewports: [String: Viewport] = [:]
    var movements: [String: MovementStanding] = [:]
    var solvedViewports: [ViewportKey: SolvedViewport] = [:]
    var shownWindows: [String: ShownWindow] = [:]
    var branches: [String: OwnBranch] = [:]
    var space: (any MeasurementSpace)?
    var recalled = RecalledMeasurements()
    var further = FurtherMeasurements()
    var keepsMeasured = false
    var holdsEstimates: Bool
  }

  private var contents: CopyOnWrite<Contents>

  /// The client's description of the collection.
  public internal(set) var state: CollectionState {
    _read { yield contents.value.state }
    _modify { yield &contents.value.state }
  }
  /// Counts all steps, those of scrolling too.
  package var revision: Int {
    get { contents.value.revision }
    _modify { yield &contents.value.revision }
  }
  /// The viewports other than the main one, by name.
  public internal(set) var viewports: [String: Viewport] {
    _read { yield contents.value.viewports }
    _modify { yield &contents.value.viewports }
  }
  /// The items that users drag, by viewport; in memory only.
  package var movements: [String: MovementStanding] {
    _read { yield contents.value.movements }
    _modify { yield &contents.value.movements }
  }
  var solvedViewports: [ViewportKey: SolvedViewport] {
    _read { yield contents.value.solvedViewports }
    _modify { yield &contents.value.solvedViewports }
  }
  /// The windows of viewports that have scrolled since the newest change, by name; in memory only.
  var shownWindows: [String: ShownWindow] {
    _read { yield contents.value.shownWindows }
    _modify { yield &contents.value.shownWindows }
  }
  /// The collection as viewports with outlines of their own show it, by name; in memory only.
  var branches: [String: OwnBranch] {
    _read { yield contents.value.branches }
    _modify { yield &contents.value.branches }
  }
  /// The cache of the collection's measurements; nil uses no cache.
  package var space: (any MeasurementSpace)? {
    _read { yield contents.value.space }
    _modify { yield &contents.value.space }
  }
  /// The measurements of the main viewport that came from the cache since the newest entry of the journal.
  var recalled: RecalledMeasurements {
    _read { yield contents.value.recalled }
    _modify { yield &contents.value.recalled }
  }
  /// The changes to the measurements of viewports other than the main one since the newest entry of the journal.
  var further: FurtherMeasurements {
    _read { yield contents.value.further }
    _modify { yield &contents.value.further }
  }
  /// Whether measurements stay that no viewport shows: those of viewports that a replay does not include.
  var keepsMeasured: Bool {
    get { contents.value.keepsMeasured }
    _modify { yield &contents.value.keepsMeasured }
  }
  /// Whether the newest step left the estimates as they are despite new measurements. Its journal entry stores the
  /// decision, so that a replay needs no clock.
  var holdsEstimates: Bool {
    get { contents.value.holdsEstimates }
    _modify { yield &contents.value.holdsEstimates }
  }

  /// Lays a collection out for its main viewport, with the cached measurements of its items.
  ///
  /// - Throws: `LayoutError` if the layout has no result for some item.
  /// - Complexity: that of the layout's kind; O(n) for n items that differ at least.
  public init(
    solving state: CollectionState, remembering space: (any MeasurementSpace)? = nil
  ) throws(LayoutError) {
    try self.init(solving: state, remembering: space, keepingMeasured: false)
  }

  /// - Parameter keepsMeasured: whether the measurements of other viewports stay.
  init(
    solving state: CollectionState, remembering space: (any MeasurementSpace)? = nil,
    keepingMeasured keepsMeasured: Bool
  ) throws(LayoutError) {
    // No viewport has shown anything before.
    contents = CopyOnWrite(
      Contents(
        state: state, space: space, keepsMeasured: keepsMeasured, holdsEstimates: state.learning == .never))
    try solveViewports()
    // The steps of a replay decide when items get their columns.
    if !keepsMeasured {
      do throws(ChangeError) { try keepColumns() } catch {
        if case .layout(let error) = error { throw error }
      }
    }
    // A base stores all measurements.
    recalled = RecalledMeasurements()
  }

  /// The version of the collection, from 1.
  public var version: Int { state.version }

  /// The layout of the main viewport.
  public var layout: any SolvedLayout { solvedViewport(of: state.main).layout }

  /// The names of all viewports, the main one first.
  ///
  /// - Complexity: O(n log n) for n viewports.
  public var viewportNames: [String] { [Viewport.main] + viewports.keys.sorted() }

  /// The viewport of a name; nil if there is none.
  public func viewport(_ name: String) -> Viewport? { name == Viewport.main ? state.main : viewports[name] }

  /// Returns the collection as it is laid out for a viewport.
  public func solvedViewport(of viewport: Viewport) -> SolvedViewport {
    if viewport.ownOutline != nil { return shown(on: viewport).solvedViewport(of: viewport.withoutOutline) }
    // Mostly, all viewports share one layout.
    if solvedViewports.count == 1 { return solvedViewports.values[solvedViewports.startIndex] }
    return solvedViewports[viewport.key]!
  }

  /// Returns the input of a viewport's layout: the collection's sections with the measurements for the viewport.
  func sections(of solvedViewport: SolvedViewport) -> SectionList {
    state.measured[solvedViewport.measuringKey]?.sections ?? state.sections
  }
}

extension SolvedCollection {
  /// Adds the layouts that the viewports need and drops those that none of them needs.
  ///
  /// - Complexity: that of the layouts added; at least O(v) for v viewports.
  mutating func solveViewports() throws(LayoutError) {
    var needed: [ViewportKey: SolvedViewport] = [:]
    for viewport in [state.main] + viewports.values
    where viewport.ownOutline == nil && needed[viewport.key] == nil {
      if let solvedViewport = solvedViewports[viewport.key] {
        needed[viewport.key] = solvedViewport
      } else {
        needed[viewport.key] = try solve(for: viewport)
      }
    }
    solvedViewports = needed
    dropMeasured()
    try solveBranches()
  }

  /// Lays out every viewport after a batch.
  ///
  /// - Parameter apply: applies the batch to sections with the same items as the collection's before it.
  mutating func follow(
    _ updated: SectionList.Updated,
    _ apply: (SectionList) throws(BatchError) -> SectionList.Updated
  ) throws(ChangeError) {
    state.sections = updated.sections
    let measured = try followMeasured(apply)
    do throws(LayoutError) {
      for place in solvedViewports.indices {
        let solvedViewport = solvedViewports.values[place]
        solvedViewports.values[place] = try SolvedViewport(
          solvedViewport, after: measured[solvedViewport.measuringKey] ?? updated)
      }
    } catch {
      throw .layout(error)
    }
  }

  /// The columns that the collection's own layout has chosen for items, where it lays out the main viewport; nil if there
  /// are none.
  ///
  /// - Complexity: O(1) if there are none; O(k log n) for k such items of n.
  var chosenColumns: ColumnChoices? { state.main.ownLayout == nil ? ColumnChoices(of: layout) : nil }

  /// Gives items the columns that were chosen for them: they keep them, in every viewport with as many columns.
  ///
  /// Only what makes a version may do so, or else a replay would not.
  ///
  /// - Complexity: O(k log n) for k such items of n.
  mutating func keepColumns() throws(ChangeError) {
    guard let choices = chosenColumns else { return }
    try follow(state.sections.keeping(choices)) { (sections) throws(BatchError) in sections.keeping(choices) }
  }

  /// Sets the collection's own layout and lays out every viewport that shows it.
  mutating func takeLayout(_ layout: LayoutChoice) throws(LayoutError) {
    state.layout = layout
    solvedViewports = solvedViewports.filter { $0.key.layoutJSON != nil }
    state.measured = state.measured.filter { $0.key.layoutJSON != nil }
    try solveViewports()
  }

  /// Replaces the viewport of a name; nil removes it. The main viewport cannot be removed.
  mutating func setViewport(_ name: String, _ viewport: Viewport?) {
    if viewport == nil { (shownWindows[name], branches[name]) = (nil, nil) }
    var viewport = viewport
    if viewport?.ownOutline != nil {
      viewport?.ownOutline?.viewport = name
      if let own = viewport?.withoutOutline, branches[name]?.collection.state.main.key == own.key {
        branches[name]?.collection.state.main = own
      }
    }
    if name != Viewport.main { viewports[name] = viewport } else if let viewport { state.main = viewport }
  }

  /// One side of a diff: the collection as a viewport shows it.
  func side(_ viewport: Viewport, of name: String) -> DiffSide {
    DiffSide(
      layout: layout(shownOn: name, viewport), container: viewport.container, bounds: viewport.bounds,
      overscan: viewport.overscan, displacement: movement(on: name)?.preview.displacement,
      orthogonalOffsets: viewport.orthogonalOffsets)
  }
}
