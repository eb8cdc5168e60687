import CMicrohttpd
import Glibc

/// A response written past libmicrohttpd, for requests that it will not read to their end.
enum RawResponse {
  /// Returns a complete `HTTP/1.1` response that closes its connection.
  static func bytes(_ response: Response, isHeadOnly: Bool) -> [UInt8] {
    let reason = MHD_get_reason_phrase_for(UInt32(response.status)).map { String(cString: $0) } ?? ""
    var head = "HTTP/1.1 \(response.status) \(reason)\r\nDate: \(HTTPDate.now)\r\n"
    for (name, value) in response.headers where !value.utf8.contains(where: { $0 < 0x20 }) {
      head += "\(name): \(value)\r\n"
    }
    head += "Content-Length: \(response.bodyCount)\r\nConnection: close\r\n\r\n"
    var bytes = Array(head.utf8)
    guard !isHeadOnly else { return bytes }
    switch response.body {
    case .empty, .stream: break
    case .bytes(let body): bytes += body
    case .immortal(let body): bytes += body.buffer
    case .source(let source): bytes += source.unsafeBytes
    }
    return bytes
  }

  /// Sends as much as fits into the socket's buffer, without waiting for the rest: the connection is about to close.
  static func send(_ bytes: [UInt8], to descriptor: Int32) {
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
  }
}

/// The date of a response, in the one form that HTTP has for it (RFC 9110, 5.6.7).
enum HTTPDate {
  static var now: String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let date = "\(twoDigits(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(1900 + Int(parts.tm_year))"
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
    return "\(day), \(date) \(clock) GMT"
  }

  private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
