import Collections
import Diagnostics
import LayoutEngine
import SelfSizing
import Wire

extension CollectionDescription {
  /// Returns the collection laid out, with the content that its main viewport shows measured.
  ///
  /// - Parameters:
  ///   - root: the JSON pointer to the description in the body.
  ///   - space: the space in which measurements of its items are remembered; nil remembers none.
  /// - Throws: `tooManyRequests`, `invalidRequest`, `contentTooLarge`, `fontsUnavailable`, `deadlineExceeded`.
  /// - Complexity: that of the layout, and at least O(n) for n items with different sizes.
  func solved(
    measuring measurer: ContentMeasurer, at root: String = "",
    remembering space: (any MeasurementSpace)? = nil
  ) throws(Problem) -> SolvedCollection {
    try measurer.charge(cost.work)
    var solved = try laidOut(remembering: space)
    guard state.sections.hasOpenContent else { return solved }
    let measurer = measurer.reusing(decodedContents)
    let measure: MeasureContent<Problem> = { (elements, container) throws(Problem) in
      try measurer.sizesToLayOut(elements, by: templates, in: CellEnvironment(container)) {
        root + pointer(to: $0)
      }
    }
    try ContentSizingError<Problem>.rethrown(as: Problem.init, from: solved.sizeContent(measure))
    try solved.layout.checkCoordinates()
    return solved
  }
}

extension SolvedCollection {
  /// Returns the templates that the collection's items may name.
  ///
  /// - Throws: an error if the stored text describes no templates.
  func templates() throws(Problem) -> TemplateSet {
    try TemplateLibrary.shared.templates(state.contentSizing.templates)
  }
}
