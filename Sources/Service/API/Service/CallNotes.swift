import HTTPServer
import Support
import Synchronization

/// Notes of an endpoint about a call, for the metrics and the log.
final class CallNotes: RequestNotes {
  private struct State {
    var layoutKind = ""
    var items = 0
    var touched: Int?
    var created: String?
  }

  private let caller: Caller
  /// The id of the collection that the path names; nil if it names none.
  private let collection: String?
  /// The template of the route.
  private let route: String
  /// Takes the times of the parts of the request.
  let timer: PartTimer
  private let state = Mutex(State())

  init(_ caller: Caller, collection: String?, route: String, timer: PartTimer) {
    self.caller = caller
    self.collection = collection
    self.route = route
    self.timer = timer
  }

  var layoutKind: String { state.withLock { $0.layoutKind } }
  var items: Int { state.withLock { $0.items } }

  /// Notes the number of elements that were examined or that the response has, if it is not that of the items.
  func touched(_ count: Int) { state.withLock { $0.touched = count } }

  /// Notes the id of a collection that the request creates.
  func creates(collection id: String) { state.withLock { $0.created = id } }

  func laidOut(_ kind: String, items: Int) {
    state.withLock {
      $0.layoutKind = kind
      $0.items = items
    }
  }

  /// The facts for the log.
  var facts: RequestFacts {
    let state = state.withLock { $0 }
    return RequestFacts(
      tenant: caller.owner.isEmpty ? nil : caller.owner, keyFingerprint: caller.keyFingerprint,
      keyName: caller.keyName, subject: caller.token?.subject, collection: collection ?? state.created,
      elements: state.touched ?? (state.layoutKind.isEmpty ? nil : state.items), route: route,
      parts: timer.parts)
  }

  /// Returns the computing time and the number of examined elements, for developers' tools (W3C Server Timing), and the
  /// span of the request.
  func timing(
    from start: ContinuousClock.Instant, to end: ContinuousClock.Instant, in trace: TraceContext
  ) -> (name: String, value: String) {
    let microseconds = Int((end - start).seconds * 1_000_000)
    let duration = "compute;dur=\(microseconds / 1000).\(String(1000 + microseconds % 1000).dropFirst())"
    let touched = state.withLock { $0.touched }.map { ", elements;desc=\"\($0)\"" } ?? ""
    return (Self.timingHeader, "\(duration)\(touched), \(trace.serverTiming)")
  }

  static let timingHeader = "Server-Timing"
}

/// What the log says about a request besides its exchange.
public struct RequestFacts: Sendable {
  /// The tenant that the caller acts for; nil without keys, and for a request without a valid one.
  public var tenant: String?
  /// The first digits of the hash of the caller's key; nil for a token, and where there is no tenant.
  public var keyFingerprint: String?
  /// The name of the caller's key; nil for a token, and for a key without one.
  public var keyName: String?
  /// Who has the caller's token; nil for a key, and for a token that does not say so.
  public var subject: String?
  /// The id of the collection that the request names or creates.
  public var collection: String?
  /// The number of elements that the request laid out, examined or returned; nil if it did not get so far.
  public var elements: Int?
  /// The template of the route.
  public var route: String
  /// The parts of the work, if the span of the request is recorded.
  public var parts: [RequestPart]
}
