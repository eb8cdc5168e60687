import Collections
import HTTPServer
import Wire

/// The head of a request as the service reads it. All copies of a call share it, because a request is passed on often.
final class CallHead: Sendable {
  let service: Service
  let endpoint: Endpoint
  /// The template of the route, for the metrics.
  let route: String
  let parameters: RouteParameters
  /// What decides about the request, as it was when its head arrived.
  let access: Access
  /// Who sends the request.
  let caller: Caller
  /// To whom the request counts among the clients that share the workers.
  let tenant: String
  /// The collection that the path names, among those of the tenant; one without an id if the path names none.
  let collectionKey: CollectionKey
  let query: Query
  let preconditions: Preconditions
  /// The key under which the request is carried out once; nil if the request has none or the service takes none.
  let idempotencyKey: String?
  /// Whether the client prefers a response without a body.
  let prefersMinimalResponse: Bool
  /// The version that the response must show at least, from `Tessera-Min-Version`; nil if the request has none.
  let leastVersion: Int?
  /// The format of the response.
  let negotiated: Result<ResponseFormat, Problem>
  /// What the request reserves of the memory for the work of all requests.
  let share: WorkShare
  /// The endpoint's notes for the metrics and the log.
  let notes: CallNotes

  /// - Throws: `unauthorized`, `tokenExpired`, `forbidden`; `badRequest` for a query parameter that the endpoint does not
  ///   take; `notAcceptable` for a client that does not accept the only type of the response; `unsupportedMediaType` for a
  ///   body that is no JSON.
  init(
    _ head: RequestHead, to endpoint: Endpoint, _ parameters: RouteParameters, route: String,
    in service: Service
  ) throws(Problem) {
    self.service = service
    let access = service.access
    self.access = access
    share = WorkShare(service.workMemory)
    self.endpoint = endpoint
    self.route = route
    self.parameters = parameters
    let query = Query(head)
    self.query = query
    let caller =
      switch endpoint.access {
      case .open: Caller()
      case .keyed: try access.caller(of: head, query, to: endpoint, parameters)
      case .administrative: try access.administrator(head, query)
      }
    self.caller = caller
    tenant = Tenancy.tenant(of: head, owner: caller.owner)
    let collection = parameters["collection"]
    collectionKey = CollectionKey(owner: caller.owner, id: collection ?? "")
    let isRecorded = service.configuration.server.traceRatio != nil && head.trace.isSampled
    notes = CallNotes(caller, collection: collection, route: route, timer: PartTimer(records: isRecorded))
    head.attach(notes)
    try query.allow(endpoint.queryNames)
    for name in ["collection", "name"].compactMap({ parameters[$0] }) where !name.isInNormalFormC {
      throw Problem(
        .badRequest, "The name \(Suggestion.quoted(name)) in the path is not in Unicode normal form C.")
    }
    if let type = endpoint.mediaType { try MediaType.requireAccepted(type, head) }
    if Call.readsBody(head.method) { try MediaType.require(endpoint.body, head) }
    preconditions = Preconditions(head.headers)
    idempotencyKey = service.configuration.idempotencyLimit > 0 ? head.headers["Idempotency-Key"] : nil
    prefersMinimalResponse = Preferences(head.headers)["return"] == "minimal"
    leastVersion = try head.headers["Tessera-Min-Version"].map { (text) throws(Problem) in
      let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard isNumber, text.utf8.count <= 15, let version = Int(text) else {
        throw Problem(
          .badRequest,
          "Tessera-Min-Version takes a version, a whole number of at most 15 digits, not \(Suggestion.quoted(text))."
        )
      }
      return version
    }
    negotiated = Result { () throws(Problem) in
      guard let formats = endpoint.formats else { return .objects }
      return try ResponseFormat.negotiate(head, among: formats)
    }
  }
}
