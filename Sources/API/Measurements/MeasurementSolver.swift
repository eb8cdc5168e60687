import Collections
import JSON
import LayoutEngine
import SelfSizing
import Text

/// From a body to the sizes of its cells, without HTTP: what the service and the command line share.
public struct MeasurementSolver {
  let limits: RequestLimits
  let answerLimit: Int
  let measurer: ContentMeasurer

  public init(
    limits: RequestLimits = RequestLimits(), answerLimit: Int = .max,
    measurer: ContentMeasurer = ContentMeasurer(cells: CellSizing())
  ) {
    self.limits = limits
    self.answerLimit = answerLimit
    self.measurer = measurer
  }

  /// Reads a body and measures its cells.
  ///
  /// - Returns: the answer as JSON.
  /// - Throws: `malformedJSON`, `invalidRequest`, `tooManyItems`, `fontsUnavailable`, `deadlineExceeded`,
  ///   `answerTooLarge`.
  /// - Complexity: O(n) for texts of n characters in all.
  public func solve(_ body: [UInt8]) throws(Problem) -> ByteBuffer {
    let isCancelled = { [token = measurer.token] in token.isCancelledOrAbandoned() }
    let request = try MeasurementRequest.decode(body, limits: limits, isCancelled: isCancelled)
    let answer = try measure(request)
    return try answer.encoded(EncodingBudget(bytes: answerLimit, isCancelled: isCancelled))
  }

  /// Measures the cells of a request.
  func measure(_ request: MeasurementRequest) throws(Problem) -> MeasurementAnswer {
    var answer = MeasurementAnswer(request: request)
    if request.wantsViews {
      answer.cells = try cells(of: request)
      answer.sizes = answer.cells.map(\.size)
    } else {
      let elements = request.items.enumerated().map {
        OpenElement(path: .cell(0, $0), content: $1, room: request.room)
      }
      answer.sizes = try measurer.sizes(of: elements, by: request.templates, in: request.environment) {
        "/items/\($0.indexPath.item)"
      }
    }
    answer.warnings = measurer.report.warnings(of: request.templates)
    return answer
  }

  /// Measures the cells with all that is in them.
  private func cells(of request: MeasurementRequest) throws(Problem) -> [MeasuredCell] {
    try measurer.cells.load().withMeasurer { (texts) throws(Problem) in
      var cells: [MeasuredCell] = []
      cells.reserveCapacity(request.items.count)
      for (number, content) in request.items.enumerated() {
        if measurer.token.isCancelledOrAbandoned() {
          throw Problem(.deadlineExceeded, "The request was given up while its cells were measured.")
        }
        guard let template = request.templates[content.template] else { continue }
        let views = try content.read(for: template)
        do throws(CellFault) {
          let cell = try MeasuredCell(content, views, template, request, texts)
          let element = OpenElement(path: .cell(0, number), content: content, room: request.room)
          measurer.report.note(cell.notices, element)
          cells.append(cell)
        } catch {
          throw Problem(error, template).at("/items/\(number)")
        }
      }
      return cells
    }
  }
}

/// A cell with its views and their lines.
struct MeasuredCell {
  /// A view of a cell.
  struct View {
    var name: String
    var kind: CellView.Kind
    var frame: Rect
    /// Of a text.
    var lines: [TextLine]?
    /// What the text is set at.
    var fontSize = 0.0
  }

  var template: String
  var size: Size
  var views: [View]
  var notices: [CellNotice]

  fileprivate init(
    _ content: Content, _ contents: [ViewContent], _ template: CellTemplate, _ request: MeasurementRequest,
    _ measurer: CellMeasurer
  ) throws(CellFault) {
    let cell = try measurer.measure(contents, of: template, in: request.room, request.environment)
    self.template = content.template
    size = cell.size
    notices = cell.notices
    views = []
    for (place, view) in template.views.enumerated() {
      var shown = View(name: view.name, kind: view.kind, frame: cell.frames[place])
      if case .text = view.kind {
        shown.lines = try measurer.lines(
          of: place, in: template, showing: contents[place], width: cell.frames[place].width,
          request.environment)
        shown.fontSize = template.fontSize(of: place, showing: contents[place], request.environment)
      }
      views.append(shown)
    }
  }
}
