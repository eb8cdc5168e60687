import HTTPServer
import Support

/// The response to a request, which may have to wait until a change is durable.
typealias PendingResponse = Pending<Response, Problem>

/// The handler of a route.
struct Endpoint: Sendable {
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
    /// Clients with a key, if keys are set.
    case keyed
  }

  let place: Place
  let access: Access
  /// The available formats of the responses; nil if the request cannot choose.
  let formats: [ResponseFormat]?
  let respond: @Sendable (Call) throws(Problem) -> PendingResponse

  static func inline(_ respond: @escaping @Sendable (Call) throws(Problem) -> Response) -> Endpoint {
    Endpoint(place: .eventThread, access: .open, formats: nil, respond: settled(respond))
  }

  static func pooled(
    in formats: [ResponseFormat]? = nil, _ respond: @escaping @Sendable (Call) throws(Problem) -> Response
  ) -> Endpoint {
    Endpoint(place: .worker, access: .keyed, formats: formats, respond: settled(respond))
  }

  static func pooled(
    in formats: [ResponseFormat]? = nil,
    _ respond: @escaping @Sendable (Call) throws(Problem) -> PendingResponse
  ) -> Endpoint {
    Endpoint(place: .worker, access: .keyed, formats: formats, respond: respond)
  }

  static func ordered(
    in formats: [ResponseFormat]? = .some(ResponseFormat.full),
    _ respond: @escaping @Sendable (Call) throws(Problem) -> PendingResponse
  ) -> Endpoint {
    Endpoint(place: .changeLane, access: .keyed, formats: formats, respond: respond)
  }

  static func watching(_ respond: @escaping @Sendable (Call) throws(Problem) -> PendingResponse) -> Endpoint {
    Endpoint(place: .eventLane, access: .keyed, formats: nil, respond: respond)
  }

  private static func settled(
    _ respond: @escaping @Sendable (Call) throws(Problem) -> Response
  ) -> @Sendable (Call) throws(Problem) -> PendingResponse {
    { (call) throws(Problem) in PendingResponse(.success(try respond(call))) }
  }
}
