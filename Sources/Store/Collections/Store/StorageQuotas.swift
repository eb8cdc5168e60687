/// What owners may store: some have a quota of their own, all others the standard one.
public struct StorageQuotas: Hashable, Sendable {
  /// What one owner may store; nothing is limited by default.
  public struct Quota: Hashable, Sendable {
    /// Collections.
    public var collections = Int.max
    /// Items of all collections, those without descriptions included.
    public var items = Int.max
    /// Bytes of the newest bases of all collections, and of the changes since.
    public var bytes = Int.max

    /// Creates a quota without limits.
    public init() {}
  }

  /// The quota of owners that have none of their own.
  public var standard = Quota()
  /// The quotas of owners that do not have the standard one.
  public var owners: [String: Quota] = [:]

  /// Creates quotas without limits.
  public init() {}

  /// Whether an owner may not have all bytes that there are.
  var limitsBytes: Bool { standard.bytes < .max || owners.values.contains { $0.bytes < .max } }

  /// The quota of an owner.
  public subscript(owner: String) -> Quota { owners[owner] ?? standard }
}
