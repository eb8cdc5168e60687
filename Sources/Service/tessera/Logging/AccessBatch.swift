import API
import Glibc
import HTTPServer
import JSON
import Support

/// Exchanges that wait to become lines of the access log.
///
/// The event threads only copy what a line needs: numbers, and the bytes of some texts one after the other. Neither
/// memory is allocated for a line, nor is the head of its request retained.
struct AccessBatch: LineBatch {
  private struct Entry {
    var endedAt: timespec
    var total: Duration
    var status: Int?
    var code: ProblemCode?
    var bytesReceived: Int
    var bytesSent: Int
    var termination: Completion.Termination
    var trace: TraceContext?
    var elements: Int?
    var id: Range<Int>
    var remote: Range<Int>
    var method: Range<Int>?
    var target: Range<Int>?
    var tenant: Range<Int>?
    var keyFingerprint: Range<Int>?
    var keyName: Range<Int>?
    var subject: Range<Int>?
    var collection: Range<Int>?
  }

  private let format: LogFormat
  private var entries: [Entry] = []
  private var text: [UInt8] = []

  /// Creates an empty batch.
  init(format: LogFormat) { self.format = format }

  var lineCount: Int { entries.count }
  var byteCount: Int { entries.count * MemoryLayout<Entry>.stride + text.count }

  mutating func removeAll(keepingCapacity: Bool) {
    entries.removeAll(keepingCapacity: keepingCapacity)
    text.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Adds the line of an exchange that ends now.
  mutating func append(_ exchange: Completion, _ facts: RequestFacts?) {
    let id = place(exchange.id)
    let remote = place(exchange.remoteAddress)
    let method = exchange.head.map { place($0.method.rawValue) }
    let target = exchange.head.map { place($0.target.raw) }
    let tenant = facts?.tenant.map { place($0) }
    let keyFingerprint = facts?.keyFingerprint.map { place($0) }
    let keyName = facts?.keyName.map { place($0) }
    let subject = facts?.subject.map { place($0) }
    let collection = facts?.collection.map { place($0) }
    entries.append(
      Entry(
        endedAt: Timestamp.now, total: exchange.total, status: exchange.status, code: exchange.refusal?.code,
        bytesReceived: exchange.bytesReceived, bytesSent: exchange.bytesSent,
        termination: exchange.termination, trace: exchange.head?.trace, elements: facts?.elements, id: id,
        remote: remote, method: method, target: target, tenant: tenant, keyFingerprint: keyFingerprint,
        keyName: keyName, subject: subject, collection: collection))
  }

  /// Copies a text; returns where it lies.
  private mutating func place(_ string: String) -> Range<Int> {
    let start = text.count
    text.append(contentsOf: string.utf8)
    return start..<text.count
  }
}

// Lines.
extension AccessBatch {
  func write(to page: inout ByteWriter) {
    switch format {
    case .json:
      var time = Timestamp()
      var digits: [UInt8] = []
      for entry in entries { writeJSON(entry, &time, &digits, to: &page) }
    case .text: for entry in entries { writeText(entry, to: &page) }
    case .off: break
    }
  }

  func writeNotice(ofDropped count: Int, to page: inout ByteWriter) {
    guard format == .json else {
      page.append(contentsOf: "\(count) lines dropped\n".utf8)
      return
    }
    var time = Timestamp()
    time.set(Timestamp.now)
    var json = JSONWriter(continuing: page)
    json.beginObject()
    json.key("time")
    time.text.withUnsafeBufferPointer { json.string(utf8: $0) }
    json.key("warning")
    json.string("\(count) lines dropped")
    json.key("dropped")
    json.number(count)
    json.endObject()
    page = json.release()
    page.append(UInt8(ascii: "\n"))
  }

  /// Writes a JSON object; text from the client is escaped inside strings.
  ///
  /// - Parameter digits: memory for the digits of ids.
  private func writeJSON(
    _ entry: Entry, _ time: inout Timestamp, _ digits: inout [UInt8], to page: inout ByteWriter
  ) {
    time.set(entry.endedAt)
    var json = JSONWriter(continuing: page)
    json.beginObject()
    json.key("time")
    time.text.withUnsafeBufferPointer { json.string(utf8: $0) }
    json.key("id")
    text[entry.id].withUnsafeBufferPointer { json.string(utf8: $0) }
    if let trace = entry.trace { Self.write(trace, &digits, to: &json) }
    json.key("remote")
    text[entry.remote].withUnsafeBufferPointer { json.string(utf8: $0) }
    if let method = entry.method {
      json.key("method")
      text[method].withUnsafeBufferPointer { json.string(utf8: $0) }
    }
    if let target = entry.target {
      json.key("target")
      logged(target).withUnsafeBufferPointer { json.string(utf8: $0) }
    }
    if let status = entry.status {
      json.key("status")
      json.number(status)
    }
    if let code = entry.code {
      json.key("code")
      json.string(code.rawValue)
    }
    if let tenant = entry.tenant {
      json.key("tenant")
      text[tenant].withUnsafeBufferPointer { json.string(utf8: $0) }
    }
    if let fingerprint = entry.keyFingerprint {
      json.key("key")
      text[fingerprint].withUnsafeBufferPointer { json.string(utf8: $0) }
    }
    if let name = entry.keyName {
      json.key("key_name")
      text[name].withUnsafeBufferPointer { json.string(utf8: $0) }
    }
    if let subject = entry.subject {
      json.key("sub")
      text[subject].withUnsafeBufferPointer { json.string(utf8: $0) }
    }
    if let collection = entry.collection {
      json.key("collection")
      text[collection].withUnsafeBufferPointer { json.string(utf8: $0) }
    }
    if let elements = entry.elements {
      json.key("elements")
      json.number(elements)
    }
    json.key("received")
    json.number(entry.bytesReceived)
    json.key("sent")
    json.number(entry.bytesSent)
    json.key("ms")
    json.number((entry.total.milliseconds * 1000).rounded() / 1000)
    json.key("end")
    json.string(entry.termination.rawValue)
    json.endObject()
    page = json.release()
    page.append(UInt8(ascii: "\n"))
  }

  /// Writes the ids of a trace under the names that OpenTelemetry gives them in logs.
  private static func write(_ trace: TraceContext, _ digits: inout [UInt8], to json: inout JSONWriter) {
    func write(_ name: StaticString, _ append: (inout [UInt8]) -> Void) {
      digits.removeAll(keepingCapacity: true)
      append(&digits)
      guard !digits.isEmpty else { return }
      json.key(name)
      digits.withUnsafeBufferPointer { json.string(utf8: $0) }
    }
    write("trace_id", trace.appendTraceID)
    write("span_id", trace.appendSpanID)
    write("parent_id", trace.appendParentID)
  }

  /// Writes a readable line, in which `?` replaces the control characters of the client's text.
  private func writeText(_ entry: Entry, to page: inout ByteWriter) {
    if let status = entry.status { page.append(decimal: status) } else { page.append("-") }
    page.append(" ")
    if let method = entry.method { page.append(printable: text[method]) } else { page.append("-") }
    page.append(" ")
    if let target = entry.target { page.append(printable: logged(target)) } else { page.append("-") }
    page.append(" ")
    page.append(decimal: entry.bytesSent)
    page.append("B ")
    page.append(decimal: (entry.total.milliseconds * 100).rounded() / 100)
    page.append("ms")
    if let code = entry.code {
      page.append(" ")
      page.append(contentsOf: code.rawValue.utf8)
    }
    page.append("\n")
  }

  /// The target as a log may have it: parameters that no route takes may be keys.
  private func logged(_ target: Range<Int>) -> ArraySlice<UInt8> {
    let raw = text[target]
    guard raw.contains(UInt8(ascii: "?")) else { return raw }
    return Array(RequestTarget.logged(String(decoding: raw, as: UTF8.self)).utf8)[...]
  }
}
