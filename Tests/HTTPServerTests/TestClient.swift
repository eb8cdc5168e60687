import Glibc

@testable import HTTPServer

/// An answer as it came over the socket.
struct Answer {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A client on a raw socket: it sends exactly the bytes it is told to.
final class TestClient {
  private(set) var descriptor: Int32
  private(set) var buffered: [UInt8] = []
  private var isInBody = false

  /// Connects; nil when the connection is refused.
  init?(_ address: SocketAddress, timeout: Int = 5) {
    let isIPv6 = address.host.contains(":")
    descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard (isIPv6 ? connect6(address) : connect4(address)) == 0 else { return nil }
  }

  deinit { close() }

  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  private func connect4(_ address: SocketAddress) -> Int32 {
    var peer = sockaddr_in()
    peer.sin_family = sa_family_t(AF_INET)
    peer.sin_port = address.port.bigEndian
    inet_pton(AF_INET, address.host, &peer.sin_addr)
    return withUnsafePointer(to: &peer) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private func connect6(_ address: SocketAddress) -> Int32 {
    var peer = sockaddr_in6()
    peer.sin6_family = sa_family_t(AF_INET6)
    peer.sin6_port = address.port.bigEndian
    inet_pton(AF_INET6, address.host, &peer.sin6_addr)
    return withUnsafePointer(to: &peer) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
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

  /// Sends a request and reads its answer.
  func request(
    _ method: String, _ target: String, headers: [String] = [], body: [UInt8]? = nil
  ) -> Answer? {
    sendRequest(method, target, headers: headers, body: body)
    return readAnswer(isHead: method == "HEAD")
  }

  func sendRequest(_ method: String, _ target: String, headers: [String] = [], body: [UInt8]? = nil) {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: test\r\n"
    for header in headers { head += header + "\r\n" }
    if let body { head += "Content-Length: \(body.count)\r\n" }
    send(Array((head + "\r\n").utf8) + (body ?? []))
  }

  /// Reads one answer; nil when the connection ends, or nothing comes, before it is whole.
  func readAnswer(isHead: Bool = false) -> Answer? {
    guard var answer = readHead() else { return nil }
    let length = isHead ? 0 : answer.header("Content-Length").flatMap { Int($0) } ?? 0
    isInBody = true
    while buffered.count < length {
      guard fill() else { return nil }
    }
    isInBody = false
    answer.body = take(length)
    return answer
  }

  /// Reads an answer up to its body.
  func readHead() -> Answer? {
    var end = headEnd()
    while end == nil {
      guard fill() else { return nil }
      end = headEnd()
    }
    let lines = String(decoding: buffered[..<end!], as: UTF8.self).split(separator: "\r\n")
    _ = take(end! + 4)
    let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      return nil
    }
    return status == 100 ? readHead() : Answer(status: status, headers: headers, body: [])
  }

  /// Takes bytes that have been read.
  func take(_ count: Int) -> [UInt8] {
    defer { buffered.removeFirst(count) }
    return Array(buffered[..<count])
  }

  /// Waits for the peer to close; false if it is still open, or sends more, after the timeout.
  func readsEnd() -> Bool { !fill() && errno != EAGAIN && buffered.isEmpty }

  /// Whether an answer began that did not come to its end.
  var hasPartialAnswer: Bool { !buffered.isEmpty || isInBody }

  private func headEnd() -> Int? {
    guard buffered.count >= 4 else { return nil }
    return (0...(buffered.count - 4)).first { buffered[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10]) }
  }

  /// Reads what has come; false when nothing more does.
  func fill() -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 << 10) { buffer in
      errno = 0
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return false }
      buffered.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
      return true
    }
  }
}
