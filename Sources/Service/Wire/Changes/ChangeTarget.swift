import CollectionModel
import LayoutEngine

/// The version and the viewport that a change is read against: index paths and ids refer to them.
struct ChangeTarget {
  let collection: SolvedCollection
  let viewportName: String
  let viewport: Viewport
  /// Positions of items and sections by their ids.
  let positions: ItemPositions
  /// Positions of items and sections in the viewport: others than those in the collection if it has an outline of its own.
  let shownPositions: ItemPositions

  /// - Parameter notingReadings: whether to note the ids and counts of the collection that are read.
  /// - Throws: `notFound` if the collection has no such viewport.
  init(
    _ collection: SolvedCollection, viewport name: String, notingReadings: Bool = false
  ) throws(Problem) {
    viewport = try collection.existingViewport(name)
    viewportName = name
    self.collection = collection
    positions = ItemPositions(of: collection.state.sections, notingReadings: notingReadings)
    shownPositions =
      viewport.ownOutline == nil
      ? positions
      : ItemPositions(of: collection.shown(on: viewport).state.sections, notingReadings: notingReadings)
  }

  var kind: LayoutKind { collection.state.layout.kind }

  /// Whether the layout of the viewport has an element.
  func has(_ path: ElementPath) -> Bool {
    collection.solvedViewport(of: viewport).layout.attributes(of: path, visible: viewport.bounds) != nil
  }
}

extension SolvedCollection {
  /// Returns the viewport of a name.
  ///
  /// - Throws: `notFound`.
  package func existingViewport(_ name: String) throws(Problem) -> Viewport {
    guard let viewport = viewport(name) else { throw .noSuchViewport(name) }
    return viewport
  }
}
