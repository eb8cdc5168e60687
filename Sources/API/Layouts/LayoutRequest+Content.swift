import Collections
import JSON
import LayoutEngine
import SelfSizing

extension LayoutRequest {
  /// The collection laid out, with what its elements show measured.
  ///
  /// - Parameter root: the pointer to what was read.
  /// - Throws: `invalidRequest`, `contentTooLarge`, `fontsUnavailable`, `deadlineExceeded`.
  func solved(measuring measurer: ContentMeasurer, at root: String = "") throws(Problem) -> SolvedCollection {
    var solved: SolvedCollection
    do throws(LayoutError) { solved = try SolvedCollection(solving: state) } catch { throw Problem(error) }
    do throws(ContentSizingError<Problem>) {
      try solved.sizeContent(measuring(measurer, at: root))
    } catch {
      throw Problem(error)
    }
    try solved.layout.checkContentSize()
    return solved
  }

  /// Measures what its elements show.
  func measuring(_ measurer: ContentMeasurer, at root: String = "") -> MeasureContent<Problem> {
    { (elements, container) throws(Problem) in
      try measurer.sizes(of: elements, by: templates, in: CellEnvironment(container)) {
        root + pointer(to: $0)
      }
    }
  }

  private var state: CollectionState {
    CollectionState(
      sections: sections, layout: LayoutChoice(kind: layout, jsonText: []),
      main: Viewport(container: container, containerJSON: [], bounds: visibleRect),
      contentSizing: ContentSizing(scope: selfSizing, templates: templates.jsonText))
  }

  /// The JSON pointer to an item or a view.
  private func pointer(to element: ElementPath) -> String {
    let place = element.indexPath
    let section = JSONPointer().appending("sections").appending("\(place.section)")
    switch element.kind {
    case .cell:
      let form = itemsForms.indices.contains(place.section) ? itemsForms[place.section] : .items
      return section.description + form.pointer(to: place.item)
    case .header, .footer: return section.appending(element.kind.name).description
    default:
      let views = section.appending("supplementaries").appending(element.kind.name)
      return views.appending("\(place.item)").description
    }
  }
}

extension Problem {
  init(_ failure: ContentSizingError<Problem>) {
    switch failure {
    case .layout(let failure): self.init(failure)
    case .measuring(let problem): self = problem
    }
  }
}
