import Collections
import HTTPServer
import Support
import Synchronization

/// The responses to requests with an `Idempotency-Key`: a repetition gets the same response and changes nothing.
///
/// Stores the newest responses, up to a number and up to a total size of their bodies.
final class IdempotencyCache: Sendable {
  /// Identifies a request: the owner is part of it, because other owners may use the same key.
  struct Name: Hashable, Sendable {
    var owner: String
    /// The collection of the token; empty for a key. Pages with tokens learn nothing of the keys of others.
    var scope = ""
    var key: String
  }

  /// Distinguishes requests that have the same key by mistake.
  struct Fingerprint: Hashable, Sendable {
    var method: Method
    var target: String
    var bodyHash: Int
  }

  /// The state of a request in the cache.
  enum Standing {
    /// The request is new.
    case new
    case running
    case answered(Response)
    /// The response was larger than the cache stores.
    case answeredAtLength
    /// Another request used the key.
    case mismatch
  }

  fileprivate enum Entry {
    case running(Fingerprint)
    case answered(Fingerprint, Response)
    case answeredAtLength(Fingerprint)

    var fingerprint: Fingerprint {
      switch self {
      case .running(let fingerprint), .answered(let fingerprint, _), .answeredAtLength(let fingerprint):
        fingerprint
      }
    }

    var bytes: Int { if case .answered(_, let response) = self { response.bodyCount } else { 0 } }
  }

  fileprivate struct State {
    var entries: [Name: Entry] = [:]
    /// Requests with responses, oldest first.
    var order = Deque<Name>()
    var answered = 0
    var bytes = 0
  }

  private let limit: Int
  private let byteLimit: Int
  private let state = Mutex(State())

  init(limit: Int, byteLimit: Int) {
    self.limit = limit
    self.byteLimit = byteLimit
  }

  /// Looks a request up, and marks it as running if it is new.
  func begin(_ name: Name, _ fingerprint: Fingerprint) -> Standing {
    state.withLock { state in
      guard let entry = state.entries[name] else {
        state.entries[name] = .running(fingerprint)
        return .new
      }
      guard entry.fingerprint == fingerprint else { return .mismatch }
      switch entry {
      case .running: return .running
      case .answered(_, let response): return .answered(response)
      case .answeredAtLength: return .answeredAtLength
      }
    }
  }

  /// Stores the response to a new request, or removes a request that changed nothing (nil).
  func end(_ name: Name, _ fingerprint: Fingerprint, _ response: Response?) {
    state.withLock { state in
      guard let response else {
        state.entries[name] = nil
        return
      }
      // One response must not evict many.
      let isHeld = response.bodyCount <= byteLimit / 8
      let entry: Entry = isHeld ? .answered(fingerprint, response) : .answeredAtLength(fingerprint)
      state.entries[name] = entry
      state.order.append(name)
      state.answered += 1
      state.bytes += entry.bytes
      while state.answered > limit || state.bytes > byteLimit { state.dropOldest() }
    }
  }

  /// The number of responses, and the bytes of their bodies.
  var size: (responses: Int, bytes: Int) { state.withLock { ($0.answered, $0.bytes) } }
}

extension IdempotencyCache.State {
  fileprivate mutating func dropOldest() {
    let name = order.removeFirst()
    if let entry = entries.removeValue(forKey: name) {
      bytes -= entry.bytes
      answered -= 1
    }
  }
}

extension Call {
  /// Responds to a request, once for all that carry its `Idempotency-Key`, if it has one. Fails with the errors of
  /// `respond`: the request then counts as not made.
  ///
  /// - Throws: `badRequest`, `requestInProgress`, `idempotencyKeyReused`, `answerNotKept`.
  func once(
    _ body: [UInt8], _ respond: @escaping @Sendable () throws(Problem) -> PendingResponse
  ) throws(Problem) -> PendingResponse {
    guard let key = idempotencyKey else { return try respond() }
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Problem(.badRequest, "Idempotency-Key takes 1 to 255 printable ASCII characters without spaces.")
    }
    let name = IdempotencyCache.Name(
      owner: owner, scope: caller.token?.collection ?? "", key: key)
    let fingerprint = IdempotencyCache.Fingerprint(
      method: request.head.method, target: request.head.target.raw, bodyHash: body.hashValue)
    if let earlier = try earlierResponse(to: name, fingerprint) { return PendingResponse(.success(earlier)) }
    return unlessStored(in: namesCollection ? collectionKey : nil, respond).map {
      [cache = service.idempotencyCache] outcome in
      cache.end(name, fingerprint, try? outcome.get())
      return outcome
    }
  }

  /// Returns the earlier response to the request; nil if the request is new, and then counts as running.
  private func earlierResponse(
    to name: IdempotencyCache.Name, _ fingerprint: IdempotencyCache.Fingerprint
  ) throws(Problem) -> Response? {
    switch service.idempotencyCache.begin(name, fingerprint) {
    case .new: return nil
    case .running:
      throw Problem(
        .requestInProgress, "A request with this Idempotency-Key is in progress; try again in a moment.",
        headers: [("Retry-After", "1")])
    case .mismatch:
      throw Problem(
        .idempotencyKeyReused,
        "This Idempotency-Key belongs to another request; use a new key for every request.")
    case .answeredAtLength: throw .answerNotKept
    case .answered(var response):
      response.headers.append(("Idempotent-Replayed", "true"))
      return response
    }
  }

  /// Responds, unless the journal of a collection has the idempotency key of the request: then the request was carried
  /// out before, and its response is lost.
  ///
  /// - Parameter collection: nil if the request names no collection.
  func unlessStored(
    in collection: CollectionKey?, _ respond: @escaping @Sendable () throws(Problem) -> PendingResponse
  ) -> PendingResponse {
    var stored = Pending<Bool, StoreError>(.success(false))
    if let idempotencyKey, let collection {
      stored = service.collections.hasStored(idempotencyKey, in: collection, on: scheduler)
    }
    return continuing(with: stored) { (stored) throws(Problem) in
      switch stored {
      case .success(false): return try respond()
      case .success(true): throw .answerNotKept
      case .failure(let error): throw Problem(error, collection ?? collectionKey)
      }
    }
  }
}

extension Problem {
  fileprivate static var answerNotKept: Problem {
    Problem(
      .answerNotKept,
      "The request was already carried out, and its response is no longer available. Fetch the collection instead."
    )
  }
}
