import HTTPServer
import JSON

/// Events in the form of the HTML standard's server-sent events (`text/event-stream`).
enum ServerSentEvent {
  static let mediaType = "text/event-stream"

  /// Writes an event.
  ///
  /// - Parameters:
  ///   - id: what a client that comes again says it has seen; nil leaves what the event before said.
  ///   - name: nil is the event that needs no name, `message`.
  ///   - data: one line.
  static func write(id: Int? = nil, name: String? = nil, data: ByteBuffer) -> ByteBuffer {
    var event = ByteWriter(capacity: data.count + 64)
    if let id { event.append(contentsOf: "id: \(id)\n".utf8) }
    if let name { event.append(contentsOf: "event: \(name)\n".utf8) }
    event.append(contentsOf: "data: ".utf8)
    data.withUnsafeBytes { event.append(contentsOf: $0) }
    event.append(contentsOf: "\n\n".utf8)
    return event.finish()
  }

  /// Tells browsers how soon to come again.
  static func retry(milliseconds: Int) -> ByteBuffer {
    ByteBuffer(copying: "retry: \(milliseconds)\n\n".utf8)
  }

  /// What no client sees, and proxies take for a sign of life.
  static let heartbeat = ByteBuffer(copying: ":\n\n".utf8)

  static func joined(_ events: [ByteBuffer]) -> ByteBuffer {
    var all = ByteWriter(capacity: events.reduce(0) { $0 + $1.count })
    for event in events { event.withUnsafeBytes { all.append(contentsOf: $0) } }
    return all.finish()
  }
}
