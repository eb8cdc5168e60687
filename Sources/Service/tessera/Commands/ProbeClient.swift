import Glibc
import Support

/// The HTTP client of a probe: one GET, one status.
enum ProbeClient {
  /// Returns the status of the response, or nil if none arrives within three seconds.
  static func status(of path: String, at address: ListenAddress) -> Int? {
    guard let descriptor = connect(to: address) else { return nil }
    defer { close(descriptor) }
    let host = address.path == nil ? "\(address)" : "localhost"
    let request = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
    guard File.write(request, to: descriptor) else { return nil }
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while !line.contains(UInt8(ascii: "\n")) {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      line.append(contentsOf: buffer[..<count])
    }
    let parts = String(decoding: line, as: UTF8.self).split(separator: " ")
    return parts.count > 1 && parts[0].hasPrefix("HTTP/1.") ? Int(parts[1]) : nil
  }

  private static func connect(to address: ListenAddress) -> Int32? {
    if let path = address.path {
      let descriptor = limited(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
      if UnixAddress(path)?.connect(descriptor) == 0 { return descriptor }
      close(descriptor)
      return nil
    }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, "\(address.port)", &hints, &list) == 0 else { return nil }
    defer { freeaddrinfo(list) }
    var entry = list
    while let candidate = entry?.pointee {
      let descriptor = limited(socket(candidate.ai_family, candidate.ai_socktype, candidate.ai_protocol))
      if Glibc.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0 { return descriptor }
      close(descriptor)
      entry = candidate.ai_next
    }
    return nil
  }

  /// A socket of which no call waits for more than three seconds.
  private static func limited(_ descriptor: Int32) -> Int32 {
    var limit = timeval(tv_sec: 3, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    return descriptor
  }
}
