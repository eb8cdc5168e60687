import HTTPServer
import Wire

extension Service {
  /// `POST /v1/diffs`: responds with the changes between two states of a collection, with positions before and after.
  static func diffStates(_ call: Call) throws(Problem) -> Response {
    let format = try call.format()
    let body = try call.body()
    let request = try call.notes.timer.time(.parse) { () throws(Problem) in
      try DiffRequest.decode(body, limits: call.limits, isCancelled: call.isCancelled)
    }
    let solver = DiffSolver(limits: call.limits, measurer: call.measurer())
    let diff = try call.notes.timer.time(.solve) { () throws(Problem) in try solver.solve(request) }
    let before = request.before.state
    call.notes.laidOut(before.layout.kind.name, items: before.sections.itemCount)
    return try call.response(200, diff, as: format)
  }
}
