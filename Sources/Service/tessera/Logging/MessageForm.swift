import JSON

/// How messages of the service itself are written.
enum MessageForm: Sendable {
  /// `2030-01-31T12:00:00.000Z warning tessera: …`
  case text
  /// `{"time":"2030-01-31T12:00:00.000Z","level":"warning","message":"…"}`
  case json

  /// Returns the line of a message of now, without its end.
  ///
  /// A message may quote a path, or what a library reports: neither may begin a line.
  func line(_ message: String, level: String, from label: String) -> String {
    var time = Timestamp()
    time.set(Timestamp.now)
    switch self {
    case .text:
      var line = ByteWriter(capacity: 256)
      line.append(contentsOf: time.text)
      line.append(contentsOf: " \(level) \(label): ".utf8)
      line.append(printable: message.utf8)
      return line.finish().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    case .json:
      var json = JSONWriter(capacity: 256)
      json.beginObject()
      json.key("time")
      time.text.withUnsafeBufferPointer { json.string(utf8: $0) }
      json.key("level")
      json.string(level)
      json.key("message")
      json.string(message)
      json.endObject()
      return json.finish().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
  }
}
