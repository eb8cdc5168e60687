import Collections
import HTTPServer
import Support
import Synchronization

/// The answers to requests with an `Idempotency-Key`, so that one sent again is answered again and not made again.
///
/// The newest are kept, up to a number and up to so many bytes of bodies.
final class IdempotencyCache: Sendable {
  /// Names a request: a key means something to its owner only.
  struct Name: Hashable, Sendable {
    var owner: String
    var key: String
  }

  /// What tells a request from another that has the same key by mistake.
  struct Fingerprint: Hashable, Sendable {
    var method: Method
    var target: String
    var bodyHash: Int
  }

  /// What is known of a request.
  enum Standing {
    /// It is new; it is to be answered now.
    case new
    case running
    case answered(Response)
    /// It was answered by more than is kept.
    case answeredAtLength
    /// Another request had the key.
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
    /// Answered requests from the oldest on, some of them gone already.
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

  /// Looks a request up, and notes that it is being answered if it is new.
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

  /// Keeps the answer of a request that was new, or forgets a request that changed nothing (nil).
  func end(_ name: Name, _ fingerprint: Fingerprint, _ response: Response?) {
    state.withLock { state in
      guard let response else {
        state.entries[name] = nil
        return
      }
      // One answer may not push out many.
      let isKept = response.bodyCount <= byteLimit / 8
      let entry: Entry = isKept ? .answered(fingerprint, response) : .answeredAtLength(fingerprint)
      state.entries[name] = entry
      state.order.append(name)
      state.answered += 1
      state.bytes += entry.bytes
      while state.answered > limit || state.bytes > byteLimit { state.dropOldest() }
    }
  }

  /// How many answers are kept, and the bytes of their bodies.
  var size: (answers: Int, bytes: Int) { state.withLock { ($0.answered, $0.bytes) } }
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
  /// The key under which the request is carried out once, if it has one and keys are minded.
  var idempotencyKey: String? {
    service.configuration.idempotencyLimit > 0 ? request.head.headers["Idempotency-Key"] : nil
  }

  /// Answers a request, once for all that carry its `Idempotency-Key`, if it has one.
  ///
  /// Fails with what `answer` throws, which then counts as not made.
  /// - Throws: `badRequest`, `requestInProgress`, `idempotencyKeyReused`, `answerNotKept`.
  func once(
    _ body: [UInt8], _ answer: @escaping @Sendable () throws(Problem) -> PendingResponse
  ) throws(Problem) -> PendingResponse {
    guard let key = idempotencyKey else { return try answer() }
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Problem(.badRequest, "Idempotency-Key takes 1 to 255 printable ASCII characters without spaces.")
    }
    let name = IdempotencyCache.Name(owner: owner, key: key)
    let fingerprint = IdempotencyCache.Fingerprint(
      method: request.head.method, target: request.head.target.raw, bodyHash: body.hashValue)
    switch service.idempotencyCache.begin(name, fingerprint) {
    case .new: break
    case .running:
      throw Problem(
        .requestInProgress, "A request with this Idempotency-Key is in progress; try again in a moment.",
        headers: [("Retry-After", "1")])
    case .mismatch:
      throw Problem(
        .idempotencyKeyReused,
        "This Idempotency-Key belongs to another request; use a new key for every request.")
    case .answeredAtLength: throw Problem.answerNotKept
    case .answered(var response):
      response.headers.append(("Idempotent-Replayed", "true"))
      return PendingResponse(.success(response))
    }
    let answered: PendingResponse
    if parameters["id"] != nil {
      // The journal may have the change from before a restart.
      let isKept = service.collections.hasKept(key, in: collectionKey, on: scheduler)
      answered = continuing(with: isKept) { (isKept) throws(Problem) in
        if case .success(true) = isKept { throw Problem.answerNotKept }
        return try answer()
      }
    } else {
      do throws(Problem) { answered = try answer() } catch { answered = PendingResponse(.failure(error)) }
    }
    return answered.map { [service] outcome in
      service.idempotencyCache.end(name, fingerprint, try? outcome.get())
      return outcome
    }
  }
}

extension Problem {
  fileprivate static let answerNotKept = Problem(
    .answerNotKept,
    "The request was already carried out, and its response is no longer available. Fetch the collection instead."
  )
}
