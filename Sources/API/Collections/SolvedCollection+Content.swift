import Collections
import LayoutEngine
import SelfSizing

extension SolvedCollection {
  /// The templates that the collection's items may name.
  ///
  /// - Throws: where what is kept describes none.
  func templates() throws(Problem) -> TemplateSet {
    try TemplateLibrary.shared.templates(state.contentSizing.templates)
  }

  /// Measures what its elements show.
  func measuring(_ measurer: ContentMeasurer) throws(Problem) -> MeasureContent<Problem> {
    let templates = try templates()
    return { (elements, container) throws(Problem) in
      // What is kept stands nowhere in the body.
      try measurer.sizes(of: elements, by: templates, in: CellEnvironment(container)) { _ in "" }
    }
  }
}
