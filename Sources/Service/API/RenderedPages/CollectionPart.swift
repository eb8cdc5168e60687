import Collections
import LayoutEngine
import SelfSizing
import Wire

/// The part of a stored collection that a page shows.
struct CollectionPart {
  let collection: SolvedCollection
  let viewport: Viewport
  /// The element that the request names; nil for those of a rect, or all.
  let element: LayoutResponse?
  let rect: Rect?
  /// The point that frames are relative to; nil for the origin of the content.
  let origin: Point?

  /// Returns the page.
  ///
  /// Sizes that clients have measured are for the viewport's own width: in another one, templates and estimates decide.
  ///
  /// - Parameter widths: in points, in ascending order; none is the width of the viewport's container.
  /// - Throws: `answerTooLarge`, `tooManyRequests`, `invalidRequest`, `contentTooLarge`, `fontsUnavailable`,
  ///   `deadlineExceeded`.
  /// - Complexity: that of the layouts in other widths, and that of the page.
  func page(in widths: [Int], as format: ResponseFormat, _ call: Call) throws(Problem) -> RenderedPage {
    let measurer = call.measurer()
    let templates = try collection.templates()
    var layouts: [RenderedPage.Layout] = []
    var count = 0
    for width in widths.isEmpty ? [viewport.container.size.width] : widths.map(Double.init) {
      let isOwn = width == viewport.container.size.width
      let shown = isOwn ? collection : try resized(to: width, templates, measurer)
      let shownViewport = isOwn ? viewport : shown.state.main
      var response: LayoutResponse
      if let element {
        response = element
      } else {
        response = try shown.response(in: rect, on: shownViewport, as: format, call.budget)
      }
      count += response.elements.count
      try call.budget.checkAll(count, as: format)
      if let origin { response = response.relative(to: origin) }
      call.notes.laidOut(response.kind, items: 0)
      call.notes.touched(count)
      layouts.append(
        RenderedPage.Layout(
          response: response, solved: shown.solvedViewport(of: shownViewport).layout,
          container: shownViewport.container))
    }
    return try RenderedPage(layouts, of: collection.state.sections, templates, measurer)
  }

  /// Returns the collection laid out in a container of another width.
  private func resized(
    to width: Double, _ templates: TemplateSet, _ measurer: ContentMeasurer
  ) throws(Problem) -> SolvedCollection {
    var container = viewport.container
    container.size.width = width
    let state = CollectionState(
      sections: collection.state.sections, layout: viewport.ownLayout ?? collection.state.layout,
      main: Viewport(
        container: container, containerJSON: [], bounds: viewport.bounds, overscan: viewport.overscan),
      contentSizing: collection.state.contentSizing, learning: collection.state.learning)
    return try CollectionDescription(state: state, itemsForms: [], contents: ContentReader(templates)).solved(
      measuring: measurer)
  }
}
