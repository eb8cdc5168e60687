import HTTPServer
import Support
import Wire

/// The response to a request, which may have to wait until a change is durable.
typealias PendingResponse = Pending<Response, Problem>

/// The handler of a route.
final class Endpoint: Sendable {
  /// Where the handler runs.
  enum Place: Sendable {
    /// On the event thread: for responses that need no computation.
    case eventThread
    /// On a worker, with a deadline.
    case worker
    /// On a worker, after the earlier requests that change the same collection.
    case changeLane
    /// On a worker, while no other worker sends events of the same collection.
    case eventLane
  }

  /// Who may call the endpoint.
  enum Access: Sendable {
    /// Any client: probes and documents.
    case open
    /// Clients with a key, if keys are set, or with a token that has the endpoint's right.
    case keyed
    /// Clients with a key of the operator.
    case administrative
  }

  /// What the body of a request is.
  enum Body: Sendable {
    case json
    case font
    /// Lines of JSON, as an export has them.
    case export
  }

  let place: Place
  let access: Access
  let body: Body
  /// The right with which a token gives access; nil if the endpoint takes a key.
  let right: AccessRight?
  /// The available formats of the responses; nil if the request cannot choose.
  let formats: [ResponseFormat]?
  /// The media type of the responses where the request cannot choose. Nil for responses without a body, and for documents
  /// and probes, which any client gets.
  let mediaType: String?
  /// The parameters that the query takes, in the order in which messages list them. Every request with another
  /// parameter, or with one of them twice, is rejected.
  let queryNames: [String]
  let respond: @Sendable (Call) throws(Problem) -> PendingResponse

  /// - Parameter query: the parameters that the query takes, besides `format` if the request can choose one.
  private init(
    _ place: Place, _ access: Access = .keyed, _ right: AccessRight? = nil, query: [String],
    in formats: [ResponseFormat]?, sending mediaType: String?, taking body: Body = .json,
    _ respond: @escaping @Sendable (Call) throws(Problem) -> PendingResponse
  ) {
    self.place = place
    self.body = body
    self.access = access
    self.right = right
    self.formats = formats
    self.mediaType = formats == nil ? mediaType : nil
    queryNames = query + (formats == nil ? [] : [ResponseFormat.queryName])
    self.respond = respond
  }

  static func inline(
    query: [String] = [], _ respond: @escaping @Sendable (Call) throws(Problem) -> Response
  ) -> Endpoint {
    Endpoint(.eventThread, .open, query: query, in: nil, sending: nil, settled(respond))
  }

  static func pooled(
    _ right: AccessRight? = nil, query: [String] = [], in formats: [ResponseFormat]? = nil,
    sending mediaType: String? = ResponseFormat.objects.mediaType, taking body: Body = .json,
    _ respond: @escaping @Sendable (Call) throws(Problem) -> Response
  ) -> Endpoint {
    Endpoint(
      .worker, .keyed, right, query: query, in: formats, sending: mediaType, taking: body, settled(respond))
  }

  static func pooled(
    _ right: AccessRight? = nil, query: [String] = [], in formats: [ResponseFormat]? = nil,
    sending mediaType: String? = ResponseFormat.objects.mediaType, taking body: Body = .json,
    _ respond: @escaping @Sendable (Call) throws(Problem) -> PendingResponse
  ) -> Endpoint {
    Endpoint(
      .worker, .keyed, right, query: query, in: formats, sending: mediaType, taking: body, respond)
  }

  static func administrative(
    _ respond: @escaping @Sendable (Call) throws(Problem) -> PendingResponse
  ) -> Endpoint {
    Endpoint(
      .worker, .administrative, query: [], in: nil, sending: ResponseFormat.objects.mediaType, respond)
  }

  static func ordered(
    _ right: AccessRight? = nil, query: [String] = [],
    in formats: [ResponseFormat]? = .some(ResponseFormat.full),
    _ respond: @escaping @Sendable (Call) throws(Problem) -> PendingResponse
  ) -> Endpoint {
    Endpoint(.changeLane, .keyed, right, query: query, in: formats, sending: nil, respond)
  }

  static func watching(
    _ right: AccessRight, query: [String], sending mediaType: String,
    _ respond: @escaping @Sendable (Call) throws(Problem) -> PendingResponse
  ) -> Endpoint {
    Endpoint(
      .eventLane, .keyed, right, query: query + [Credential.queryName], in: nil, sending: mediaType, respond)
  }

  /// Whether a response depends on the types that the client accepts.
  var isNegotiated: Bool { formats != nil || mediaType != nil }

  /// Whether a request may have its token in the query.
  var takesQueryToken: Bool { queryNames.contains(Credential.queryName) }

  private static func settled(
    _ respond: @escaping @Sendable (Call) throws(Problem) -> Response
  ) -> @Sendable (Call) throws(Problem) -> PendingResponse {
    { (call) throws(Problem) in
      PendingResponse(.success(try call.interruptible { () throws(Problem) in try respond(call) }))
    }
  }
}
