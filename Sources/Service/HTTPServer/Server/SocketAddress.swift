import Glibc

/// The address that a server listens on: a numeric host and a port.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
  /// The numeric host, of IPv4 or IPv6.
  public var host: String
  /// The port; 0 for one that the system chooses.
  public var port: UInt16

  /// Creates an address of a numeric host and a port.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// `host:port`, with an IPv6 host in brackets.
  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// Reads an address from the kernel; nil for a family other than IPv4 and IPv6.
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
