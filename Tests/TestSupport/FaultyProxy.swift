import Glibc
import Synchronization

/// A proxy between a client and a server that loses what one of them sends, or cuts connections.
///
/// Each connection has two threads that block on their sockets, so the proxy adds no waiting of its own.
public final class FaultyProxy: Sendable {
  /// What the proxy does with the bytes of all connections.
  public enum Behaviour: Sendable {
    case pass
    /// Passes on what clients send, and nothing that servers send.
    case loseAnswers
    /// Takes bytes and passes on none.
    case blackhole
  }

  private struct State {
    var behaviour = Behaviour.pass
    var sockets: [Int32] = []
    /// The number of times that connections were cut: those from before pass nothing on any more.
    var cuts = 0
    /// Bytes that clients have sent.
    var sent = 0
    var isClosed = false
  }

  public let port: UInt16
  private let server: UInt16
  private let listener: Int32
  private let state = Mutex(State())

  /// Starts a proxy on a free port for a server on a port of the loopback.
  public init?(to server: UInt16) {
    self.server = server
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isBound else {
      Glibc.close(listener)
      return nil
    }
    port = UInt16(bigEndian: address.sin_port)
    _ = startConcurrently(1) { [self] in accept() }
  }

  public func set(_ behaviour: Behaviour) { state.withLock { $0.behaviour = behaviour } }

  /// The number of bytes that clients have sent.
  public var sent: Int { state.withLock { $0.sent } }

  /// Cuts all connections.
  ///
  /// - Parameter next: what the proxy does with the bytes of later connections; nil changes nothing. Of the connections
  ///   that are cut, it passes on nothing more, as the rest of a response without its beginning would be another response.
  public func cut(then next: Behaviour? = nil) {
    let sockets = state.withLock { state in
      defer { state.sockets = [] }
      state.cuts += 1
      state.behaviour = next ?? state.behaviour
      return state.sockets
    }
    for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  public func close() {
    state.withLock { $0.isClosed = true }
    shutdown(listener, Int32(SHUT_RDWR))
    cut()
  }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0, !state.withLock({ $0.isClosed }) else { break }
      // A server that a test starts meanwhile must not inherit the connection.
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      let upstream = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var address = Self.address(server)
      let isConnected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(upstream, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      guard isConnected else {
        Glibc.close(client)
        Glibc.close(upstream)
        continue
      }
      let cuts = state.withLock { state in
        state.sockets += [client, upstream]
        return state.cuts
      }
      let hasEnded = SecondOfTwo()
      _ = startConcurrently(1) { [self] in copy(client, upstream, isRequest: true, cuts, hasEnded) }
      _ = startConcurrently(1) { [self] in copy(upstream, client, isRequest: false, cuts, hasEnded) }
    }
    Glibc.close(listener)
  }

  private func copy(_ from: Int32, _ to: Int32, isRequest: Bool, _ cuts: Int, _ hasEnded: SecondOfTwo) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(from, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      let behaviour = state.withLock { state in
        if isRequest { state.sent += count }
        return state.cuts == cuts ? state.behaviour : .blackhole
      }
      switch behaviour {
      case .pass: break
      case .loseAnswers where isRequest: break
      case .loseAnswers, .blackhole: continue
      }
      var start = 0
      while start < count {
        let written = buffer.withUnsafeBytes {
          send(to, $0.baseAddress! + start, count - start, Int32(MSG_NOSIGNAL))
        }
        guard written > 0 else { break }
        start += written
      }
    }
    shutdown(from, Int32(SHUT_RDWR))
    shutdown(to, Int32(SHUT_RDWR))
    // The second of the two threads closes both.
    if hasEnded.isSecond() {
      state.withLock { state in state.sockets.removeAll { $0 == from || $0 == to } }
      Glibc.close(from)
      Glibc.close(to)
    }
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }
}

/// Tells which of two threads comes second.
private final class SecondOfTwo: Sendable {
  private let count = Atomic(0)

  func isSecond() -> Bool { count.add(1, ordering: .acquiringAndReleasing).newValue == 2 }
}
