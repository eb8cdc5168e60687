import LayoutEngine

/// Everything that a client has said of a collection, at one version of it.
///
/// A value: whoever holds one has a whole and consistent collection, whatever changes meanwhile. Versions share
/// what is alike.
public struct CollectionState: Sendable {
  /// Counts changes, from 1.
  public internal(set) var version = 1
  public internal(set) var sections: SectionList
  public let layout: LayoutKind
  /// The layout in the client's own words (JSON), for the collection's description.
  public let layoutSource: [UInt8]
  public let container: Container
  /// What the user sees: its origin is the content offset. Nil where nobody looks.
  public internal(set) var bounds: Rect?

  public init(
    sections: SectionList, layout: LayoutKind, layoutSource: [UInt8], container: Container, bounds: Rect?
  ) {
    self.sections = sections
    self.layout = layout
    self.layoutSource = layoutSource
    self.container = container
    self.bounds = bounds
  }
}

/// A collection at one version, laid out.
public struct SolvedCollection: Sendable {
  public internal(set) var state: CollectionState
  public let layout: any SolvedLayout

  /// Lays a collection out.
  ///
  /// - Throws: where the layout has no result for some item.
  /// - Complexity: that of the layout's kind; O(n) for n items that differ at least.
  public init(solving state: CollectionState) throws(LayoutFailure) {
    self.state = state
    layout = try state.layout.prepare(state.sections, in: state.container)
  }

  init(_ state: CollectionState, _ layout: any SolvedLayout) {
    self.state = state
    self.layout = layout
  }

  public var version: Int { state.version }

  /// One side of a change.
  var side: DiffSide { DiffSide(layout: layout, container: state.container, bounds: state.bounds) }
}
