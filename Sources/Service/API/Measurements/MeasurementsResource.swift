import HTTPServer
import Wire

extension Service {
  /// `POST /v1/measurements`: measures cells by their templates, without a layout.
  static func measureCells(_ call: Call) throws(Problem) -> Response {
    let format = try call.format()
    let options = try RenderingOptions(call.query, for: format)
    let solver = MeasurementSolver(
      limits: call.limits, answerLimit: call.service.configuration.answerLimit, measurer: call.measurer())
    return call.response(200, try solver.solve(try call.body(), as: format, options), as: format)
  }
}
