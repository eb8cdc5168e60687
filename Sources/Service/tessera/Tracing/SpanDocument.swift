import HTTPServer
import JSON

/// Writes spans as `ExportTraceServiceRequest` of OTLP, in JSON: ids as hexadecimal digits, integers of 64 bits as
/// strings, names in camel case.
struct SpanDocument: ~Copyable {
  private var json: JSONWriter
  private var digits: [UInt8] = []
  private var random = SystemRandomNumberGenerator()

  /// The kinds of spans.
  private enum Kind: Int {
    case inside = 1
    case server = 2
  }

  /// Returns the document of some requests.
  ///
  /// - Parameters:
  ///   - service: the name of the service.
  ///   - instance: what tells this process from others of the service.
  /// - Complexity: O(n) for n spans.
  static func bytes(
    of records: some Sequence<SpanRecord>, service: String, instance: String, version: String
  ) -> [UInt8] {
    var document = SpanDocument(json: JSONWriter(capacity: 16 << 10))
    document.json.raw(#"{"resourceSpans":[{"resource":{"attributes":["#)
    document.attribute("service.name", service)
    document.attribute("service.version", version)
    document.attribute("service.instance.id", instance)
    document.json.raw(#"]},"scopeSpans":[{"scope":{"name":"tessera","version":"#)
    document.json.string(version)
    document.json.raw(#"},"spans":["#)
    for record in records { document.write(record) }
    document.json.raw("]}]}]}")
    return document.finish()
  }

  private consuming func finish() -> [UInt8] { json.finish().withUnsafeBytes { Array($0) } }

  private mutating func write(_ record: SpanRecord) {
    let name = record.route.map { "\(record.method) \($0)" } ?? record.method
    beginSpan(record, name, .server, record.start, record.end)
    id("spanId", record.trace.appendSpanID)
    id("parentSpanId", record.trace.appendParentID)
    json.key("attributes")
    json.beginArray()
    attribute("http.request.method", record.method)
    attribute("url.scheme", "http")
    attribute("url.path", record.path)
    attribute("url.query", record.query)
    attribute("http.route", record.route)
    attribute("http.response.status_code", record.status)
    attribute("http.request.body.size", record.bytesReceived)
    attribute("http.response.body.size", record.bytesSent)
    attribute("client.address", record.remote)
    attribute("tessera.request.id", record.id)
    attribute("tessera.tenant", record.tenant)
    attribute("tessera.collection", record.collection)
    attribute("tessera.elements", record.elements)
    attribute("tessera.end", record.termination.rawValue)
    // A client that leaves is no failure of the service.
    let isFailure = record.status.map { $0 >= 500 } ?? (record.termination != .clientGone)
    if isFailure { attribute("error.type", record.status.map { "\($0)" } ?? record.termination.rawValue) }
    json.endArray()
    if isFailure { json.raw(#","status":{"code":2}"#) }
    json.endObject()
    for part in record.parts { write(part, of: record) }
  }

  private mutating func write(_ part: SpanRecord.Part, of record: SpanRecord) {
    beginSpan(record, part.name, .inside, part.start, part.end)
    let number = UInt64.random(in: 1 ... .max, using: &random)
    id("spanId") { bytes in
      let text = String(number, radix: 16)
      bytes = Array(repeating: UInt8(ascii: "0"), count: 16 - text.utf8.count) + text.utf8
    }
    id("parentSpanId", record.trace.appendSpanID)
    json.endObject()
  }

  /// Begins a span, and writes what all have.
  private mutating func beginSpan(
    _ record: SpanRecord, _ name: String, _ kind: Kind, _ start: SpanRecord.Time, _ end: SpanRecord.Time
  ) {
    json.beginObject()
    id("traceId", record.trace.appendTraceID)
    if let state = record.traceState {
      json.key("traceState")
      json.string(state)
    }
    json.key("name")
    json.string(name)
    json.key("kind")
    json.number(kind.rawValue)
    json.key("startTimeUnixNano")
    json.string("\(start)")
    json.key("endTimeUnixNano")
    json.string("\(end)")
  }

  /// Writes an id, if there is one.
  private mutating func id(_ name: StaticString, _ append: (inout [UInt8]) -> Void) {
    digits.removeAll(keepingCapacity: true)
    append(&digits)
    guard !digits.isEmpty else { return }
    json.key(name)
    digits.withUnsafeBufferPointer { json.string(utf8: $0) }
  }

  private mutating func attribute(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    json.beginObject()
    json.key("key")
    json.string("\(name)")
    json.raw(#","value":{"stringValue":"#)
    json.string(value)
    json.raw("}}")
  }

  private mutating func attribute(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    json.beginObject()
    json.key("key")
    json.string("\(name)")
    json.raw(#","value":{"intValue":"#)
    json.string("\(value)")
    json.raw("}}")
  }
}
