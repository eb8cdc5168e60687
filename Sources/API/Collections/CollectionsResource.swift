import Collections
import HTTPServer
import JSON
import LayoutEngine

extension Service {
  /// `POST /v1/collections`: keeps a collection and answers what is visible of it.
  static func createCollection(_ call: Call) throws(Problem) -> PendingResponse {
    try MediaType.requireJSON(call.request.head)
    try ResponseFormat.requireObjects(call.request.head)
    let body = try call.body()
    return try call.once(body) { () throws(Problem) in
      let request = try CollectionRequest.decode(
        body, limits: call.limits, isCancelled: call.isCancelled)
      let key = CollectionKey(owner: call.owner, id: request.id ?? CollectionID.random())
      let space = call.service.collections.measurementSpace(of: key, shared: request.state.measurementSpace)
      var solved = try SolvedCollection.solving(request.state, remembering: space)
      let measurer = call.measurer()
      do throws(ContentSizingError<Problem>) {
        try solved.sizeContent(request.described.measuring(measurer))
      } catch {
        throw Problem(error)
      }
      try solved.layout.checkContentSize()
      call.notes.laidOut(solved.state.layout.kind.name, items: solved.state.sections.itemCount)
      var answer = try solved.answer(
        in: solved.state.bounds, on: solved.state.main,
        CollectionIdentity(id: key.id, version: solved.version), as: .objects,
        call.budget)
      answer.itemsForms = request.described.itemsForms
      answer.contentWarnings = measurer.report.warnings(of: request.described.templates)
      // Written before the collection is kept: what cannot be answered has changed nothing.
      let bytes = try answer.encoded(as: .objects, budget: call.budget)
      let response = Response(
        status: 201,
        headers: [
          ("Content-Type", ResponseFormat.objects.mediaType), ("Location", "/v1/collections/\(key.id)"),
          EntityTag.header(solved.version),
        ], body: .source(bytes)
      ).compressed(for: call.request.head, by: call.service.configuration.server)
      return call.service.collections.create(key, solved).map {
        $0.map { response }.mapError { Problem($0, key) }
      }
    }
  }

  /// `GET /v1/collections`: lists the client's collections, page by page, in the order of their ids.
  static func listCollections(_ call: Call) throws(Problem) -> PendingResponse {
    let query = CollectionQuery(call.request.head)
    try query.allow(["limit", "cursor"])
    let limit = try query.integer("limit", in: 1...1000) ?? 100
    // One more than asked for tells whether there are more.
    let page = call.service.collections.list(
      of: call.owner, after: query.text("cursor"), limit: limit + 1, on: call.scheduler)
    return call.continuing(with: page) { (page) throws(Problem) in
      do throws(StoreError) {
        return PendingResponse(.success(response(listing: try page.get(), limit: limit)))
      } catch {
        throw Problem(error, CollectionKey(owner: call.owner, id: ""))
      }
    }
  }

  private static func response(listing page: [(id: String, solved: SolvedCollection)], limit: Int) -> Response {
    var json = JSONWriter(capacity: 256 + page.count * 160)
    json.beginObject()
    json.key("collections")
    json.list(page.prefix(limit)) { json, entry in
      json.beginObject()
      json.summary(entry.id, entry.solved)
      json.endObject()
    }
    if page.count > limit {
      json.key("nextCursor")
      json.string(page[limit - 1].id)
    }
    json.endObject()
    return Response(
      status: 200, headers: [("Content-Type", ResponseFormat.objects.mediaType)], body: .source(json.finish())
    )
  }
}

extension SolvedCollection {
  /// Lays a collection out.
  ///
  /// - Throws: `invalidRequest`, `contentTooLarge`.
  static func solving(
    _ state: CollectionState, remembering space: MeasurementSpace
  ) throws(Problem) -> SolvedCollection {
    let solved: SolvedCollection
    do throws(LayoutError) {
      solved = try SolvedCollection(solving: state, remembering: space)
    } catch {
      throw Problem(error)
    }
    try solved.layout.checkContentSize()
    return solved
  }
}

extension JSONWriter {
  /// Writes what a list tells of a collection.
  mutating func summary(_ id: String, _ solved: SolvedCollection) {
    key("id")
    string(id)
    key("version")
    number(solved.version)
    key("kind")
    string(solved.state.layout.kind.name)
    key("sectionCount")
    number(solved.state.sections.count)
    key("itemCount")
    number(solved.state.sections.itemCount)
    key("contentSize")
    size(solved.layout.contentSize)
  }
}
