import HTTPServer
import Support
import Synchronization
import Wire

/// The counts of the service.
final class Metrics: Sendable {
  struct RequestLabels: Hashable, Sendable {
    var route: String
    var method: String
    var status: Int
    var layoutKind: String
  }

  struct Counts: Sendable {
    var requests: [RequestLabels: Histogram] = [:]
    var refusals: [ProblemCode: Int] = [:]
    var quotaRefusals: [QuotaName: Int] = [:]
    var itemsLaidOut = 0
    var bytesSent = 0
    var clientsGone = 0
    var journal = Metrics.seconds
    var tips = Metrics.seconds
    var hints = Metrics.seconds
    var lostRaces = 0
    var followedChanges = 0
    var eventsSent = 0
    var streamsTooSlow = 0
  }

  /// An empty histogram of durations in seconds.
  private static let seconds = Histogram(
    bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])

  /// The status that is counted for a request whose client left before the response.
  static let clientGoneStatus = 499

  private let counts = Mutex(Counts())

  /// The current counts.
  var snapshot: Counts { counts.withLock { $0 } }

  /// Counts a request with a response, by its route's template: a client can invent any number of paths.
  func count(route: String, method: Method, status: Int, notes: CallNotes?, seconds: Double) {
    let labels = RequestLabels(
      route: route.isEmpty ? "none" : route, method: Self.label(method), status: status,
      layoutKind: notes?.layoutKind ?? "")
    let items = notes?.items ?? 0
    counts.withLock {
      $0.requests[labels, default: Self.seconds].add(seconds)
      $0.itemsLaidOut += items
    }
  }

  /// Counts a problem that was sent.
  ///
  /// - Parameter quota: the quota that the request would have exceeded.
  func count(refusal code: ProblemCode, beyond quota: QuotaName? = nil) {
    counts.withLock { counts in
      counts.refusals[code, default: 0] += 1
      if let quota { counts.quotaRefusals[quota, default: 0] += 1 }
    }
  }

  /// Counts a change that the journal has made durable, with the time that it took.
  func countDurableChange(seconds: Double) { counts.withLock { $0.journal.add(seconds) } }

  /// Counts a query for the newest version of a collection, with the time until the store responded.
  func countTip(seconds: Double) { counts.withLock { $0.tips.add(seconds) } }

  /// Counts a hint of another server, with the time until what it announced was here.
  func countHint(seconds: Double) { counts.withLock { $0.hints.add(seconds) } }

  /// Counts a change that is made again because another server was faster.
  func countLostRace() { counts.withLock { $0.lostRaces += 1 } }

  /// Counts a change of another server that became visible here.
  func countFollowedChange() { counts.withLock { $0.followedChanges += 1 } }

  /// Counts events that were sent to streams.
  func countEvents(_ count: Int) {
    if count > 0 { counts.withLock { $0.eventsSent += count } }
  }

  /// Counts a stream that has ended.
  func countStream(_ end: BodyStream.End) {
    if end == .tooSlow { counts.withLock { $0.streamsTooSlow += 1 } }
  }

  /// Counts the bytes of a finished exchange, and whether its client left early.
  func count(_ exchange: Completion) {
    counts.withLock {
      $0.bytesSent += exchange.bytesSent
      let isGone = exchange.termination == .clientGone || exchange.status == Self.clientGoneStatus
      if isGone { $0.clientsGone += 1 }
    }
  }

  /// The label of a method. All methods without routes share one, because a client can invent any number.
  private static func label(_ method: Method) -> String {
    known.contains(method) ? method.rawValue : "other"
  }

  private static let known: [Method] = [.get, .head, .post, .put, .patch, .delete, .options]
}
