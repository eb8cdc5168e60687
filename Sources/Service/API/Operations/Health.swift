import HTTPServer

extension Service {
  /// Responds to `GET /livez` and `GET /healthz`: `200` as long as the process serves.
  static func liveness(_ call: Call) throws(Problem) -> Response {
    response(status: "ok")
  }

  /// Responds to `GET /readyz`: `200` while the service takes work. A full store does not change that, because everything
  /// but changes to collections is served; the response says it.
  ///
  /// - Throws: `queueFull` while its queue is full, `storeUnavailable` while its store is away, `shuttingDown` once it
  ///   stops.
  static func readiness(_ call: Call) throws(Problem) -> Response {
    let service = call.service
    if service.isDraining { throw Problem(.shuttingDown, "The service is stopping.") }
    if service.pool.statistics.queued >= service.configuration.queueLimit {
      throw Problem(.queueFull, "The queue is full.", headers: [("Retry-After", "1")])
    }
    if let outage = service.collections.outage {
      var problem = Problem(
        .storeUnavailable, "The store is unavailable at present.", headers: [("Retry-After", "1")])
      problem.cause = "the store fails: \(outage)"
      throw problem
    }
    return response(status: "ready", store: service.collections.isFull ? "full" : nil)
  }

  private static func response(status: String, store: String? = nil) -> Response {
    let more = store.map { ",\"store\":\"\($0)\"" } ?? ""
    var response = Response(
      contentType: "application/json", bytes: Array("{\"status\":\"\(status)\"\(more)}".utf8))
    response.headers.append(("Cache-Control", "no-store"))
    return response
  }
}
