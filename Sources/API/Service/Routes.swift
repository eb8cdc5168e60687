import HTTPServer

extension Service {
  /// Every route, on one screen.
  static let routes: [Route<Endpoint>] = [
    Route(.post, "/v1/layouts", .pooled(solveLayout)),
    Route(.post, "/v1/diffs", .pooled(diffStates)),
    Route(.get, "/livez", .inline(liveness)),
    Route(.get, "/healthz", .inline(liveness)),
    Route(.get, "/readyz", .inline(readiness)),
    Route(.get, "/metrics", .inline(exposeMetrics)),
    Route(.get, "/openapi.yaml", .inline(describeAPI)),
  ]
}
