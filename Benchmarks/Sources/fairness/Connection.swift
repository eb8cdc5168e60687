import Glibc

/// A connection that sends requests with a key and waits for each response.
final class Connection {
  private let descriptor: Int32
  private let key: String
  private var buffer = [UInt8](repeating: 0, count: 256 << 10)

  init?(port: UInt16, key: String) {
    self.key = key
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var noDelay: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(MemoryLayout<Int32>.size))
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

  /// Sends a layout request; returns the status of its response, or nil without one.
  func solve(_ body: [UInt8]) -> Int? {
    let head =
      "POST /v1/layouts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(key)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
    guard send(Array(head.utf8) + body.prefix(1400)), send(body.dropFirst(1400)) else { return nil }
    return readResponse()
  }

  private func send(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    bytes.withContiguousStorageIfAvailable { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = Glibc.send(
          descriptor, bytes.baseAddress! + sent, min(256 << 10, bytes.count - sent), Int32(MSG_NOSIGNAL))
        guard count > 0 else { return false }
        sent += count
      }
      return true
    } ?? false
  }

  /// Reads a response to its end; only its head is looked at.
  private func readResponse() -> Int? {
    var head: [UInt8] = []
    var end: Int?
    while end == nil {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      head += buffer[..<count]
      end = head.indices.dropLast(3).first { head[$0...].starts(with: [13, 10, 13, 10]) }
    }
    let lines = String(decoding: head[..<end!], as: UTF8.self).split(separator: "\r\n")
    let length = lines.first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: " ").last
    var left = (length.flatMap { Int($0) } ?? 0) - (head.count - end! - 4)
    while left > 0 {
      let count = recv(descriptor, &buffer, min(left, buffer.count), 0)
      guard count > 0 else { return nil }
      left -= count
    }
    return lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }
}
