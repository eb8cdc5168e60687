import HTTPServer
import JSON
import LayoutEngine

extension Service {
  /// `POST /v1/diffs`: says what changes between two states of a collection, and from where to where.
  static func diffStates(_ call: Call) throws(Problem) -> Response {
    try MediaType.requireJSON(call.request.head)
    try ResponseFormat.requireObjects(call.request.head)
    let body = try call.body()
    let configuration = call.service.configuration
    let isCancelled = { call.token.isCancelledOrAbandoned() }
    let request = try DiffRequest.decode(body, limits: configuration.limits, isCancelled: isCancelled)
    let answer = try DiffSolver(limits: configuration.limits, measurer: call.measurer()).solve(request)
    call.notes.laidOut(request.before.layout.name, items: request.before.sections.itemCount)
    let bytes = try answer.encoded(
      EncodingBudget(bytes: configuration.answerLimit, isCancelled: isCancelled))
    return Response(
      status: 200, headers: [("Content-Type", ResponseFormat.objects.mediaType), ("Vary", "Accept")],
      body: .source(bytes))
  }
}
