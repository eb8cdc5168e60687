import Collections
import LayoutEngine
import Wire

extension CollectionDescription {
  /// Returns the layouts of a page for some widths of the container.
  ///
  /// - Parameters:
  ///   - widths: in points, in ascending order; none is the width of the container.
  ///   - solved: the collection as it is laid out already.
  /// - Throws: `answerTooLarge` if a response cannot have all elements; the errors of `solved(measuring:)`.
  /// - Complexity: that of the layouts.
  func layouts(
    in widths: [Int], from solved: SolvedCollection, as format: ResponseFormat,
    _ measurer: ContentMeasurer, _ budget: EncodingBudget
  ) throws(Problem) -> [RenderedPage.Layout] {
    let widths = widths.isEmpty ? [state.main.container.size.width] : widths.map(Double.init)
    var layouts: [RenderedPage.Layout] = []
    var count = 0
    for width in widths {
      let isSame = width == state.main.container.size.width
      let collection = isSame ? solved : try resized(to: width).solved(measuring: measurer)
      let viewport = collection.state.main
      if viewport.bounds == nil {
        try budget.checkAll(count + collection.elementCount(on: viewport), as: format)
      }
      let response = try collection.response(in: viewport.bounds, on: viewport, as: format, budget)
      count += response.elements.count
      try budget.checkAll(count, as: format)
      layouts.append(
        RenderedPage.Layout(
          response: response, solved: collection.solvedViewport(of: viewport).layout,
          container: viewport.container))
    }
    return layouts
  }

  /// Returns the description with a container of another width.
  private func resized(to width: Double) -> CollectionDescription {
    var container = state.main.container
    container.size.width = width
    var copy = self
    copy.state = CollectionState(
      sections: state.sections, layout: state.layout,
      main: Viewport(
        container: container, containerJSON: [], bounds: state.main.bounds, overscan: state.main.overscan),
      contentSizing: state.contentSizing, learning: state.learning)
    return copy
  }
}
