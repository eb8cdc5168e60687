import Collections
import HTTPServer
import Support
import Synchronization

/// The responses to requests with an `Idempotency-Key`: a repetition gets the same response and changes nothing.
///
/// Stores the newest responses, up to a number and up to a total size of their bodies.
final class IdempotencyCache: Sendable {
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
    case running([UInt8])
    case answered([UInt8], Response)
    case answeredAtLength([UInt8])

    var fingerprint: [UInt8] {
      switch self {
      case .running(let fingerprint), .answered(let fingerprint, _), .answeredAtLength(let fingerprint):
        fingerprint
      }
    }

    var bytes: Int { if case .answered(_, let response) = self { response.bodyCount } else { 0 } }
  }

  fileprivate struct State {
    var entries: [RequestKey.Name: Entry] = [:]
    /// Requests with responses, oldest first.
    var order = Deque<RequestKey.Name>()
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
  func begin(_ request: RequestKey) -> Standing {
    state.withLock { state in
      guard let entry = state.entries[request.name] else {
        state.entries[request.name] = .running(request.fingerprint)
        return .new
      }
      guard entry.fingerprint == request.fingerprint else { return .mismatch }
      switch entry {
      case .running: return .running
      case .answered(_, let response): return .answered(response)
      case .answeredAtLength: return .answeredAtLength
      }
    }
  }

  /// Stores the response to a new request, or removes a request that changed nothing (nil).
  func end(_ request: RequestKey, _ response: Response?) {
    let (name, fingerprint) = (request.name, request.fingerprint)
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

  /// Forgets the responses to the requests of an owner.
  ///
  /// - Complexity: O(n) for n responses.
  func forget(owner: String) {
    state.withLock { state in
      var kept = Deque<RequestKey.Name>()
      while let name = state.order.popFirst() {
        if name.owner == owner { state.forget(name) } else { kept.append(name) }
      }
      state.order = kept
    }
  }

  /// The number of responses, and the bytes of their bodies.
  var size: (responses: Int, bytes: Int) { state.withLock { ($0.answered, $0.bytes) } }
}

extension IdempotencyCache.State {
  fileprivate mutating func dropOldest() { forget(order.removeFirst()) }

  fileprivate mutating func forget(_ name: RequestKey.Name) {
    if let entry = entries.removeValue(forKey: name) {
      bytes -= entry.bytes
      answered -= 1
    }
  }
}
