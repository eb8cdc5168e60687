import Collections
import JSON
import LayoutEngine
import SelfSizing
import Wire

/// Measures the cells of a request, from its body to the bytes of the response, without HTTP: the service and the
/// command line share it.
public struct MeasurementSolver {
  let limits: RequestLimits
  let answerLimit: Int
  let measurer: ContentMeasurer

  /// Creates a solver; `answerLimit` is the most bytes of a response.
  public init(
    limits: RequestLimits = .ofMachine, answerLimit: Int = .max,
    measurer: ContentMeasurer = ContentMeasurer(cells: CellSizing())
  ) {
    self.limits = limits
    self.answerLimit = limits.responseBytes(upTo: answerLimit)
    self.measurer = measurer
  }

  /// Reads a body and measures its cells.
  ///
  /// - Returns: the bytes of the response in a format.
  /// - Throws: `notAcceptable` for a format in which the response is not available, `malformedJSON`,
  ///   `invalidRequest`, `tooManyItems`, `fontsUnavailable`, `deadlineExceeded`, `answerTooLarge`.
  /// - Complexity: O(n) for texts of n characters in all.
  public func solve(
    _ body: [UInt8], as format: ResponseFormat = .objects, _ options: RenderingOptions = RenderingOptions()
  ) throws(Problem) -> ByteBuffer {
    try format.require(in: MeasurementResponse.formats)
    let isCancelled = { [token = measurer.token] in token.isCancelledOrAbandoned() }
    let request = try measurer.timer.time(.parse) { () throws(Problem) in
      try MeasurementRequest.decode(body, limits: limits, isCancelled: isCancelled)
    }
    try measurer.charge(CostRates.measuredElement.work * Double(request.items.count))
    let budget = EncodingBudget(
      bytes: answerLimit, isCancelled: isCancelled, remedy: "measure fewer items at a time",
      reserve: measurer.reserve)
    var response = try measure(request, as: format, budget)
    response.options = options
    return try measurer.timer.time(.encode) { () throws(Problem) in try response.encoded(as: format, budget) }
  }

  /// Measures the cells of a request, as completely as a format shows them.
  func measure(
    _ request: MeasurementRequest, as format: ResponseFormat, _ budget: EncodingBudget
  ) throws(Problem) -> MeasurementResponse {
    var response = MeasurementResponse(request: request)
    let measurer = measurer.reusing(request.decodedContents)
    if format == .svg {
      response.cells = try cells(request.items.indices.prefix(CellPicture.cellLimit), of: request, budget)
    } else if request.wantsViews {
      response.cells = try cells(request.items.indices, of: request, budget)
      response.sizes = response.cells.map(\.size)
    } else {
      let elements = request.items.enumerated().map {
        OpenElement(path: .cell(0, $0), content: $1, room: request.room)
      }
      response.sizes = try measurer.sizes(of: elements, by: request.templates, in: request.environment) {
        "/items/\($0.indexPath.item)"
      }
    }
    if format == .css {
      let cells = RenderedCellMeasurer(
        measurer: measurer, templates: request.templates, environment: request.environment)
      response.pageCells = try cells.cells(
        of: zip(response.sizes, request.items).map { size, content in
          RenderedCellMeasurer.Element(room: request.room, size: size, content: content)
        }
      ) { "/items/\($0)" }.compactMap { $0 }
    }
    response.warnings = measurer.report.warnings(of: request.templates)
    return response
  }

  /// Measures cells with their views and lines, at most as many as a response may have.
  private func cells(
    _ numbers: Range<Int>, of request: MeasurementRequest, _ budget: EncodingBudget
  ) throws(Problem) -> [MeasuredCell] {
    let start = measurer.timer.begin()
    defer { measurer.timer.note(.measure, since: start) }
    return try measurer.cells.load().withMeasurer { (texts) throws(Problem) in
      var cells: [MeasuredCell] = []
      cells.reserveCapacity(numbers.count)
      var bytes = 0
      for number in numbers {
        if measurer.token.isCancelledOrAbandoned() {
          throw Problem(.deadlineExceeded, "The request was cancelled while its cells were measured.")
        }
        let content = request.items[number]
        let category = request.environment.category
        guard let template = request.templates[content.template]?.adapted(to: category) else { continue }
        let views = try request.decodedContents.read(content, for: template)
        do throws(CellMeasuringError) {
          let cell = try MeasuredCell(number, of: request, views, template, texts)
          let element = OpenElement(path: .cell(0, number), content: content, room: request.room)
          measurer.report.note(cell.warnings, element, at: category)
          cells.append(cell)
          bytes += cell.leastBytes
        } catch {
          throw Problem(error, template).at("/items/\(number)")
        }
        if bytes > budget.bytes { throw budget.tooLarge }
      }
      return cells
    }
  }
}
