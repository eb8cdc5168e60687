import API
import HTTPSender
import HTTPServer
import Support
import Synchronization

/// Sends the spans of requests to a collector (OTLP over HTTP, in JSON), from a thread of its own.
///
/// Event threads add the records of requests, and never wait. Where the collector is too slow, or cannot be reached, requests
/// beyond a limit are dropped and counted.
final class SpanExporter: Sendable {
  /// How spans are gathered and sent; tests choose other times.
  struct Limits: Sendable {
    /// Requests that may wait; more are dropped.
    var waiting = 2048
    /// Requests whose spans are sent together.
    var batch = 256
    /// How long the spans of a request may wait for others.
    var interval = Duration.seconds(5)
    /// How long the collector may take for a response.
    var timeout = Duration.seconds(10)
    /// How often a batch is sent that the collector does not take.
    var attempts = 6
    /// The first wait before a batch is sent again; each further one is twice as long.
    var firstWait = Duration.seconds(1)
    /// The longest wait that the collector may ask for.
    var longestWait = Duration.seconds(300)
  }

  private struct State {
    var waiting = Deque<SpanRecord>()
    var counts = SpanCounts()
    /// Until when spans are sent after `close`, by `MonotonicTime`; nil before.
    var end: Int64?
  }

  private let url: String
  private let headers: [(name: String, value: String)]
  private let service: String
  private let instance: String
  private let version: String
  private let limits: Limits
  private let warn: @Sendable (String) -> Void
  private let state = Mutex(State())
  private let wake = Semaphore()
  private let ended = Semaphore()
  /// Whether the thread is to end at once.
  private let isCancelled = Atomic(false)

  /// Starts the thread; nil if no spans are sent.
  ///
  /// - Parameter warn: takes a sentence for the operator.
  init?(
    _ configuration: SpanConfiguration, version: String, limits: Limits = Limits(),
    warn: @escaping @Sendable (String) -> Void
  ) {
    guard let url = configuration.url else { return nil }
    self.url = url
    headers =
      [("Content-Type", "application/json"), ("User-Agent", "tessera/\(version)")]
      + configuration.headers.fields
    service = configuration.serviceName
    instance = "\(UInt64.random(in: 0 ... .max))"
    self.version = version
    self.limits = limits
    self.warn = warn
    PosixThread(named: "spans", stack: .shallow) { [self] in run() }.detach()
  }

  /// What became of the spans.
  var counts: SpanCounts { state.withLock { $0.counts } }

  /// Adds the spans of an exchange that ends now, if they are recorded.
  ///
  /// - Complexity: O(n) for n parts of the request.
  func record(_ exchange: Completion, _ facts: RequestFacts?) {
    guard exchange.head?.trace.isSampled == true, let record = SpanRecord(exchange, facts) else { return }
    let wakes = state.withLock { state in
      guard state.waiting.count < limits.waiting, state.end == nil else {
        state.counts.dropped[.queueFull, default: 0] += record.spanCount
        return false
      }
      state.waiting.append(record)
      return state.waiting.count == limits.batch
    }
    if wakes { wake.signal() }
  }

  /// Sends the spans that wait, and ends the thread.
  ///
  /// - Parameter time: how long that may take.
  func close(within time: Duration) {
    state.withLock { $0.end = MonotonicTime.after(time) }
    wake.signal()
    if ended.wait(atMost: time) { return }
    isCancelled.store(true, ordering: .relaxed)
    // The library looks once a second whether a request is cancelled.
    _ = ended.wait(atMost: .seconds(2))
  }
}

// The thread.
extension SpanExporter {
  private func run() {
    defer { ended.signal() }
    guard let client = RequestSender(isCancelled: { [self] in isCancelled.load(ordering: .relaxed) }) else {
      return warn("spans are not sent: libcurl cannot be used")
    }
    var delivery = Delivery()
    while true {
      if state.withLock({ $0.end == nil && $0.waiting.count < limits.batch }) {
        _ = wake.wait(atMost: limits.interval)
      }
      let (batch, isClosed) = take()
      if !batch.isEmpty { deliver(batch, client, &delivery) }
      if isClosed, batch.isEmpty { return }
    }
  }

  /// Takes the oldest of the requests that wait.
  private func take() -> (batch: [SpanRecord], isClosed: Bool) {
    state.withLock { state in
      var batch: [SpanRecord] = []
      while batch.count < limits.batch, let record = state.waiting.popFirst() { batch.append(record) }
      return (batch, state.end != nil)
    }
  }

  /// Whether the collector took the last batch.
  private struct Delivery {
    var isFailing = false
    var lost = 0
  }

  /// What to do after a batch was sent.
  private enum Outcome {
    case taken(rejected: Int, reason: String?)
    /// The collector takes none of it; `wait` is nil if it should not be sent again.
    case refused(reason: String, wait: Wait?)

    enum Wait {
      case backoff
      case atLeast(Duration)
    }
  }

  /// Sends the spans of some requests, again and again while the collector cannot take them now.
  private func deliver(_ batch: [SpanRecord], _ client: borrowing RequestSender, _ delivery: inout Delivery) {
    let count = batch.reduce(0) { $0 + $1.spanCount }
    let body = SpanDocument.bytes(of: batch, service: service, instance: instance, version: version)
    var backoff = limits.firstWait
    for attempt in 1... {
      switch send(body, of: count, client) {
      case .taken(let rejected, let reason):
        note(sent: count - rejected, dropped: rejected, .rejected)
        if rejected > 0 {
          warn("the collector rejected \(rejected) of \(count) spans: \(reason ?? "it gives no reason")")
        } else if delivery.isFailing {
          warn("spans are sent to \(url) again; \(delivery.lost) were dropped")
        }
        delivery = Delivery()
        return
      case .refused(let reason, let wait):
        if !delivery.isFailing { warn("spans cannot be sent to \(url): \(reason)") }
        delivery.isFailing = true
        guard let wait, attempt < limits.attempts, pause(wait, backoff) else {
          delivery.lost += count
          return note(sent: 0, dropped: count, .unsent)
        }
        backoff *= 2
      }
    }
  }

  /// Waits before a batch is sent again; returns false if that would come too late.
  private func pause(_ wait: Outcome.Wait, _ backoff: Duration) -> Bool {
    let duration: Duration =
      switch wait {
      // Services that started together do not all come back at the same moment.
      case .backoff: backoff * Double.random(in: 0.75...1.25)
      case .atLeast(let duration): min(duration, limits.longestWait)
      }
    let end = MonotonicTime.after(duration)
    while MonotonicTime.now < end {
      if let close = state.withLock({ $0.end }), close <= end { return false }
      _ = wake.wait(atMost: .nanoseconds(max(0, end - MonotonicTime.now)))
    }
    return true
  }

  /// Sends a document of some spans once.
  private func send(_ body: [UInt8], of count: Int, _ client: borrowing RequestSender) -> Outcome {
    let end = state.withLock { $0.end }
    let left = end.map { Duration.nanoseconds(max(1_000_000, $0 - MonotonicTime.now)) }
    do throws(SendError) {
      let response = try client.post(
        body, to: url, headers, timeout: min(limits.timeout, left ?? limits.timeout))
      switch response.status {
      case 200..<300:
        let partial = PartialSuccess(response.body)
        return .taken(rejected: min(partial.rejected, count), reason: partial.reason)
      case 429, 502, 503, 504:
        return .refused(
          reason: "it responds with \(response.status)",
          wait: response.retryAfter.map { .atLeast($0) } ?? .backoff)
      default: return .refused(reason: "it responds with \(response.status)", wait: nil)
      }
    } catch {
      return .refused(reason: error.reason, wait: .backoff)
    }
  }

  private func note(sent: Int, dropped: Int, _ reason: SpanCounts.Reason) {
    state.withLock { state in
      state.counts.sent += sent
      if dropped > 0 { state.counts.dropped[reason, default: 0] += dropped }
    }
  }
}
