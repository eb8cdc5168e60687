import Foundation

@testable import HTTPServer

extension FuzzTarget {
  /// Sends bytes to a server over a socket, in pieces. It sends as many responses as there are requests, none of them
  /// libmicrohttpd's own, and closes the connection.
  static let connections = FuzzTarget("connections", longestInput: 1500, seeds: { FramingSeeds.all }) {
    (input) throws(Violation) in
    var decisions = Decisions(input)
    let pieceSize = decisions.pick([1500, 1500, 64, 7])
    let bytes = decisions.rest()
    let expected = FramedRequests(bytes, pieceSize: max(1, bytes.count))
    let answer = try FuzzedServer.answer(to: bytes, pieceSize: pieceSize)
    try promise(!answer.lowercased().contains("<html"), "libmicrohttpd sends a page of its own: \(answer)")
    let responses = answer.ranges(of: "HTTP/1.1 ").count - answer.ranges(of: "HTTP/1.1 1").count
    let most = expected.headCount + (expected.refusal == nil ? 0 : 1)
    try promise(responses <= most, "\(responses) responses to \(most) requests: \(answer)")
    // A client can end its connection, as a response to a target that cannot be decoded does.
    let text = bytes.text.lowercased()
    let isPlain = !["connection", "expect", "http/1.0", "upgrade"].contains { text.contains($0) }
    let isKept = !answer.contains("Connection: close")
    if isPlain, isKept, expected.refusal == nil, expected.ends.last == bytes.count {
      try promise(
        responses == expected.ends.count, "\(responses) responses to \(expected.ends.count) requests")
    }
  }
}

/// A server that responds to every request with the same text.
private enum FuzzedServer {
  private struct Handler: RequestHandler {
    func handle(_ request: Request, _ responder: Responder) { responder.respond(.text("response\n")) }
  }

  private static let server: Server = {
    var configuration = ServerConfiguration()
    configuration.lingerPause = 0.05
    configuration.lingerDeadline = 0.2
    return try! Server(configuration: configuration, handler: Handler())
  }()

  /// Sends bytes over a connection, and returns all that the server sends until it closes it.
  static func answer(to bytes: [UInt8], pieceSize: Int) throws(Violation) -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = server.address.port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try promise(connected == 0, "the server takes no connection: \(errno)")
    for start in stride(from: 0, to: bytes.count, by: pieceSize) {
      let piece = bytes[start..<min(bytes.count, start + pieceSize)]
      // The server may have closed the connection already.
      guard
        piece.withUnsafeBytes({ send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) })
          > 0
      else { break }
    }
    shutdown(descriptor, Int32(SHUT_WR))
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { answer += buffer.prefix(count) }
      if count < 0, errno == EINTR { continue }
      if count == 0 || count < 0 && errno == ECONNRESET { return answer.text }
      try promise(count > 0, "the server does not close the connection: \(errno)")
    }
  }
}
