import HTTPServer

extension Service {
  /// All routes.
  static let routes: [Route<Endpoint>] = [
    Route(.post, "/v1/layouts", .pooled(in: ResponseFormat.allCases, solveLayout)),
    Route(.post, "/v1/diffs", .pooled(in: ResponseFormat.full, diffStates)),
    Route(.post, "/v1/measurements", .pooled(in: MeasurementResponse.formats, measureCells)),
    Route(.post, "/v1/collections", .pooled(in: ResponseFormat.full, createCollection)),
    Route(.get, "/v1/collections", .pooled(query: ["limit", "cursor"], listCollections)),
    Route(.get, "/v1/collections/{collection}", .pooled(describeCollection)),
    Route(.delete, "/v1/collections/{collection}", .ordered(in: nil, deleteCollection)),
    Route(
      .get, "/v1/collections/{collection}/attributes",
      .pooled(
        query: ["rect", "relativeTo", "section", "item", "id", "kind", "viewport"],
        in: ResponseFormat.allCases, attributes)),
    Route(.post, "/v1/collections/{collection}/updates", .ordered(query: ["viewport"], updateCollection)),
    Route(.put, "/v1/collections/{collection}/snapshot", .ordered(query: ["viewport"], applySnapshot)),
    Route(
      .post, "/v1/collections/{collection}/measurements", .ordered(query: ["viewport"], takeMeasurements)),
    Route(
      .post, "/v1/collections/{collection}/invalidations", .ordered(query: ["viewport"], invalidateCollection)
    ),
    Route(
      .get, "/v1/collections/{collection}/scroll-target",
      .pooled(query: ["id", "section", "item", "position", "viewport"], findScrollTarget)),
    Route(.put, "/v1/collections/{collection}/layout", .ordered(query: ["viewport"], changeLayout)),
    Route(.put, "/v1/collections/{collection}/bounds", .ordered(moveBounds)),
    Route(.get, "/v1/collections/{collection}/viewports", .pooled(listViewports)),
    Route(.put, "/v1/collections/{collection}/viewports/{name}", .ordered(moveViewport)),
    Route(.delete, "/v1/collections/{collection}/viewports/{name}", .ordered(in: nil, deleteViewport)),
    Route(.post, "/v1/collections/{collection}/movement", .ordered(query: ["viewport"], beginMovement)),
    Route(.patch, "/v1/collections/{collection}/movement", .ordered(query: ["viewport"], updateMovement)),
    Route(.delete, "/v1/collections/{collection}/movement", .ordered(query: ["viewport"], cancelMovement)),
    Route(.post, "/v1/collections/{collection}/movement/end", .ordered(query: ["viewport"], endMovement)),
    Route(
      .get, "/v1/collections/{collection}/events",
      .watching(query: DiffSubscription.queryNames + ["since"], watchCollection)),
    Route(
      .get, "/v1/collections/{collection}/history",
      .pooled(query: DiffSubscription.queryNames + ["since", "limit"], readHistory)),
    Route(.get, "/livez", .inline(liveness)),
    Route(.get, "/healthz", .inline(liveness)),
    Route(.get, "/readyz", .inline(readiness)),
    Route(.get, "/metrics", .inline(exposeMetrics)),
    Route(.get, "/openapi.yaml", .inline(describeAPI)),
  ]
}
