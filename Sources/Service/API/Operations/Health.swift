import HTTPServer

extension Service {
  /// Responds to `GET /livez` and `GET /healthz`: `200` as long as the process serves.
  static func liveness(_ call: Call) throws(Problem) -> Response {
    response(status: "ok")
  }

  /// What `GET /readyz?exclude=` leaves out.
  private enum Excluded: String, CaseIterable { case store }

  /// Responds to `GET /readyz`: `200` while the service takes work.
  ///
  /// - Throws: `queueFull` while its queue is full, `storeUnavailable` while its store is away, unless the request
  ///   excludes it, `shuttingDown` once it stops.
  static func readiness(_ call: Call) throws(Problem) -> Response {
    let service = call.service
    let excluded = try call.query.name("exclude", of: Excluded.self)
    if service.isDraining { throw Problem(.shuttingDown, "The service is stopping.") }
    if service.pool.statistics.queued >= service.configuration.queueLimit {
      throw Problem(.queueFull, "The queue is full.", headers: [("Retry-After", "1")])
    }
    if excluded != .store, let outage = service.collections.outage {
      var problem = Problem(
        .storeUnavailable, "The store is unavailable at present.", headers: [("Retry-After", "1")])
      problem.cause = "the store fails: \(outage)"
      throw problem
    }
    return response(status: "ready")
  }

  private static func response(status: String) -> Response {
    var response = Response(contentType: "application/json", bytes: Array("{\"status\":\"\(status)\"}".utf8))
    response.headers.append(("Cache-Control", "no-store"))
    return response
  }
}
