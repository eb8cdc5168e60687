import Collections
import HTTPServer
import LayoutEngine
import Support
import Wire

extension Service {
  /// `POST /v1/collections`: stores a collection and responds with its visible elements.
  static func createCollection(_ call: Call) throws(Problem) -> PendingResponse {
    let format = try call.format()
    let body = try call.body()
    return try call.once(body) { (request) throws(Problem) in
      try call.create(body, as: format, request)
    }
  }

  /// `GET /v1/collections`: lists the collections of the client's key, page by page, in the order of their ids.
  static func listCollections(_ call: Call) throws(Problem) -> PendingResponse {
    let list = try CollectionListQuery(call.query)
    let store = call.service.collections
    // One collection more than the page has shows whether there is another page.
    let page = store.list(
      of: call.owner, list.filter, after: list.cursor?.id, limit: list.limit + 1, on: call.scheduler)
    return call.continuing(with: page) { (page) throws(Problem) in
      let found = try page.get(of: call.collectionKey)
      guard list.isCounted else { return PendingResponse(.success(try call.page(of: list, found))) }
      let count = store.count(of: call.owner, list.filter, on: call.scheduler)
      return call.continuing(with: count) { (count) throws(Problem) in
        let total = try count.get(of: call.collectionKey)
        return PendingResponse(.success(try call.page(of: list, found, total: total)))
      }
    }
  }
}

extension Call {
  /// Returns a page of the list, with the addresses of the first page and of the next one (RFC 8288).
  ///
  /// - Parameter found: the collections of the page, and one more if there is another page.
  fileprivate func page(
    of list: CollectionListQuery, _ found: [(id: String, solved: SolvedCollection)], total: Int? = nil
  ) throws(Problem) -> Response {
    let next = found.count > list.limit ? list.cursor(after: found[list.limit - 1].id) : nil
    let body = CollectionList(page: found.prefix(list.limit), nextCursor: next?.text, total: total)
    var response = try digested(body, of: "list")
    let links =
      ["<\(list.address(at: nil))>; rel=\"first\""]
      + (next.map { ["<\(list.address(at: $0))>; rel=\"next\""] } ?? [])
    response.headers.append(("Link", links.joined(separator: ", ")))
    return response
  }

  /// Stores the collection that a body describes.
  fileprivate func create(
    _ body: [UInt8], as format: ResponseFormat, _ request: RequestKey?
  ) throws(Problem) -> PendingResponse {
    let description = try interruptible { () throws(Problem) in
      try notes.timer.time(.parse) { () throws(Problem) in
        try CollectionDescription.decode(body, for: .storage, limits: limits, isCancelled: isCancelled)
      }
    }
    let key = CollectionKey(owner: owner, id: description.id ?? CollectionID.random())
    let (solved, response) = try interruptible { () throws(Problem) in
      try newCollection(description, key, as: format)
    }
    let start = notes.timer.begin()
    return service.collections.create(key, solved, request: request).map { [notes] stored in
      notes.timer.note(.store, since: start)
      return stored.map { response }.mapError { Problem($0, key) }
    }
  }

  /// Lays out a collection, and encodes the response.
  private func newCollection(
    _ description: CollectionDescription, _ key: CollectionKey, as format: ResponseFormat
  ) throws(Problem) -> (SolvedCollection, Response) {
    let space = service.collections.measurementSpace(of: key, shared: description.state.measurementSpace)
    let measurer = measurer()
    let solved = try notes.timer.time(.solve) { () throws(Problem) in
      try description.solved(measuring: measurer, remembering: space)
    }
    notes.laidOut(solved.state.layout.kind.name, items: solved.state.sections.itemCount)
    notes.creates(collection: key.id)
    let location = ("Location", "/v1/collections/\(key.id)")
    if prefersMinimalResponse {
      var response = minimalResponse(201, version: solved.version)
      response.headers.append(location)
      return (solved, response)
    }
    var elements = try solved.response(
      in: solved.state.main.window, on: solved.state.main,
      of: CollectionIdentity(id: key.id, version: solved.version), as: format, budget)
    elements.itemsForms = description.itemsForms
    elements.contentWarnings = measurer.report.warnings(of: description.templates)
    // Encoded before the collection is stored: a collection whose response cannot be encoded is not stored.
    var response = try response(201, PictureResponse(elements), as: format, version: solved.version)
    response.headers.append(location)
    let compressed = response.compressed(for: request.head, by: service.configuration.server)
    return (solved, compressed)
  }
}

/// A page of a list of collections, as a response.
private struct CollectionList: ResponseBody {
  let page: ArraySlice<(id: String, solved: SolvedCollection)>
  /// The cursor of the next page; nil for the last page.
  let nextCursor: String?
  /// The number of collections on all pages; nil if the request does not ask for it.
  let total: Int?

  var expectedBytes: Int { 256 + page.count * 256 }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writer.key("collections")
    writer.list(page) { writer, entry in
      writer.beginObject()
      writer.summary(entry.id, entry.solved)
      writer.endObject()
    }
    if let nextCursor {
      writer.key("nextCursor")
      writer.string(nextCursor)
    }
    if let total {
      writer.key("count")
      writer.number(total)
    }
    writer.endObject()
  }
}

extension ResponseWriter where Self: ~Copyable {
  /// Writes the members that describe a collection in a list.
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
    if let created = solved.state.times.created {
      key("createdAt")
      string(created.text)
    }
    if let updated = solved.state.times.updated {
      key("updatedAt")
      string(updated.text)
    }
  }
}
