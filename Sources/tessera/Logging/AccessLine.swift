import API
import Glibc
import HTTPServer
import JSON
import Support

/// How log lines are written.
enum LogFormat: String, CaseIterable, Sendable {
  /// One JSON object a line, for machines.
  case json
  /// One readable line, for a terminal.
  case text
}

/// One exchange as a line of the access log.
struct AccessLine {
  private let exchange: Completion
  private let endedAt: timespec

  init(_ exchange: Completion, endedAt: timespec) {
    self.exchange = exchange
    self.endedAt = endedAt
  }

  /// Writes the line and a line feed.
  func write(as format: LogFormat, to page: inout ByteWriter) {
    switch format {
    case .json: json().withUnsafeBytes { page.append(contentsOf: $0) }
    case .text: page.append(contentsOf: text().utf8)
    }
    page.append(UInt8(ascii: "\n"))
  }

  /// Returns a JSON object; text from the client is escaped inside strings.
  private func json() -> ByteBuffer {
    var json = JSONWriter(capacity: 256)
    json.beginObject()
    json.key("time")
    json.string(Timestamp.text(of: endedAt))
    json.key("id")
    json.string(exchange.id)
    json.key("remote")
    json.string(exchange.remoteAddress)
    if let head = exchange.head {
      json.key("method")
      json.string(head.method.rawValue)
      json.key("target")
      json.string(head.target.logged)
    }
    if let status = exchange.status {
      json.key("status")
      json.number(status)
    }
    if let refusal = exchange.refusal {
      json.key("code")
      json.string(refusal.code.rawValue)
    }
    json.key("received")
    json.number(exchange.bytesReceived)
    json.key("sent")
    json.number(exchange.bytesSent)
    json.key("ms")
    json.number((exchange.total.milliseconds * 1000).rounded() / 1000)
    json.key("end")
    json.string("\(exchange.termination)")
    json.endObject()
    return json.finish()
  }

  /// Returns a readable line, in which `?` replaces the control characters of the client's text.
  private func text() -> String {
    let status = exchange.status.map(String.init) ?? "-"
    let milliseconds = (exchange.total.milliseconds * 100).rounded() / 100
    let method = exchange.head.map { printable($0.method.rawValue) } ?? "-"
    let target = exchange.head.map { printable($0.target.logged) } ?? "-"
    let code = exchange.refusal.map { " \($0.code.rawValue)" } ?? ""
    return "\(status) \(method) \(target) \(exchange.bytesSent)B \(milliseconds)ms\(code)"
  }

  private func printable(_ text: String) -> String {
    text.unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "?" : String($0) }
      .joined()
  }
}
