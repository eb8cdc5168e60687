import Glibc
import Support

/// Why a server did not start.
public enum ServerError: Error, CustomStringConvertible {
  /// The host is neither an address nor a name that resolves.
  case unknownHost(String, reason: String)
  /// The address cannot be listened on: it is in use, not this machine's, or not permitted.
  case cannotListen(SocketAddress, reason: String)
  /// An inherited descriptor is no socket that listens.
  case noListener(descriptor: Int32)
  /// libmicrohttpd refused to start.
  case daemonFailed(reason: String)

  public var description: String {
    switch self {
    case .unknownHost(let host, let reason): "cannot resolve \(host): \(reason)"
    case .cannotListen(let address, let reason): "cannot listen on \(address): \(reason)"
    case .noListener(let descriptor): "the descriptor \(descriptor) is no socket that listens"
    case .daemonFailed(let reason): "the HTTP daemon did not start: \(reason)"
    }
  }
}

/// A bound, listening, non-blocking socket.
///
/// Created here rather than by libmicrohttpd, which reports no reason for a failure.
struct ListenSocket {
  let descriptor: Int32
  let address: SocketAddress
  let isIPv6: Bool
  /// The file of a Unix socket that the server has made; nil for other sockets.
  var file: UnixSocketFile?

  static func open(host: String, port: UInt16) throws(ServerError) -> ListenSocket {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host.isEmpty ? nil : host, String(port), &hints, &list)
    guard code == 0, let info = list else {
      throw .unknownHost(host, reason: String(cString: gai_strerror(code)))
    }
    defer { freeaddrinfo(list) }
    let wanted = SocketAddress(host: host, port: port)
    let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(info.pointee.ai_family, flags, 0)
    guard descriptor >= 0 else { throw .cannotListen(wanted, reason: SystemError.current.description) }
    do throws(ServerError) {
      return try listening(descriptor, info.pointee, wanted)
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func listening(
    _ descriptor: Int32, _ info: addrinfo, _ wanted: SocketAddress
  ) throws(ServerError) -> ListenSocket {
    let isIPv6 = info.ai_family == AF_INET6
    set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    if isIPv6 {
      // `::` is meant to serve IPv4 too, whatever the machine's default.
      set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0)
    }
    guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, listen(descriptor, 1024) == 0 else {
      throw .cannotListen(wanted, reason: SystemError.current.description)
    }
    return ListenSocket(
      descriptor: descriptor, address: Self.address(of: descriptor) ?? wanted, isIPv6: isIPv6)
  }

  /// Takes over a socket that the process was started with.
  ///
  /// - Throws: `.noListener` for one that does not listen.
  static func inherited(_ descriptor: Int32) throws(ServerError) -> ListenSocket {
    var listens: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0, listens != 0,
      let address = Self.address(of: descriptor)
    else { throw .noListener(descriptor: descriptor) }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return ListenSocket(descriptor: descriptor, address: address, isIPv6: address.host.contains(":"))
  }

  /// The address to which a socket is bound; nil for one that is of neither IPv4, IPv6 nor Unix.
  private static func address(of descriptor: Int32) -> SocketAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        getsockname(descriptor, address, &length) == 0 ? SocketAddress(address) : nil
      }
    }
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
