import Diagnostics
import JSON
import LayoutEngine
import SelfSizing
import Templates
import Text
import Wire

/// The templates of a page, and the sizer of the cells that they describe.
package final class PageTemplates {
  private let templates: TemplateSet
  private let sizer: CellSizer
  private let texts: PageTextSizer

  /// Reads the templates of a body: an object of templates by name, as in a request to the service.
  ///
  /// - Throws: `malformedJSON`, and `invalidRequest` with a pointer for each error.
  package init(reading body: [UInt8], fonts: any PageFonts) throws(Problem) {
    let read = try DecodingContext.read(body, limits: RequestLimits(), isCancelled: { false }) {
      root, context in
      context.checkTemplates(root) ? context.templates(root).templates : nil
    }
    templates = TemplateSet(read, jsonText: [])
    texts = PageTextSizer(fonts: fonts)
    sizer = CellSizer(texts: texts)
  }

  /// Forgets the widths of all texts: the page has other fonts.
  package func forget() { texts.forget() }

  /// Returns the names of the views of a template, in the order of their frames, as a JSON array.
  ///
  /// - Throws: `notFound`.
  package func names(ofViewsIn name: String) throws(Problem) -> ByteBuffer {
    let template = try template(name)
    var json = JSONWriter(capacity: 256)
    json.beginArray()
    for view in template.views { json.string(view.name) }
    json.endArray()
    return json.finish()
  }

  /// Finds the size of a cell, and the frames of its views.
  ///
  /// - Parameters:
  ///   - content: as the item's in a request; none is that of the template.
  ///   - room: the width or height that the cell has, and the limits of the others, in points.
  /// - Throws: `notFound` for a template that is unknown, `malformedJSON` and `invalidRequest` for the content.
  /// - Complexity: that of `CellSizer.measure(_:of:in:_:)`. Texts that were measured before take O(n) for n characters.
  package func measure(
    _ content: [UInt8], of name: String, in room: FittingRoom, _ environment: CellEnvironment
  ) throws(Problem) -> CellMeasurement {
    let template = try template(name).adapted(to: environment.category)
    let views =
      content.isEmpty
      ? [ViewContent](repeating: ViewContent(), count: template.views.count)
      : try DecodingContext.read(content, limits: RequestLimits(), isCancelled: { false }) { root, context in
        context.viewContents(root, of: template)
      }
    do throws(CellMeasuringError) {
      return try sizer.measure(views, of: template, in: room, environment)
    } catch {
      var detail = "The cell of template \"\(name.shortened(to: 60))\" cannot be measured"
      if let view = error.view { detail += ", view \"\(template.views[view].name.shortened(to: 60))\"" }
      throw Problem(.invalidRequest, "\(detail): \(error.detail).")
    }
  }

  private func template(_ name: String) throws(Problem) -> CellTemplate {
    if let template = templates[name] { return template }
    throw Problem(.notFound, "There is no template of the name \"\(name.shortened(to: 60))\".")
  }
}
