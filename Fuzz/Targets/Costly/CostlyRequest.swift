import HTTPServer

/// A request whose processor time the search measures, with the collection that it finds.
public struct CostlyRequest: Sendable, Hashable {
  /// An index into `CostlyRequest.routes`.
  var route: Int
  /// The media type that the client accepts.
  public var format: String
  /// Without the question mark.
  public var query = ""
  /// The body; of a request that creates a collection and of those that have none, empty.
  var content: [UInt8] = []
  /// The description of the collection that the path names, without its id; empty if it names none.
  var collection: [UInt8] = []

  public var method: Method { Self.routes[route].method }
  public var path: String { Self.routes[route].path }

  /// The target of the request line.
  public var target: String { query.isEmpty ? path : path + "?" + query }

  var createsCollection: Bool { path == "/v1/collections" }
  var namesCollection: Bool { Self.namesCollection(route) }

  /// The body as it is sent.
  public var body: [UInt8] { createsCollection ? collectionWithID : content }

  /// The bytes that a client has to send for it: the query, the body, and the collection that the path names. Without
  /// the latter, each request to a large collection would count as costly.
  public var byteCount: Int { query.utf8.count + content.count + collection.count }

  /// The requests that prepare the service, in their order.
  public var preparation: [(method: Method, path: String, body: [UInt8])] {
    guard namesCollection else { return [] }
    let created = (method: Method.post, path: "/v1/collections", body: collectionWithID)
    let collection = "/v1/collections/\(RequestSeeds.id)"
    if path.hasPrefix(collection + "/movement"), path.hasSuffix("/end") || method != .post {
      return [created, (.post, collection + "/movement", [UInt8](#"{"indexPath":[0,0]}"#))]
    }
    if path.hasSuffix("/history") {
      return [created, (.post, collection + "/invalidations", [UInt8](#"{"everything":true}"#))]
    }
    return [created]
  }

  /// The description of the collection with the id that paths name.
  private var collectionWithID: [UInt8] {
    guard collection.first == UInt8(ascii: "{") else { return collection }
    let isEmpty = collection.count <= 2
    return [UInt8]("{\"id\":\"\(RequestSeeds.id)\"" + (isEmpty ? "" : ",")) + Array(collection.dropFirst())
  }

  /// The routes that compute something: those of fonts, tokens, exports and the operator, lists, streams and
  /// deletions do not.
  static let routes: [(method: Method, path: String)] = RequestSeeds.routes.filter { method, path in
    let others = ["/v1/fonts", "/v1/tokens", "/v1/tenants", "/v1/admin", "/v1/export", "/v1/import"]
    let isOther =
      others.contains { path.hasPrefix($0) } || path.hasSuffix("/replica") || path.hasSuffix("/export")
    return method != .delete && !isOther && !(method == .get && path == "/v1/collections")
  }

  static func namesCollection(_ route: Int) -> Bool { routes[route].path.hasPrefix("/v1/collections/") }

  static func takesBody(_ route: Int) -> Bool { routes[route].method != .get }
}

/// What a request has cost.
public struct RequestPrice: Sendable {
  /// Processor time of all threads, in nanoseconds.
  public var nanoseconds: Int64
  /// The status of the response; of the request that could not create the collection, if one could not.
  public var status: Int

  public var milliseconds: Double { Double(nanoseconds) / 1e6 }
}

/// A request and what it has cost.
public struct PricedRequest: Sendable {
  public var request: CostlyRequest
  public var price: RequestPrice

  /// The fewest bytes that count: every request costs something, and some have no body.
  public static let leastBytes = 200

  /// Milliseconds for each kilobyte of the request.
  public var rate: Double {
    price.milliseconds * 1000 / Double(max(Self.leastBytes, request.byteCount))
  }
}
