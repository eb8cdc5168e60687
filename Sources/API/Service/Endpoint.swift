import HTTPServer
import Support

/// The response to a request, which may have to wait until a change is durable.
typealias PendingResponse = Pending<Response, Problem>

/// What responds to the requests of a route.
struct Endpoint: Sendable {
  /// Where it runs.
  enum Place: Sendable {
    /// On the event thread: for responses that are at hand.
    case eventThread
    /// On a worker, with a deadline.
    case worker
    /// On a worker, after the earlier requests that change the same collection.
    case changeLane
    /// On a worker, while no other sends events of the same collection.
    case eventLane
  }

  /// Who may call it.
  enum Access: Sendable {
    /// Any client: probes and documents.
    case open
    /// Clients with a key, where keys are set.
    case keyed
  }

  let place: Place
  let access: Access
  /// The formats that its responses come in; nil where the request cannot choose.
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
