import Collections
import HTTPServer
import Support
import WorkerPool

/// What answers a route.
struct Endpoint: Sendable {
  /// Where it runs.
  enum Place: Sendable {
    /// On the event thread: for what is at hand and computes nothing.
    case inline
    /// On a worker, with a deadline.
    case pooled
    /// On a worker, after the requests for the same collection that came before it.
    case ordered
    /// On a worker, while nobody else tells the collection's watchers anything.
    case watching
  }

  /// Who may call it.
  enum Access: Sendable {
    /// Probes and documents: open to anyone.
    case open
    /// Asks for a key where keys are set.
    case keyed
  }

  let place: Place
  let access: Access
  let answer: @Sendable (Call) throws(Problem) -> PendingResponse

  static func inline(_ answer: @escaping @Sendable (Call) throws(Problem) -> Response) -> Endpoint {
    Endpoint(place: .inline, access: .open, answer: atOnce(answer))
  }

  static func pooled(_ answer: @escaping @Sendable (Call) throws(Problem) -> Response) -> Endpoint {
    Endpoint(place: .pooled, access: .keyed, answer: atOnce(answer))
  }

  /// For what has to be kept before it is answered.
  static func pooled(_ answer: @escaping @Sendable (Call) throws(Problem) -> PendingResponse) -> Endpoint {
    Endpoint(place: .pooled, access: .keyed, answer: answer)
  }

  static func ordered(_ answer: @escaping @Sendable (Call) throws(Problem) -> PendingResponse) -> Endpoint {
    Endpoint(place: .ordered, access: .keyed, answer: answer)
  }

  static func watching(_ answer: @escaping @Sendable (Call) throws(Problem) -> PendingResponse) -> Endpoint {
    Endpoint(place: .watching, access: .keyed, answer: answer)
  }

  /// Answers a call, once the collection that its path names is in memory, if it names one. While the journal reads
  /// it the call holds no worker.
  func response(to call: Call) -> PendingResponse {
    guard call.parameters["id"] != nil else {
      do throws(Problem) { return try answer(call) } catch { return PendingResponse(.failure(error)) }
    }
    let found = call.service.collections.find(call.collectionKey, on: call.scheduler)
    return call.continuing(with: found) { (loaded) throws(Problem) in
      var call = call
      call.loaded = loaded
      return try answer(call)
    }
  }

  private static func atOnce(
    _ answer: @escaping @Sendable (Call) throws(Problem) -> Response
  ) -> @Sendable (Call) throws(Problem) -> PendingResponse {
    { (call) throws(Problem) in PendingResponse(.success(try answer(call))) }
  }
}

/// An answer that may have to wait until what it tells of is kept.
typealias PendingResponse = Pending<Response, Problem>

/// One request on its way to an endpoint.
struct Call: Sendable {
  let request: Request
  let parameters: RouteParameters
  /// Reads cancelled when nobody waits for the answer any more.
  let token: CancellationToken
  let service: Service
  /// Where the endpoint notes what it laid out, for the metrics.
  let notes = CallNotes()
  /// The collection that the path names, which is in memory before the endpoint is called; nil where it names none.
  var loaded: Result<LiveCollection, StoreError>?

  /// Whose collections the request sees: those that were made with the same key.
  var owner: String { service.keys.owner(of: request.head) }

  var limits: RequestLimits { service.configuration.limits }

  /// Asked now and then while the answer is computed.
  var isCancelled: () -> Bool { { token.isCancelledOrAbandoned() } }

  /// Measures what elements show, and notes in spite of what. Each has notes of its own.
  func measurer() -> ContentMeasurer {
    ContentMeasurer(cells: service.cells, pool: service.pool, token: token)
  }

  /// What the answer may take.
  var budget: EncodingBudget {
    EncodingBudget(bytes: service.configuration.answerLimit, isCancelled: isCancelled)
  }
}
