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
  public let container: Container
  public let words: ClientWords
  /// What the user sees: its origin is the content offset. Nil where nobody looks.
  public internal(set) var bounds: Rect?

  public init(
    sections: SectionList, layout: LayoutKind, container: Container, words: ClientWords, bounds: Rect?
  ) {
    self.sections = sections
    self.layout = layout
    self.container = container
    self.words = words
    self.bounds = bounds
  }
}

/// Parts of a collection as the client described them (JSON): what it is told again.
public struct ClientWords: Hashable, Sendable {
  public var layout: [UInt8]
  public var container: [UInt8]

  public init(layout: [UInt8], container: [UInt8]) {
    self.layout = layout
    self.container = container
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
