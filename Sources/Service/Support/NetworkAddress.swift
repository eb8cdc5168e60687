import Glibc

/// Numeric addresses of clients.
package enum NetworkAddress {
  /// Returns the part of an address that identifies a client: an IPv4 address as a whole, and of an IPv6 address the
  /// network of 64 bits, all of which belongs to one client.
  package static func site(of address: String) -> String {
    var bytes = in6_addr()
    guard address.contains(":"), inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    let network = withUnsafeBytes(of: &bytes) { Array($0) }
    // An IPv4 address in IPv6 form.
    if network[..<12].elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
      return network[12...].map { "\($0)" }.joined(separator: ".")
    }
    let digits = network[..<8].map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return digits.joined() + "/64"
  }
}
