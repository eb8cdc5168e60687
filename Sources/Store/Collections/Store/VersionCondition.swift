/// The versions of a collection at which a client allows a change.
public enum VersionCondition: Hashable, Sendable {
  case any
  case oneOf([Int])

  /// Whether a change of a version is allowed.
  ///
  /// - Complexity: O(n) for n versions of `oneOf`.
  public func accepts(_ version: Int) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let versions): versions.contains(version)
    }
  }

  /// Whether it names a version newer than this one.
  func isAhead(of version: Int) -> Bool {
    switch self {
    case .any: false
    case .oneOf(let versions): versions.contains { $0 > version }
    }
  }
}
