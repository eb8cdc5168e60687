import Collections
import Diagnostics
import HTTPServer
import JSON
import LayoutEngine
import Wire
import WorkerPool

/// A request inside the service: created by the router and passed on as a whole.
struct Call: Sendable {
  /// The parts of the request's head.
  let head: CallHead
  private(set) var request: Request
  /// Cancelled once no client waits for the response.
  var token = CancellationToken()
  /// Where the collection that the path names stands, if the journal was asked before a worker took the request.
  var tip: CollectionStore.TipReading?
  /// The collection that the path names, once it is in memory; nil if the path names none.
  var loaded: Result<LiveCollection, StoreError>?

  /// Reads the parts of a request's head that every endpoint needs: cheap enough for the event thread.
  ///
  /// - Throws: as `CallHead`.
  init(
    _ head: RequestHead, to endpoint: Endpoint, _ parameters: RouteParameters, route: String,
    in service: Service
  ) throws(Problem) {
    self.head = try CallHead(head, to: endpoint, parameters, route: route, in: service)
    request = Request(head: head)
  }

  /// Returns the call with the request as it has arrived, body and all.
  func receiving(_ request: Request) -> Call {
    var call = self
    call.request = request
    return call
  }

  /// Whether requests of a method have a body that an endpoint reads; other bodies are dropped.
  static func readsBody(_ method: Method) -> Bool { method == .post || method == .put || method == .patch }

  var service: Service { head.service }
  var endpoint: Endpoint { head.endpoint }
  var route: String { head.route }
  var parameters: RouteParameters { head.parameters }
  var caller: Caller { head.caller }
  var collectionKey: CollectionKey { head.collectionKey }
  var query: Query { head.query }
  var preconditions: Preconditions { head.preconditions }
  var idempotencyKey: String? { head.idempotencyKey }
  var prefersMinimalResponse: Bool { head.prefersMinimalResponse }
  var notes: CallNotes { head.notes }
  var tenant: String { head.tenant }

  /// The tenant, who owns the collections that the request can access.
  var owner: String { caller.owner }

  /// How recent the collection must be that the request gets. Whether a change is refused, the newest version decides.
  var freshness: Freshness {
    request.head.method == .get || request.head.method == .head
      ? Freshness(version: head.leastVersion, age: service.configuration.readCheck) : Freshness()
  }

  /// Whether the path names a collection.
  var namesCollection: Bool { parameters["collection"] != nil }

  /// Whether the endpoint reads the collection that the path names before it does anything else.
  var readsCollection: Bool {
    guard namesCollection else { return false }
    if case .changeLane = endpoint.place { return request.head.method == .delete }
    return true
  }

  /// The name under which a crash of the process is recorded while it works on the call: that of the collection in the
  /// path; empty if there is none.
  var recorderName: [UInt8] { namesCollection ? collectionKey.recorderName : [] }

  /// The lane of the request, if any.
  var lane: Lane? {
    switch endpoint.place {
    case .eventThread, .worker: nil
    case .changeLane: .changes(collectionKey)
    case .eventLane: .events(collectionKey)
    }
  }

  /// The viewport that the query names; the main viewport by default.
  var viewportName: String { query.text("viewport") ?? Viewport.main }

  /// The limits of the request, with its share of the memory for all.
  var limits: RequestLimits {
    var limits = service.configuration.limits
    limits.share = head.share
    return limits
  }

  /// Called now and then while the response is computed.
  var isCancelled: @Sendable () -> Bool { { [token] in token.isCancelledOrAbandoned() } }

  /// The limits of the response.
  var budget: EncodingBudget {
    let bytes = limits.responseBytes(upTo: service.configuration.answerLimit)
    // A change has been made by then, and its client must get the response.
    guard isRepeatable else { return EncodingBudget(bytes: bytes, isCancelled: isCancelled) }
    return EncodingBudget(bytes: bytes, isCancelled: isCancelled, reserve: reserve)
  }

  /// Whether the request changes nothing, so that a client can send it again when there is more memory.
  var isRepeatable: Bool { endpoint.place == .worker }

  /// Reserves memory for work that comes after the body has been read, for as long as the function lives.
  private var reserve: ContentMeasurer.Reserve {
    var limits = limits
    limits.share = WorkShare(service.workMemory)
    return { [limits] (cost) throws(Problem) in try limits.check(cost) }
  }

  /// Returns the format of the response.
  ///
  /// - Throws: `badRequest` for an unknown format, `notAcceptable` if the client accepts none of the available
  ///   formats.
  func format() throws(Problem) -> ResponseFormat { try head.negotiated.get() }

  /// Returns the body, inflated.
  func body() throws(Problem) -> [UInt8] {
    try interruptible { () throws(Problem) in
      try TransportError.rethrown(as: Problem.init, from: request.body())
    }
  }

  /// Returns the newest version of the collection that the path names.
  ///
  /// - Throws: `notFound`.
  func collection() throws(Problem) -> SolvedCollection {
    guard let collection = try loaded?.get(of: collectionKey), !collection.hasEnded else {
      throw Problem(.missing, collectionKey)
    }
    let solved = collection.solved
    if let version = head.leastVersion, solved.version < version {
      throw .versionMismatch(newest: solved.version)
    }
    return solved
  }

  /// Returns the number that tells the collection from others that had its id before.
  ///
  /// - Throws: `notFound`.
  func incarnationNumber() throws(Problem) -> Int {
    guard let collection = try loaded?.get(of: collectionKey) else { throw Problem(.missing, collectionKey) }
    return collection.incarnationNumber
  }

  /// Returns a measurer of content, with a report of its own.
  ///
  /// - Parameter decoded: contents that were decoded with the body.
  func measurer(reusing decoded: DecodedContents = DecodedContents()) -> ContentMeasurer {
    let cells = service.ownFonts.cells(of: owner)
    return ContentMeasurer(
      cells: cells, pool: service.pool, token: token, timer: notes.timer, charge: charge, reserve: reserve
    ).reusing(decoded)
  }
}

extension Call {
  /// Returns a response with a body in the negotiated format; without a body if `body` is nil.
  ///
  /// - Parameter version: the version of the collection in the response, if any.
  /// - Throws: `answerTooLarge`, `deadlineExceeded`, `notAcceptable`.
  func response(
    _ status: Int, _ body: (some ResponseBody)?, version: Int? = nil
  ) throws(Problem) -> Response {
    guard let body else { return Response(status: status) }
    return try response(status, body, as: format(), version: version)
  }

  /// Returns the response to a change whose client prefers one without a body.
  ///
  /// - Parameters:
  ///   - status: the status of the response with a body.
  ///   - version: the version of the collection after the change.
  func minimalResponse(_ status: Int, version: Int) -> Response {
    Response(
      status: status == 200 ? 204 : status,
      headers: [EntityTag(version: version).field, ("Preference-Applied", "return=minimal")])
  }

  func response(
    _ status: Int, _ body: some ResponseBody, as format: ResponseFormat, version: Int? = nil
  ) throws(Problem) -> Response {
    let bytes = try notes.timer.time(.encode) { () throws(Problem) in try body.encoded(as: format, budget) }
    return response(status, bytes, as: format, version: version)
  }

  /// Returns a response with bytes of a format, and their headers.
  func response(
    _ status: Int, _ encoded: EncodedResponse, as format: ResponseFormat
  ) -> Response {
    var response = response(status, encoded.bytes, as: format)
    response.headers += encoded.headers
    return response
  }

  /// Returns a response with bytes of a format.
  func response(
    _ status: Int, _ bytes: ByteBuffer, as format: ResponseFormat, version: Int? = nil
  ) -> Response {
    var response = Response(
      status: status, headers: [("Content-Type", format.contentType)], body: .source(bytes))
    // The type of binary columns does not tell that they are numbers, most of whose bytes repeat.
    response.isCompressible = true
    if endpoint.isNegotiated { response.addVary("Accept") }
    if let version { response.headers.append(EntityTag(version: version).field) }
    return response
  }
}
