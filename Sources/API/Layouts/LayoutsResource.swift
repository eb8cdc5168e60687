import HTTPServer
import JSON
import LayoutEngine

extension Service {
  /// `POST /v1/layouts`: lays a collection out and answers its elements.
  static func solveLayout(_ call: Call) throws(Problem) -> Response {
    let form = try ResponseFormat.negotiate(call.request.head)
    try MediaType.requireJSON(call.request.head)
    let body = try call.body()
    let configuration = call.service.configuration
    let solved = try LayoutSolver(
      limits: configuration.limits, answerLimit: configuration.answerLimit, measurer: call.measurer()
    ).solve(body)
    call.notes.laidOut(solved.request.layout.name, items: solved.request.sections.itemCount)
    return Response(
      status: 200, headers: [("Content-Type", form.mediaType), ("Vary", "Accept")],
      body: .source(try solved.bytes(as: form)))
  }
}

extension Call {
  /// The body, inflated.
  func body() throws(Problem) -> [UInt8] {
    do throws(TransportError) {
      return try request.body()
    } catch {
      throw Problem(error)
    }
  }
}
