/// A range of addresses, written as one address or in CIDR notation: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`.
public struct AddressRange: Hashable, Sendable, CustomStringConvertible {
  private let first: IPAddress
  private let prefixLength: Int

  /// Reads a range; nil if the text is none. Bits behind the prefix are ignored.
  ///
  /// - Complexity: O(n) for n bytes.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(parts[0]) else { return nil }
    var length = address.width
    if parts.count == 2 {
      guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
        let given = Int(parts[1]), given <= address.width
      else { return nil }
      length = given
    }
    prefixLength = length
    first = Self.masked(address, length)
  }

  /// The range in CIDR notation; an address alone without its length.
  public var description: String {
    prefixLength == first.width ? "\(first)" : "\(first)/\(prefixLength)"
  }

  /// Returns whether the range has the address. A range of IPv6 addresses has no IPv4 address.
  func contains(_ address: IPAddress) -> Bool {
    address.isIPv4 == first.isIPv4 && Self.masked(address, prefixLength) == first
  }

  private static func masked(_ address: IPAddress, _ length: Int) -> IPAddress {
    let bits = length + (address.isIPv4 ? 96 : 0)
    func mask(_ bits: Int) -> UInt64 { bits <= 0 ? 0 : bits >= 64 ? .max : .max << UInt64(64 - bits) }
    return IPAddress(high: address.high & mask(bits), low: address.low & mask(bits - 64))
  }
}
