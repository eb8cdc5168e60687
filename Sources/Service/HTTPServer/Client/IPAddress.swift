import Glibc

/// An IPv4 or IPv6 address. An IPv4 address that is written as an IPv6 one (`::ffff:192.0.2.1`) is the IPv4 address.
struct IPAddress: Hashable, Sendable {
  /// The 16 bytes of the IPv6 form, as two numbers.
  let high: UInt64
  let low: UInt64

  private static let mappedPrefix: UInt64 = 0xFFFF << 32

  /// Reads a numeric address, without brackets, port or zone; nil if the text is none.
  init?(_ text: some StringProtocol) {
    let text = String(text)
    // inet_pton would stop at a zero byte.
    guard !text.utf8.contains(0) else { return nil }
    var inet = in_addr()
    var inet6 = in6_addr()
    if inet_pton(AF_INET, text, &inet) == 1 {
      high = 0
      low = Self.mappedPrefix | UInt64(UInt32(bigEndian: inet.s_addr))
    } else if inet_pton(AF_INET6, text, &inet6) == 1 {
      (high, low) = withUnsafeBytes(of: &inet6) { bytes in
        (
          UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
          UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
      }
    } else {
      return nil
    }
  }

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  var isIPv4: Bool { high == 0 && low >> 32 == Self.mappedPrefix >> 32 }

  /// The number of bits in its own family.
  var width: Int { isIPv4 ? 32 : 128 }
}

extension IPAddress: CustomStringConvertible {
  /// The shortest form: `192.0.2.1`, `2001:db8::1`.
  var description: String {
    if isIPv4 {
      return stride(from: 24, through: 0, by: -8).map { "\(low >> UInt64($0) & 0xFF)" }.joined(separator: ".")
    }
    var address = in6_addr()
    withUnsafeMutableBytes(of: &address) { bytes in
      bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
      inet_ntop(AF_INET6, &address, buffer.baseAddress, socklen_t(buffer.count)).map { String(cString: $0) }
        ?? ""
    }
  }
}
