import CNettle

/// Comparisons whose time does not depend on secret bytes.
public enum ConstantTime {
  /// Whether both have the same bytes. The time depends on their lengths alone, which are not secret.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count, !left.isEmpty else { return left.count == right.count }
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in nettle_memeql_sec(left.baseAddress, right.baseAddress, left.count) != 0
      }
    }
  }
}
