import HTTPServer

extension Service {
  /// `GET /livez`, `GET /healthz`: the process serves.
  static func liveness(_ call: Call) throws(Problem) -> Response {
    status("ok")
  }

  /// `GET /readyz`: the service takes work. `503` while its queue is full, and once it is to stop.
  static func readiness(_ call: Call) throws(Problem) -> Response {
    let service = call.service
    if service.isDraining { throw Problem(.shuttingDown, "The service is stopping.") }
    if service.pool.statistics.queued >= service.configuration.queueLimit {
      throw Problem(.queueFull, "The queue is full.", headers: [("Retry-After", "1")])
    }
    return status("ready")
  }

  private static func status(_ word: String) -> Response {
    var response = Response(contentType: "application/json", bytes: Array("{\"status\":\"\(word)\"}".utf8))
    response.headers.append(("Cache-Control", "no-store"))
    return response
  }
}
