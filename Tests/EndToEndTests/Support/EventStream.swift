import Foundation
import Glibc
import ResponseRecording
import TestSupport

/// An event of a stream, as the HTML standard parses them.
struct StreamEvent {
  var id: String?
  var name = "message"
  var data = ""

  var json: JSONTree? { try? JSONTree(parsing: Array(data.utf8)) }
  var version: Int? { json?["version"]?.int }
}

/// A client that reads a `text/event-stream` bit by bit.
final class EventStream {
  private let client: HTTPClient
  private let target: String
  /// The head of the response.
  let answer: HTTPResponse
  private var text: [UInt8] = []
  /// The whole body, as far as it has been read.
  private(set) var received: [UInt8] = []
  /// Signs of life that came.
  private(set) var heartbeats = 0
  /// Whether the body has come to its end in good order.
  private(set) var hasEnded = false
  /// The end of a chunked body that is not a complete chunk yet.
  private var raw: [UInt8] = []

  /// Opens a stream; a rejected one has its response, and no events.
  init(_ service: RunningService, _ target: String, _ headers: [String] = []) throws {
    self.target = target
    client = try service.client()
    client.sendRequest("GET", target, ["Accept: text/event-stream"] + headers)
    guard let answer = client.readResponse() else { throw NoAnswer(request: "GET \(target)") }
    self.answer = answer
    hasEnded = answer.header("Transfer-Encoding") != "chunked"
  }

  /// The next event; nil when the stream ends, or nothing comes in time.
  func next() -> StreamEvent? {
    while true {
      if let end = blockEnd() {
        let block = String(decoding: text[..<end], as: UTF8.self)
        text.removeFirst(end + 2)
        if let event = parse(block) { return event }
        continue
      }
      guard readMore() else { return nil }
    }
  }

  /// Reads more of the body; returns false when the stream ends, or nothing comes in time.
  func readMore() -> Bool {
    guard !hasEnded, let bytes = client.readSome() else { return false }
    raw += bytes
    takeChunks()
    return true
  }

  /// Waits for a heartbeat later than those that came; returns false if the stream ends, or an event comes before it.
  func nextHeartbeat() -> Bool {
    let before = heartbeats
    while heartbeats == before {
      if let end = blockEnd() {
        let block = String(decoding: text[..<end], as: UTF8.self)
        guard parse(block) == nil else { return false }
        text.removeFirst(end + 2)
      } else if !readMore() {
        return false
      }
    }
    return true
  }

  /// The next events, so many.
  func next(_ count: Int) -> [StreamEvent] {
    var events: [StreamEvent] = []
    while events.count < count, let event = next() { events.append(event) }
    return events
  }

  func close() { client.close() }

  private func blockEnd() -> Int? {
    guard text.count >= 2 else { return nil }
    return (0...(text.count - 2)).first { text[$0] == 10 && text[$0 + 1] == 10 }
  }

  private func parse(_ block: String) -> StreamEvent? {
    var event = StreamEvent()
    var hasData = false
    for line in block.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]) : ""
      switch parts[0] {
      case "": heartbeats += 1
      case "id": event.id = value
      case "event": event.name = value
      case "data":
        event.data = value
        hasData = true
      default: break
      }
    }
    guard hasData else { return nil }
    ResponseRecorder.shared?.record(event: event.name, data: event.data, of: target)
    return event
  }

  /// Takes every complete chunk out of the bytes read.
  private func takeChunks() {
    while let line = (0..<max(0, raw.count - 1)).first(where: { raw[$0] == 13 && raw[$0 + 1] == 10 }) {
      guard let size = Int(String(decoding: raw[..<line], as: UTF8.self), radix: 16) else {
        hasEnded = true
        return
      }
      guard raw.count >= line + 2 + size + 2 else { return }
      text += raw[(line + 2)..<(line + 2 + size)]
      received += raw[(line + 2)..<(line + 2 + size)]
      raw.removeFirst(line + 2 + size + 2)
      if size == 0 { hasEnded = true }
    }
  }
}
