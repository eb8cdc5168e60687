import HTTPServer

extension Service {
  /// `POST /v1/measurements`: measures cells by their templates, without a layout.
  static func measureCells(_ call: Call) throws(Problem) -> Response {
    let form = try ResponseFormat.negotiate(call.request.head, among: MeasurementSolver.forms)
    try MediaType.requireJSON(call.request.head)
    let configuration = call.service.configuration
    let solver = MeasurementSolver(
      limits: configuration.limits, answerLimit: configuration.answerLimit, measurer: call.measurer())
    return Response(
      status: 200, headers: [("Content-Type", form.mediaType), ("Vary", "Accept")],
      body: .source(try solver.solve(try call.body(), as: form)))
  }
}
