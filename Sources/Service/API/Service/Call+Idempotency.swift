import Collections
import Digest
import HTTPServer
import Support
import Wire

extension Call {
  /// Responds to a request, once for all that carry its `Idempotency-Key`, if it has one. Fails with the errors of
  /// `respond`: the request then counts as not made.
  ///
  /// - Parameters:
  ///   - replay: makes the response to a request that was carried out before and whose response is lost; nil if that
  ///     cannot be done.
  ///   - respond: gets the request to store with what it changes.
  /// - Throws: `badRequest`, `requestInProgress`, `idempotencyKeyReused`, `answerNotKept`.
  func once(
    _ body: [UInt8], replay: @escaping @Sendable (StoredRequest) -> Response? = { _ in nil },
    _ respond: @escaping @Sendable (RequestKey?) throws(Problem) -> PendingResponse
  ) throws(Problem) -> PendingResponse {
    guard let request = try requestKey(body) else { return try respond(nil) }
    if let earlier = try earlierResponse(to: request) { return PendingResponse(.success(earlier)) }
    let responded = continuing(with: service.collections.stored(request.name)) { (stored) throws(Problem) in
      switch stored {
      case .success(nil): return refusing(try respond(request), request, replay)
      case .success(let stored?): return PendingResponse(.success(try replayed(request, stored, replay)))
      case .failure(let error): throw Problem(error, collectionKey)
      }
    }
    return responded.map { [cache = service.idempotencyCache] outcome in
      cache.end(request, try? outcome.get())
      return outcome
    }
  }

  /// Looks a request up once more before it is refused: another server may have carried it out meanwhile, and its
  /// change is then the reason for the refusal.
  private func refusing(
    _ response: PendingResponse, _ request: RequestKey,
    _ replay: @escaping @Sendable (StoredRequest) -> Response?
  ) -> PendingResponse {
    guard service.collections.isShared else { return response }
    return response.then(on: scheduler) { [self] outcome in
      guard case .failure = outcome else { return Pending(outcome) }
      return continuing(with: service.collections.stored(request.name)) { (stored) throws(Problem) in
        guard case .success(let stored?) = stored else { return Pending(outcome) }
        return PendingResponse(.success(try replayed(request, stored, replay)))
      }
    }
  }

  /// Returns the key of the request; nil if it has none.
  ///
  /// - Throws: `badRequest`.
  private func requestKey(_ body: [UInt8]) throws(Problem) -> RequestKey? {
    guard idempotencyKey != nil else { return nil }
    let head = request.head
    let key = try IdempotencyKey(head.headers.values("Idempotency-Key"))
    // Neither a method nor a target has a space.
    let start = Array("\(head.method.rawValue) \(head.target.raw) ".utf8)
    return RequestKey(
      RequestKey.Name(owner: owner, scope: caller.token?.collection ?? "", key: key.text),
      fingerprint: SHA256.hash(joining: [start, body]))
  }

  /// Returns the earlier response to the request; nil if the request is new, and then counts as running.
  private func earlierResponse(to request: RequestKey) throws(Problem) -> Response? {
    switch service.idempotencyCache.begin(request) {
    case .new: return nil
    case .running:
      throw Problem(
        .requestInProgress, "A request with this Idempotency-Key is in progress; try again in a moment.",
        headers: [("Retry-After", "1"), IdempotencyKey.reference])
    case .mismatch: throw .idempotencyKeyReused
    case .answeredAtLength: throw Problem.answerNotKept
    case .answered(let response): return response.asReplay
    }
  }

  /// Returns the response to a request that the journal has under the same name.
  ///
  /// - Throws: `idempotencyKeyReused`, `answerNotKept`.
  private func replayed(
    _ request: RequestKey, _ stored: StoredRequest, _ replay: (StoredRequest) -> Response?
  ) throws(Problem) -> Response {
    guard stored.isRepeated(by: request) else { throw .idempotencyKeyReused }
    guard let response = replay(stored) else { throw .answerNotKept(stored) }
    return response.asReplay
  }
}

extension Response {
  /// The response, marked as that of a request that was carried out before.
  fileprivate var asReplay: Response {
    var response = self
    if response.header("Idempotent-Replayed") == nil {
      response.headers.append(("Idempotent-Replayed", "true"))
    }
    return response
  }
}

extension Problem {
  fileprivate static var idempotencyKeyReused: Problem {
    Problem(
      .idempotencyKeyReused,
      "This Idempotency-Key belongs to another request; use a new key for every request.",
      headers: [IdempotencyKey.reference])
  }

  fileprivate static var answerNotKept: Problem {
    Problem(
      .answerNotKept,
      "The request was already carried out, and its response is no longer available. Fetch the collection instead.",
      headers: [IdempotencyKey.reference])
  }

  /// - Parameter stored: the request as it was carried out.
  static func answerNotKept(_ stored: StoredRequest) -> Problem {
    var problem = answerNotKept
    problem.headers.append(("Location", "/v1/collections/\(stored.collection.key.id)"))
    return problem
  }
}
