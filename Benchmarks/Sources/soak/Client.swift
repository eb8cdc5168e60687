import Glibc

/// A connection that sends one request after another.
final class Client {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init?(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let descriptor = descriptor
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Sends a request and returns the status of the response, or 0 without one.
  func ask(_ method: String, _ target: String, _ body: String? = nil, _ headers: String = "") -> Int {
    guard send(method, target, body, headers), let head = readHead() else { return 0 }
    guard let length = head.length else { return head.status }
    while buffer.count < length { guard fill() else { return 0 } }
    buffer.removeFirst(length)
    return head.status
  }

  /// Opens a stream and returns the status.
  func open(_ target: String) -> Int {
    guard send("GET", target, nil, "Accept: text/event-stream\r\n"), let head = readHead() else { return 0 }
    return head.status
  }

  /// Returns the number of events that have arrived in a stream, or nil at its end.
  func readEvents() -> Int? {
    if buffer.isEmpty { guard fill() else { return nil } }
    defer { buffer = [] }
    return zip(buffer, buffer.dropFirst()).count { $0 == 10 && $1 == 10 }
  }

  private func send(_ method: String, _ target: String, _ body: String?, _ headers: String) -> Bool {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)"
    if let body { text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
    text += "\r\n" + (body ?? "")
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      bytes.removeFirst(count)
    }
    return true
  }

  private func readHead() -> (status: Int, length: Int?)? {
    while true {
      if let end = headEnd() {
        let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
        buffer.removeFirst(end + 4)
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: " ").last
        return (status, length.flatMap { Int($0) } ?? (status == 204 || status == 304 ? 0 : nil))
      }
      guard fill() else { return nil }
    }
  }

  private func headEnd() -> Int? {
    guard buffer.count >= 4 else { return nil }
    return (0...buffer.count - 4).first {
      buffer[$0] == 13 && buffer[$0 + 1] == 10 && buffer[$0 + 2] == 13 && buffer[$0 + 3] == 10
    }
  }

  private func fill() -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 << 10) { room in
      let count = recv(descriptor, room.baseAddress, room.count, 0)
      guard count > 0 else { return false }
      buffer.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<count]))
      return true
    }
  }
}
