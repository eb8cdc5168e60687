import HTTPServer
import Wire

extension Service {
  /// All routes.
  static let routes: [Route<Endpoint>] = [
    Route(
      .post, "/v1/layouts", .pooled(query: ["chrome", "widths"], in: ResponseFormat.allCases, solveLayout)),
    Route(.post, "/v1/diffs", .pooled(in: ResponseFormat.full, diffStates)),
    Route(
      .post, "/v1/measurements", .pooled(query: ["chrome"], in: MeasurementResponse.formats, measureCells)),
    Route(.post, "/v1/fonts", .pooled(taking: .font, addFont)),
    Route(.get, "/v1/fonts", .pooled(in: nil, listFonts)),
    Route(.get, "/v1/fonts/{font}", .pooled(in: nil, describeFont)),
    Route(.delete, "/v1/fonts/{font}", .pooled(sending: nil, deleteFont)),
    Route(.post, "/v1/tokens", .pooled(in: nil, issueToken)),
    Route(.get, "/v1/tenants", .administrative(listTenants)),
    Route(.get, "/v1/tenants/{tenant}", .administrative(describeTenant)),
    Route(.delete, "/v1/tenants/{tenant}", .administrative(deleteTenant)),
    Route(.post, "/v1/admin/reload", .administrative(reloadConfiguration)),
    Route(.post, "/v1/collections", .pooled(in: ResponseFormat.full, createCollection)),
    Route(.get, "/v1/collections", .pooled(query: CollectionListQuery.names, listCollections)),
    Route(.delete, "/v1/collections", .pooled(query: ["prefix", "erase"], deleteCollections)),
    Route(
      .get, "/v1/export",
      .pooled(query: ["history", "prefix", "after"], sending: MediaType.exportType, exportCollections)),
    Route(.post, "/v1/import", .pooled(taking: .export, importCollections)),
    Route(.get, "/v1/collections/{collection}", .pooled(.read, describeCollection)),
    Route(
      .get, "/v1/collections/{collection}/export",
      .pooled(query: ["history"], sending: MediaType.exportType, exportCollection)),
    Route(
      .delete, "/v1/collections/{collection}", .ordered(query: ["erase"], in: nil, deleteCollection)),
    Route(
      .get, "/v1/collections/{collection}/attributes",
      .pooled(
        .read,
        query: [
          "rect", "relativeTo", "id", "indexPath", "kind", "section", "item", "viewport", "chrome", "widths",
          IncludedPart.queryName,
        ],
        in: ResponseFormat.allCases, attributes)),
    Route(
      .post, "/v1/collections/{collection}/updates",
      .ordered(.change, query: ["viewport", IncludedPart.queryName], updateCollection)),
    Route(
      .put, "/v1/collections/{collection}/snapshot",
      .ordered(.change, query: ["viewport", IncludedPart.queryName], applySnapshot)),
    Route(
      .post, "/v1/collections/{collection}/measurements",
      .ordered(.scroll, query: ["viewport", IncludedPart.queryName], takeMeasurements)),
    Route(
      .post, "/v1/collections/{collection}/invalidations",
      .ordered(.change, query: ["viewport", IncludedPart.queryName], invalidateCollection)
    ),
    Route(
      .get, "/v1/collections/{collection}/scroll-target",
      .pooled(.read, query: ["id", "indexPath", "section", "position", "viewport"], findScrollTarget)),
    Route(
      .put, "/v1/collections/{collection}/layout",
      .ordered(.change, query: ["viewport", IncludedPart.queryName], changeLayout)),
    Route(
      .put, "/v1/collections/{collection}/bounds",
      .ordered(.scroll, query: [IncludedPart.queryName], moveBounds)),
    Route(.get, "/v1/collections/{collection}/viewports", .pooled(.read, listViewports)),
    Route(
      .put, "/v1/collections/{collection}/viewports/{name}",
      .ordered(.scroll, query: [IncludedPart.queryName], moveViewport)),
    Route(
      .delete, "/v1/collections/{collection}/viewports/{name}", .ordered(.scroll, in: nil, deleteViewport)),
    Route(
      .post, "/v1/collections/{collection}/movement",
      .ordered(.change, query: ["viewport", IncludedPart.queryName], beginMovement)),
    Route(
      .patch, "/v1/collections/{collection}/movement",
      .ordered(.change, query: ["viewport", IncludedPart.queryName], updateMovement)),
    Route(
      .delete, "/v1/collections/{collection}/movement",
      .ordered(.change, query: ["viewport", IncludedPart.queryName], cancelMovement)
    ),
    Route(
      .post, "/v1/collections/{collection}/movement/end",
      .ordered(.change, query: ["viewport", IncludedPart.queryName], endMovement)),
    Route(
      .get, "/v1/collections/{collection}/events",
      .watching(
        .read, query: DiffSubscription.queryNames + ["own", "since"], sending: ServerSentEvent.mediaType,
        watchCollection)),
    Route(
      .get, "/v1/collections/{collection}/replica",
      .watching(.read, query: ["incarnation", "since"], sending: PageReplicaFrame.mediaType, feedReplica)),
    Route(
      .get, "/v1/collections/{collection}/history",
      .pooled(.read, query: DiffSubscription.queryNames + ["since", "limit"], readHistory)),
    Route(.get, "/livez", .inline(liveness)),
    Route(.get, "/healthz", .inline(liveness)),
    Route(.get, "/readyz", .inline(query: ["exclude"], readiness)),
    Route(.get, "/metrics", .inline(exposeMetrics)),
    Route(.get, "/openapi.yaml", .inline(describeAPI)),
    Route(.get, "/openapi.json", .inline(describeAPIInJSON)),
    Route(.get, "/", .inline(showPlayground)),
    Route(.get, "/playground", .inline(showPlayground)),
    Route(.get, "/playground/{file}", .inline(sendPlaygroundFile)),
    Route(.get, "/playground/{folder}/{file}", .inline(sendPlaygroundFile)),
    Route(.get, "/reference", .inline(showReference)),
    Route(.get, "/examples", .inline(listExamplePages)),
    Route(.get, "/examples/{file}", .inline(showExamplePage)),
    Route(.get, "/client/{file}", .inline(sendClientEntry)),
    Route(.get, "/client/{version}/{file}", .inline(sendClientModule)),
    Route(.get, "/client/{version}/{folder}/{file}", .inline(sendClientModule)),
  ]
}
