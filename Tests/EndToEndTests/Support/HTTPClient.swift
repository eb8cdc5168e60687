import Glibc
import TestSupport

/// An answer as it came over the socket.
struct HTTPAnswer {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  var json: JSONTree? { try? JSONTree(parsing: body) }
  var code: String? { json?["code"]?.string }
  var pointers: [String]? { json?["errors"]?.elements?.compactMap { $0["pointer"]?.string } }
}

/// A client on a raw socket: it sends exactly the bytes it is told to.
final class HTTPClient {
  private var descriptor: Int32
  private var buffered: [UInt8] = []

  /// Connects; nil when the connection is refused.
  init?(port: UInt16, timeout: Int = 20) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var peer = sockaddr_in()
    peer.sin_family = sa_family_t(AF_INET)
    peer.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &peer.sin_addr)
    let descriptor = descriptor
    let code = withUnsafePointer(to: &peer) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { return nil }
  }

  deinit { close() }

  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Sends all bytes; false once the peer takes no more.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  func sendRequest(_ method: String, _ target: String, _ headers: [String] = [], body: [UInt8]? = nil) {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
    for header in headers { head += header + "\r\n" }
    if let body { head += "Content-Length: \(body.count)\r\n" }
    send(Array((head + "\r\n").utf8) + (body ?? []))
  }

  func request(
    _ method: String, _ target: String, _ headers: [String] = [], body: [UInt8]? = nil
  ) -> HTTPAnswer? {
    sendRequest(method, target, headers, body: body)
    return readAnswer(isHead: method == "HEAD")
  }

  /// Reads one answer; nil when the connection ends, or nothing comes, before it is whole.
  func readAnswer(isHead: Bool = false) -> HTTPAnswer? {
    var end = headEnd()
    while end == nil {
      guard fill() else { return nil }
      end = headEnd()
    }
    let lines = String(decoding: buffered[..<end!], as: UTF8.self).split(separator: "\r\n")
    buffered.removeFirst(end! + 4)
    let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      return nil
    }
    if status == 100 { return readAnswer(isHead: isHead) }
    var answer = HTTPAnswer(status: status, headers: headers, body: [])
    let length = isHead ? 0 : answer.header("Content-Length").flatMap { Int($0) } ?? 0
    while buffered.count < length {
      guard fill() else { return nil }
    }
    answer.body = Array(buffered[..<length])
    buffered.removeFirst(length)
    return answer
  }

  /// What has come, or comes next; nil when the connection ends, or nothing comes in time.
  func readSome() -> [UInt8]? {
    if buffered.isEmpty, !fill() { return nil }
    defer { buffered = [] }
    return buffered
  }

  /// Whether an answer began that did not come to its end.
  var hasPartialAnswer: Bool { !buffered.isEmpty }

  private func headEnd() -> Int? {
    guard buffered.count >= 4 else { return nil }
    return (0...(min(buffered.count, 65536) - 4)).first {
      buffered[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10])
    }
  }

  private func fill() -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256 << 10) { buffer in
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return false }
      buffered.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
      return true
    }
  }
}
