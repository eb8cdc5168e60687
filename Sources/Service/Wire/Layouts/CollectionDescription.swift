import CollectionModel
import Diagnostics
import JSON
import LayoutEngine

/// A collection as a body describes it: for a layout, as a state of a diff, or for storage.
package struct CollectionDescription {
  /// The id that the client chooses for a stored collection; nil lets the service choose.
  package var id: String?
  /// The collection at its first version.
  package var state: CollectionState
  /// The form in which the items of each section are described: pointers to items depend on it.
  package var itemsForms: [ItemsForm]
  /// The reader that has read its templates and contents.
  package var contents: any ContentReading
  /// Whether it says how far sections are scrolled across.
  package var isScrolledAcross: Bool

  /// Creates the description of a collection.
  package init(
    id: String? = nil, state: CollectionState, itemsForms: [ItemsForm], contents: any ContentReading,
    isScrolledAcross: Bool = false
  ) {
    self.id = id
    self.state = state
    self.itemsForms = itemsForms
    self.contents = contents
    self.isScrolledAcross = isScrolledAcross
  }
}

extension CollectionDescription {
  /// Returns the collection laid out, with content that is not measured at its estimates.
  ///
  /// - Parameter space: the space in which measurements of its items are remembered; nil remembers none.
  /// - Throws: `invalidRequest`, `contentTooLarge`.
  /// - Complexity: that of the layout, and at least O(n) for n items with different sizes.
  package func laidOut(remembering space: (any MeasurementSpace)? = nil) throws(Problem) -> SolvedCollection {
    let solved = try LayoutError.rethrown(
      as: Problem.init, from: SolvedCollection(solving: state, remembering: space))
    try solved.layout.checkCoordinates()
    return solved
  }

  /// The JSON pointer to an item or a view.
  package func pointer(to element: ElementPath) -> String {
    let path = element.indexPath
    let section = JSONPointer().appending("sections").appending("\(path.section)")
    switch element.kind {
    case .cell:
      let form = itemsForms.indices.contains(path.section) ? itemsForms[path.section] : .items
      return section.description + form.pointer(to: path.item)
    case .header, .footer: return section.appending(element.kind.name).description
    default:
      let views = section.appending("supplementaries").appending(element.kind.name)
      return views.appending("\(path.item)").description
    }
  }
}

extension SolvedLayout {
  /// Whether an element has a coordinate or an extent beyond `Coordinate.limit`.
  ///
  /// - Complexity: O(1) where not even the bound is beyond the limit, as in any layout that a screen could show; else
  ///   O(n) for n elements.
  private var exceedsCoordinateLimit: Bool {
    if coordinateBound <= Coordinate.limit { return false }
    return elements(in: nil, visible: nil).records.contains { $0.frame.exceedsCoordinateLimit }
      || orthogonalSections(in: nil).contains {
        $0.frame.exceedsCoordinateLimit || max($0.contentSize.width, $0.contentSize.height) > Coordinate.limit
      }
  }

  /// Checks that clients can compute with the coordinates of the layout.
  ///
  /// - Throws: `contentTooLarge` if the content is so large, or an element so far away, that numbers cannot distinguish
  ///   neighbouring points.
  package func checkCoordinates() throws(Problem) {
    let size = contentSize
    guard max(size.width, size.height) <= Coordinate.limit else {
      throw Problem(
        .contentTooLarge, "The content would be \(size.width) by \(size.height) points; the limit is 2^53.")
    }
    if exceedsCoordinateLimit { throw .coordinateTooLarge }
  }
}

extension Problem {
  static let coordinateTooLarge = Problem(
    .contentTooLarge, "A coordinate of an element would be beyond 2^53 points, which is the limit.")
}
