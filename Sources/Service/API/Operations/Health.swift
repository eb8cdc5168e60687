import HTTPServer

extension Service {
  /// Responds to `GET /livez` and `GET /healthz`: `200` as long as the process serves.
  static func liveness(_ call: Call) throws(Problem) -> Response { alive }

  /// Responds to `GET /readyz`: `200` while the service takes work.
  ///
  /// - Throws: as `checkReadiness` does.
  static func readiness(_ call: Call) throws(Problem) -> Response { try call.service.checkReadiness() }

  /// The response that says that the process serves.
  static var alive: Response { response(status: "ok") }

  /// Returns the response that says that the service takes work.
  ///
  /// - Throws: `queueFull` while its queue is full, `storeUnavailable` while its store is away, `shuttingDown` once it
  ///   stops.
  func checkReadiness() throws(Problem) -> Response {
    if isStopping { throw Problem(.shuttingDown, "The service is stopping.") }
    if pool.statistics.queued >= configuration.queueLimit {
      throw Problem(.queueFull, "The queue is full.", headers: [("Retry-After", "1")])
    }
    if let outage = collections.outage {
      var problem = Problem(
        .storeUnavailable, "The store is unavailable at present.", headers: [("Retry-After", "1")])
      problem.cause = "the store fails: \(outage)"
      throw problem
    }
    return Self.response(status: "ready")
  }

  private static func response(status: String) -> Response {
    var response = Response(contentType: "application/json", bytes: Array("{\"status\":\"\(status)\"}".utf8))
    response.headers.append(("Cache-Control", "no-store"))
    return response
  }
}
