import HTTPServer
import JSON
import Wire

/// Events in the format of the HTML standard's server-sent events (`text/event-stream`).
enum ServerSentEvent {
  static let mediaType = "text/event-stream"

  /// Returns an event whose data is a response on one line.
  ///
  /// - Parameter id: the id that a reconnecting client sends as `Last-Event-ID`.
  /// - Throws: `answerTooLarge`, `deadlineExceeded`.
  static func event(
    id: Int, _ body: some ResponseBody, _ budget: EncodingBudget
  ) throws(Problem) -> ByteBuffer {
    let capacity = min(body.expectedBytes, max(512, budget.bytes))
    return try event(id: id, capacity: capacity) { (json: inout JSONWriter) throws(Problem) in
      try body.write(to: &json, budget)
      try budget.check(row: 0, written: json.count)
    }
  }

  /// Returns an event. `write` appends the data to its other lines, so that nothing is copied.
  ///
  /// - Parameters:
  ///   - id: nil keeps the id of the previous event.
  ///   - name: nil stands for the default name, `message`.
  ///   - forgetsID: whether a client that reconnects sends no `Last-Event-ID`.
  static func event<Writer: ResponseWriter & ~Copyable, Failure: Error>(
    id: Int? = nil, name: String? = nil, forgetsID: Bool = false, capacity: Int = 128,
    _ write: (inout Writer) throws(Failure) -> Void
  ) throws(Failure) -> ByteBuffer {
    var start = ByteWriter(capacity: capacity + 64)
    if forgetsID { start.append("id:\n") }
    if let id { start.append(contentsOf: "id: \(id)\n".utf8) }
    if let name { start.append(contentsOf: "event: \(name)\n".utf8) }
    start.append("data: ")
    var writer = Writer(continuing: start)
    try write(&writer)
    var event = writer.release()
    event.append("\n\n")
    return event.finish()
  }

  /// Returns an event without data: it changes what a reconnecting client sends as `Last-Event-ID`, and nothing else.
  static func id(_ id: Int) -> ByteBuffer { ByteBuffer(copying: "id: \(id)\n\n".utf8) }

  /// Returns the line that sets the time after which browsers reconnect.
  static func retry(milliseconds: Int) -> ByteBuffer {
    ByteBuffer(copying: "retry: \(milliseconds)\n\n".utf8)
  }

  /// A comment, which clients ignore and proxies take as activity.
  static let heartbeat = ByteBuffer(copying: ":\n\n".utf8)

  /// Concatenates events.
  static func joined(_ events: [ByteBuffer]) -> ByteBuffer {
    var all = ByteWriter(capacity: events.reduce(0) { $0 + $1.count })
    for event in events { event.withUnsafeBytes { all.append(contentsOf: $0) } }
    return all.finish()
  }
}
