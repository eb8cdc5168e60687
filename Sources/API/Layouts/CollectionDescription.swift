import Collections
import JSON
import LayoutEngine
import SelfSizing

/// A collection as a body describes it: for a layout, as a state of a diff, or for storage.
struct CollectionDescription {
  /// The id that the client chooses for a stored collection; nil lets the service choose.
  var id: String?
  /// The collection at its first version.
  var state: CollectionState
  /// The form in which the items of each section are described: pointers to items depend on it.
  var itemsForms: [ItemsForm]
  var templates: TemplateSet
  /// The contents of its items that have been decoded.
  var decodedContents = DecodedContents()
}

extension CollectionDescription {
  /// Returns the collection laid out, with the content that its main viewport shows measured.
  ///
  /// - Parameters:
  ///   - root: the JSON pointer to the description in the body.
  ///   - space: the space in which measurements of its items are remembered; nil remembers none.
  /// - Throws: `tooManyRequests`, `invalidRequest`, `contentTooLarge`, `fontsUnavailable`, `deadlineExceeded`.
  /// - Complexity: that of the layout, and at least O(n) for n items with different sizes.
  func solved(
    measuring measurer: ContentMeasurer, at root: String = "", remembering space: MeasurementSpace? = nil
  ) throws(Problem) -> SolvedCollection {
    try measurer.charge(cost.work)
    var solved: SolvedCollection
    do throws(LayoutError) {
      solved = try SolvedCollection(solving: state, remembering: space)
    } catch {
      throw Problem(error)
    }
    try solved.layout.checkCoordinates()
    guard state.sections.hasOpenContent else { return solved }
    let measurer = measurer.reusing(decodedContents)
    do throws(ContentSizingError<Problem>) {
      try solved.sizeContent { (elements, container) throws(Problem) in
        try measurer.sizes(of: elements, by: templates, in: CellEnvironment(container)) {
          root + pointer(to: $0)
        }
      }
    } catch {
      throw Problem(error)
    }
    try solved.layout.checkCoordinates()
    return solved
  }

  /// The JSON pointer to an item or a view.
  func pointer(to element: ElementPath) -> String {
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

extension SolvedCollection {
  /// Returns the templates that the collection's items may name.
  ///
  /// - Throws: an error if the stored text describes no templates.
  func templates() throws(Problem) -> TemplateSet {
    try TemplateLibrary.shared.templates(state.contentSizing.templates)
  }

  /// Returns the function that measures what the elements of a stored collection show.
  func measuring(_ measurer: ContentMeasurer) throws(Problem) -> MeasureContent<Problem> {
    let templates = try templates()
    return { (elements, container) throws(Problem) in
      // Stored content has no pointer into the body.
      try measurer.sizes(of: elements, by: templates, in: CellEnvironment(container)) { _ in "" }
    }
  }
}

extension SolvedLayout {
  /// - Throws: `contentTooLarge` if the content is so large, or an element so far away, that numbers cannot distinguish
  ///   neighbouring points.
  func checkCoordinates() throws(Problem) {
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
