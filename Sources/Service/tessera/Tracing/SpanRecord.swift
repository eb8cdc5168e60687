import API
import Glibc
import HTTPServer

/// A request that waits to become spans: their values alone, so that the head of the request is not retained.
struct SpanRecord: Sendable {
  /// A time in nanoseconds since 1970.
  typealias Time = Int64

  /// A part of the request, which becomes a span inside that of the request.
  struct Part: Sendable {
    var name: String
    var start: Time
    var end: Time
  }

  let trace: TraceContext
  /// The state of other tracing systems, which belongs to the trace.
  let traceState: String?
  let start: Time
  let end: Time
  let parts: [Part]
  let id: String
  let method: String
  let route: String?
  let path: String
  let query: String?
  let remote: String
  let status: Int?
  let bytesReceived: Int
  let bytesSent: Int
  let termination: Completion.Termination
  let tenant: String?
  let collection: String?
  let elements: Int?

  /// The most characters of the texts that a client chooses.
  private static let textLimit = 256

  /// Creates the record of an exchange that ends now; nil if its span is not recorded.
  init?(_ exchange: Completion, _ facts: RequestFacts?) {
    guard let head = exchange.head, head.trace.isSampled else { return nil }
    trace = head.trace
    traceState = head.headers["tracestate"].flatMap(Self.validTraceState)
    let end = Self.now
    let total = exchange.total.nanoseconds
    let start = end - total
    self.end = end
    self.start = start
    func part(_ name: String, _ from: Int64, _ to: Int64) -> Part {
      Part(name: name, start: start + max(0, min(from, total)), end: start + max(0, min(to, total)))
    }
    var parts: [Part] = []
    let received = exchange.receiving?.nanoseconds
    if let received, exchange.bytesReceived > 0 { parts.append(part("receive", 0, received)) }
    for noted in facts?.parts ?? [] {
      parts.append(
        part(
          noted.name.rawValue, (noted.start - head.receivedAt).nanoseconds,
          (noted.end - head.receivedAt).nanoseconds))
    }
    if let received, let handling = exchange.handling?.nanoseconds {
      parts.append(part("send", received + handling, total))
    }
    self.parts = parts
    id = exchange.id
    method = head.method.rawValue.limited(to: Self.textLimit)
    route = facts?.route
    let target = RequestTarget.logged(head.target.raw)
    let mark = target.firstIndex(of: "?")
    path = String(target[..<(mark ?? target.endIndex)]).limited(to: Self.textLimit)
    query = mark.map { String(target[target.index(after: $0)...]).limited(to: Self.textLimit) }
    remote = exchange.remoteAddress
    status = exchange.status
    bytesReceived = exchange.bytesReceived
    bytesSent = exchange.bytesSent
    termination = exchange.termination
    tenant = facts?.tenant
    collection = facts?.collection
    elements = facts?.elements
  }

  /// The number of spans that the record becomes.
  var spanCount: Int { 1 + parts.count }

  private static var now: Time {
    let time = Timestamp.now
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Returns a value of `tracestate` that may be passed on.
  private static func validTraceState(_ text: String) -> String? {
    text.utf8.count <= 512 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : nil
  }
}

extension Duration {
  /// The duration in whole nanoseconds.
  fileprivate var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}

extension String {
  /// Returns the beginning of a text. Texts of clients may be as long as a request's head.
  fileprivate func limited(to count: Int) -> String {
    unicodeScalars.count <= count
      ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(count))) + "…"
  }
}
