import HTTPServer
import Wire

extension Service {
  /// `POST /v1/layouts`: lays a collection out and responds with its elements.
  static func solveLayout(_ call: Call) throws(Problem) -> Response {
    let format = try call.format()
    let options = try RenderingOptions(call.query, for: format)
    let solver = LayoutSolver(
      limits: call.limits, answerLimit: call.service.configuration.answerLimit, measurer: call.measurer())
    let solved = try solver.solve(try call.body())
    let state = solved.collection.state
    call.notes.laidOut(state.layout.kind.name, items: state.sections.itemCount)
    return call.response(200, try solved.encoded(as: format, options), as: format)
  }
}
