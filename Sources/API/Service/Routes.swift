import HTTPServer

extension Service {
  /// All routes.
  static let routes: [Route<Endpoint>] = [
    Route(.post, "/v1/layouts", .pooled(in: ResponseFormat.allCases, solveLayout)),
    Route(.post, "/v1/diffs", .pooled(in: ResponseFormat.full, diffStates)),
    Route(.post, "/v1/measurements", .pooled(in: MeasurementResponse.formats, measureCells)),
    Route(.post, "/v1/collections", .pooled(in: ResponseFormat.full, createCollection)),
    Route(.get, "/v1/collections", .pooled(listCollections)),
    Route(.get, "/v1/collections/{id}", .pooled(describeCollection)),
    Route(.delete, "/v1/collections/{id}", .ordered(deleteCollection)),
    Route(.get, "/v1/collections/{id}/attributes", .pooled(in: ResponseFormat.allCases, attributes)),
    Route(.post, "/v1/collections/{id}/updates", .ordered(updateCollection)),
    Route(.put, "/v1/collections/{id}/snapshot", .ordered(applySnapshot)),
    Route(.post, "/v1/collections/{id}/measurements", .ordered(takeMeasurements)),
    Route(.post, "/v1/collections/{id}/invalidations", .ordered(invalidateCollection)),
    Route(.get, "/v1/collections/{id}/scroll-target", .pooled(findScrollTarget)),
    Route(.put, "/v1/collections/{id}/layout", .ordered(changeLayout)),
    Route(.put, "/v1/collections/{id}/bounds", .ordered(moveBounds)),
    Route(.get, "/v1/collections/{id}/viewports", .pooled(listViewports)),
    Route(.put, "/v1/collections/{id}/viewports/{name}", .ordered(moveViewport)),
    Route(.delete, "/v1/collections/{id}/viewports/{name}", .ordered(deleteViewport)),
    Route(.post, "/v1/collections/{id}/movement", .ordered(beginMovement)),
    Route(.patch, "/v1/collections/{id}/movement", .ordered(updateMovement)),
    Route(.delete, "/v1/collections/{id}/movement", .ordered(cancelMovement)),
    Route(.post, "/v1/collections/{id}/movement/end", .ordered(endMovement)),
    Route(.get, "/v1/collections/{id}/events", .watching(watchCollection)),
    Route(.get, "/v1/collections/{id}/history", .pooled(readHistory)),
    Route(.get, "/livez", .inline(liveness)),
    Route(.get, "/healthz", .inline(liveness)),
    Route(.get, "/readyz", .inline(readiness)),
    Route(.get, "/metrics", .inline(exposeMetrics)),
    Route(.get, "/openapi.yaml", .inline(describeAPI)),
  ]
}
