import Collections
import HTTPServer
import JSON
import LayoutEngine

extension Service {
  /// `GET /v1/collections/{id}`: describes a collection.
  static func describeCollection(_ call: Call) throws(Problem) -> Response {
    try CollectionQuery(call.request.head).allow([])
    let solved = try call.collection()
    if solved.state.main.movedAt != solved.version, call.isKnown(version: solved.version) {
      return .unchanged(solved.version)
    }
    let state = solved.state
    var json = JSONWriter(capacity: 512 + state.layout.jsonText.count)
    json.beginObject()
    json.summary(call.collectionKey.id, solved)
    json.key("layout")
    json.raw(value: state.layout.jsonText)
    json.viewport(state.main)
    if let space = state.measurementSpace {
      json.key("measurementSpace")
      json.string(space)
    }
    if !state.contentSizing.templates.isEmpty {
      json.key("templates")
      json.raw(value: state.contentSizing.templates)
    }
    if state.contentSizing.scope != .visible {
      json.key("selfSizing")
      json.string(state.contentSizing.scope.rawValue)
    }
    json.endObject()
    return .versioned(
      solved.version, [("Content-Type", ResponseFormat.objects.mediaType)], json.finish())
  }

  /// `DELETE /v1/collections/{id}`: ends a collection.
  static func deleteCollection(_ call: Call) throws(Problem) -> PendingResponse {
    let key = call.collectionKey
    return call.service.collections.delete(key, if: try call.expectedVersions(), on: call.scheduler).map {
      $0.map { Response(status: 204) }.mapError { Problem($0, key) }
    }
  }
}

extension Call {
  /// The collection that the path names, among those of the client's key.
  var collectionKey: CollectionKey { CollectionKey(owner: owner, id: parameters["id"] ?? "") }

  /// The newest version of the collection that the path names.
  ///
  /// - Throws: `notFound`.
  func collection() throws(Problem) -> SolvedCollection {
    do throws(StoreError) {
      guard let collection = try loaded?.get(), !collection.hasEnded else { throw .missing }
      return collection.solved
    } catch {
      throw Problem(error, collectionKey)
    }
  }
}

extension Response {
  /// An answer of a collection's version, to be asked for again before it is used again.
  static func versioned(
    _ version: Int, _ headers: [(name: String, value: String)], _ body: ByteBuffer
  ) -> Response {
    Response(
      status: 200, headers: headers + [EntityTag.header(version), ("Cache-Control", "no-cache")],
      body: .source(body))
  }

  /// Says that the client has the version already.
  static func unchanged(_ version: Int, _ headers: [(name: String, value: String)] = []) -> Response {
    Response(
      status: 304, headers: headers + [EntityTag.header(version), ("Cache-Control", "no-cache")])
  }
}

extension Problem {
  init(_ error: StoreError, _ key: CollectionKey) {
    switch error {
    case .exists:
      self.init(.collectionExists, "The collection \"\(key.id)\" already exists.")
    case .missing:
      self.init(.notFound, "The collection \"\(key.id.prefix(CollectionID.lengthLimit))\" does not exist.")
    case .versionMismatch(let newest):
      self.init(
        .versionMismatch, "The collection is at version \(newest).", headers: [EntityTag.header(newest)])
    case .limit(.collections(let limit)):
      self.init(.tooManyCollections, "The service stores at most \(limit) collections.")
    case .limit(.collectionsPerOwner(let limit)):
      self.init(.tooManyCollections, "\(limit) collections are kept for a key at most; delete one first.")
    case .limit(.items(let limit)):
      self.init(
        .tooManyCollections, "All collections together may have at most \(limit) items.")
    case .limit(.collectionBytes(let limit)):
      self.init(
        .collectionTooLarge,
        "A collection with its history may take at most \(limit) bytes.")
    case .overtaken:
      self.init(
        .storeUnavailable, "Another writer changed the collection first; try again.",
        headers: [("Retry-After", "1")])
    case .full:
      self.init(.storeFull, "The store is full; nothing was changed.")
      cause = "the store is full"
    case .unavailable(let reason):
      self.init(
        .storeUnavailable, "The store is unavailable at present; nothing was changed.",
        headers: [("Retry-After", "5")])
      cause = "the store fails: \(reason)"
    case .damaged(let reason):
      self.init(.collectionDamaged, "The stored collection cannot be read.")
      cause = "the collection \(key.id) is damaged: \(reason)"
    }
  }
}
