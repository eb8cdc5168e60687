import Glibc

/// The address that a server listens on: a numeric host and a port, or the path of a Unix socket.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
  /// The numeric host, of IPv4 or IPv6.
  public var host: String
  /// The port; 0 for one that the system chooses.
  public var port: UInt16
  /// The path of a Unix socket, which has no host and no port; nil for an address of a network.
  public var path: String?

  /// Creates an address of a numeric host and a port.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Creates the address of a socket file, or of an abstract name.
  public init(path: String) {
    self.init(host: "", port: 0)
    self.path = path
  }

  /// `host:port`, with an IPv6 host in brackets, or `unix:/path`.
  public var description: String {
    if let path { return "unix:\(path)" }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// Reads an address from the kernel; nil for a family other than IPv4, IPv6 and Unix.
  init?(_ address: UnsafePointer<sockaddr>?) {
    guard let address else { return nil }
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let inet = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
      self.init(
        host: Self.text(AF_INET, inet.sin_addr, INET_ADDRSTRLEN), port: UInt16(bigEndian: inet.sin_port))
    case AF_INET6:
      let inet = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)
      self.init(
        host: Self.text(AF_INET6, inet.sin6_addr, INET6_ADDRSTRLEN), port: UInt16(bigEndian: inet.sin6_port))
    case AF_UNIX:
      let unix = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_un.self)
      let name = withUnsafeBytes(of: unix.sun_path) { Array($0) }
      // A zero begins the name of an abstract socket.
      let isAbstract = name[0] == 0
      let path = name.dropFirst(isAbstract ? 1 : 0).prefix { $0 != 0 }
      self.init(path: (isAbstract ? "@" : "") + String(decoding: path, as: UTF8.self))
    default:
      return nil
    }
  }

  private static func text<Address>(_ family: Int32, _ address: Address, _ capacity: Int32) -> String {
    withUnsafePointer(to: address) { source in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(capacity)) { buffer in
        guard inet_ntop(family, source, buffer.baseAddress, socklen_t(capacity)) != nil else { return "" }
        return String(cString: buffer.baseAddress!)
      }
    }
  }
}
