import Collections
import JSON
import LayoutEngine
import SelfSizing

/// From a body to the sizes of its cells, without HTTP: what the service and the command line share.
public struct MeasurementSolver {
  let limits: RequestLimits
  let answerLimit: Int
  let measurer: ContentMeasurer

  /// The forms that the answer comes in.
  public static let forms: [ResponseFormat] = [.objects, .svg]

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
  /// - Returns: the answer's bytes in a form.
  /// - Throws: `notAcceptable` for a form that the answer does not come in, `malformedJSON`, `invalidRequest`,
  ///   `tooManyItems`, `fontsUnavailable`, `deadlineExceeded`, `answerTooLarge`.
  /// - Complexity: O(n) for texts of n characters in all.
  public func solve(_ body: [UInt8], as form: ResponseFormat = .objects) throws(Problem) -> ByteBuffer {
    try form.require(in: Self.forms)
    let isCancelled = { [token = measurer.token] in token.isCancelledOrAbandoned() }
    let request = try MeasurementRequest.decode(body, limits: limits, isCancelled: isCancelled)
    let budget = EncodingBudget(
      bytes: answerLimit, isCancelled: isCancelled, remedy: "measure fewer items at a time")
    let answer = try measure(request, as: form, budget)
    return try answer.encoded(as: form, budget: budget)
  }

  /// Measures the cells of a request, as far as a form shows them.
  func measure(
    _ request: MeasurementRequest, as form: ResponseFormat, _ budget: EncodingBudget
  ) throws(Problem) -> MeasurementResponse {
    var answer = MeasurementResponse(request: request)
    if form == .svg {
      answer.cells = try cells(request.items.indices.prefix(CellPicture.cellLimit), of: request, budget)
    } else if request.wantsViews {
      answer.cells = try cells(request.items.indices, of: request, budget)
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

  /// Measures some of the cells with all that is in them, which is no more than an answer may have.
  private func cells(
    _ numbers: Range<Int>, of request: MeasurementRequest, _ budget: EncodingBudget
  ) throws(Problem) -> [MeasuredCell] {
    try measurer.cells.load().withMeasurer { (texts) throws(Problem) in
      var cells: [MeasuredCell] = []
      cells.reserveCapacity(numbers.count)
      var bytes = 0
      for number in numbers {
        if measurer.token.isCancelledOrAbandoned() {
          throw Problem(.deadlineExceeded, "The request was cancelled while its cells were measured.")
        }
        let content = request.items[number]
        guard let template = request.templates[content.template] else { continue }
        let views = try content.read(for: template)
        do throws(CellMeasuringError) {
          let cell = try MeasuredCell(number, of: request, views, template, texts)
          let element = OpenElement(path: .cell(0, number), content: content, room: request.room)
          measurer.report.note(cell.warnings, element)
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
