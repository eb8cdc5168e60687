import Glibc
import ResponseRecording
import Support

/// A response as it arrived over the socket.
public struct HTTPResponse: Sendable {
  public var status: Int
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]

  public var text: String { String(decoding: body, as: UTF8.self) }

  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  public var json: JSONTree? { try? JSONTree(parsing: body) }
  public var code: String? { json?["code"]?.string }
  public var pointers: [String]? { json?["errors"]?.elements?.compactMap { $0["pointer"]?.string } }
}

/// A client on a raw socket, which sends exactly the bytes that it is given.
public final class HTTPClient {
  public private(set) var descriptor: Int32
  /// Bytes that were read from the socket and not yet taken.
  public private(set) var buffered: [UInt8] = []
  private var isInBody = false
  /// Whether the peer is the service, whose responses a recorder takes (`ResponseRecorder`).
  private var isRecorded = true
  /// The requests whose responses have not been read.
  private var asked: [(method: String, target: String)] = []
  /// Whether bytes were sent that may be anything, after which the request of a response is not known.
  private var hasSentBytes = false
  /// The request that the head was read for last.
  private var answered: (method: String, target: String)?

  /// Connects to a numeric address; nil when the connection is refused.
  ///
  /// - Parameter timeout: the seconds after which a peer that neither sends nor takes anything is taken to hang.
  public init?(host: String = "127.0.0.1", port: UInt16, timeout: Int = 60) {
    let isIPv6 = host.contains(":")
    descriptor = Self.socket(isIPv6 ? AF_INET6 : AF_INET, timeout)
    guard (isIPv6 ? connect6(host, port) : connect4(host, port)) == 0 else { return nil }
  }

  /// Connects to a Unix socket; nil when there is none, or the connection is refused.
  public init?(path: String) {
    descriptor = Self.socket(AF_UNIX, 60)
    guard UnixAddress(path)?.connect(descriptor) == 0 else { return nil }
  }

  private static func socket(_ family: Int32, _ timeout: Int) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(family, type, 0)
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    return descriptor
  }

  deinit { close() }

  /// This client, for requests that openapi.yaml does not describe: no recorder takes the responses from now on.
  public var unrecorded: HTTPClient {
    isRecorded = false
    return self
  }

  public func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Closes the connection once the peer's system knows that nothing more will come; false if it never does.
  public func leave() -> Bool {
    defer { close() }
    shutdown(descriptor, Int32(SHUT_WR))
    return eventually {
      // The first byte is the state of the connection: the end that was sent has not been acknowledged in FIN_WAIT1.
      var information = [UInt8](repeating: 0, count: 256)
      var length = socklen_t(information.count)
      getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &information, &length)
      return information[0] != 1 && information[0] != 4
    }
  }

  private func connect4(_ host: String, _ port: UInt16) -> Int32 {
    var peer = sockaddr_in()
    peer.sin_family = sa_family_t(AF_INET)
    peer.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &peer.sin_addr)
    return withUnsafePointer(to: &peer) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private func connect6(_ host: String, _ port: UInt16) -> Int32 {
    var peer = sockaddr_in6()
    peer.sin6_family = sa_family_t(AF_INET6)
    peer.sin6_port = port.bigEndian
    inet_pton(AF_INET6, host, &peer.sin6_addr)
    return withUnsafePointer(to: &peer) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
  }

  /// Sends all bytes; false once the peer takes no more.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    hasSentBytes = true
    return write(bytes)
  }

  private func write(_ bytes: [UInt8]) -> Bool {
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
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  public func sendRequest(
    _ method: String, _ target: String, _ headers: [String] = [], body: [UInt8]? = nil
  ) {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
    for header in headers { head += header + "\r\n" }
    if let body { head += "Content-Length: \(body.count)\r\n" }
    asked.append((method, target))
    _ = write(Array((head + "\r\n").utf8) + (body ?? []))
  }

  /// Sends a request and reads its response.
  public func request(
    _ method: String, _ target: String, _ headers: [String] = [], body: [UInt8]? = nil
  ) -> HTTPResponse? {
    sendRequest(method, target, headers, body: body)
    return readResponse(isHead: method == "HEAD")
  }

  /// Reads one response; nil when the connection ends, or nothing arrives in time, before it is complete.
  public func readResponse(isHead: Bool = false) -> HTTPResponse? {
    guard var response = readHead() else { return nil }
    let length = isHead ? 0 : response.header("Content-Length").flatMap { Int($0) } ?? 0
    isInBody = true
    while buffered.count < length {
      guard fill() else { return nil }
    }
    isInBody = false
    response.body = take(length)
    record(response)
    return response
  }

  private func record(_ response: HTTPResponse) {
    guard isRecorded, !hasSentBytes, let request = answered else { return }
    let isStream = response.header("Transfer-Encoding") != nil
    ResponseRecorder.shared?.record(
      request.method, request.target, status: response.status, headers: response.headers,
      body: isStream ? nil : response.body)
  }

  /// Reads a response up to its body.
  public func readHead() -> HTTPResponse? {
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
    if status == 100 { return readHead() }
    answered = asked.isEmpty ? nil : asked.removeFirst()
    return HTTPResponse(status: status, headers: headers, body: [])
  }

  /// Takes bytes that have been read.
  public func take(_ count: Int) -> [UInt8] {
    defer { buffered.removeFirst(count) }
    return Array(buffered[..<count])
  }

  /// Takes the bytes that have been read, or else the next ones; nil when the connection ends, or nothing arrives in time.
  public func readSome() -> [UInt8]? {
    if buffered.isEmpty, !fill() { return nil }
    return take(buffered.count)
  }

  /// Waits for the peer to close; false if it is still open, or sends more, after the timeout.
  public func readsEnd() -> Bool { !fill() && errno != EAGAIN && buffered.isEmpty }

  /// Whether a response has begun and not ended.
  public var hasPartialResponse: Bool { !buffered.isEmpty || isInBody }

  /// Reads the bytes that have arrived, or else waits for some; false when none arrive.
  public func fill() -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256 << 10) { buffer in
      errno = 0
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return false }
      buffered.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
      return true
    }
  }

  private func headEnd() -> Int? {
    guard buffered.count >= 4 else { return nil }
    return (0...(min(buffered.count, 65536) - 4)).first {
      buffered[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10])
    }
  }
}
