import Wire

/// How much of something a tenant may have.
public enum Quota: Hashable, Sendable {
  case amount(Int)
  /// A percentage of what the service has, from 1 to 100, where at least two tenants divide it. A tenant alone may have all.
  case share(Int)
}

/// What a tenant may store, have open and ask for: by default half of what the service has.
public struct TenantQuotas: Hashable, Sendable {
  private static let half = Quota.share(50)

  /// Those that are not half.
  private var quotas: [QuotaName: Quota] = [:]

  /// Creates the default quotas.
  public init() {}

  /// The quota of a name.
  public subscript(name: QuotaName) -> Quota {
    get { quotas[name] ?? Self.half }
    set { quotas[name] = newValue == Self.half ? nil : newValue }
  }
}
