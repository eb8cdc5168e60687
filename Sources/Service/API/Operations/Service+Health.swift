import HTTPServer
import Wire

extension Service {
  /// Responds to `GET /livez` and `GET /healthz`: `200` as long as the process serves.
  static func liveness(_ call: Call) throws(Problem) -> Response { alive }

  /// Responds to `GET /readyz`: `200` while the service takes work. A full store does not change that, because everything
  /// but changes to collections is served; the response says it.
  ///
  /// - Throws: as `checkReadiness` does.
  static func readiness(_ call: Call) throws(Problem) -> Response {
    try call.service.checkReadiness(call.query)
  }

  /// The response that says that the process serves.
  static var alive: Response { response(status: "ok") }

  /// What `GET /readyz?exclude=` leaves out.
  private enum Excluded: String, CaseIterable { case store }

  /// Returns the response that says that the service takes work.
  ///
  /// - Throws: `queueFull` while its queue is full, `storeUnavailable` while its store is away, unless the query
  ///   excludes it, `shuttingDown` once it stops, `badRequest` for an unknown query.
  func checkReadiness(_ query: Query) throws(Problem) -> Response {
    let excluded = try query.name("exclude", of: Excluded.self)
    if isStopping { throw Problem(.shuttingDown, "The service is stopping.") }
    if pool.statistics.queued >= configuration.queueLimit {
      throw Problem(.queueFull, "The queue is full.", headers: [("Retry-After", "1")])
    }
    if excluded != .store, let outage = collections.outage {
      var problem = Problem(
        .storeUnavailable, "The store is unavailable at present.", headers: [("Retry-After", "1")])
      problem.cause = "the store fails: \(outage)"
      throw problem
    }
    return Self.response(status: "ready", store: collections.isFull ? "full" : nil)
  }

  private static func response(status: String, store: String? = nil) -> Response {
    let more = store.map { ",\"store\":\"\($0)\"" } ?? ""
    var response = Response(
      contentType: "application/json", bytes: Array("{\"status\":\"\(status)\"\(more)}".utf8))
    response.headers.append(("Cache-Control", "no-store"))
    return response
  }
}
