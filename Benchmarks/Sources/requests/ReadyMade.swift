import HTTPServer
import WorkerPool

/// Responds to every request with the same bytes: what the server itself costs.
struct ReadyMade: RequestHandler {
  /// The workers that respond; nil responds on the event thread.
  let pool: WorkerPool?
  let body: [UInt8]

  func handle(_ request: Request, _ responder: Responder) {
    guard let pool else {
      responder.respond(Response(contentType: "application/json", bytes: body))
      return
    }
    let job = Job { [body] _ in
      responder.respond(Response(contentType: "application/json", bytes: body))
    }
    do throws(SubmitError) { try pool.submit(job) } catch { fatalError("\(error)") }
  }
}
