import Collections
import Wire

/// What tenants use of their quotas, at one moment.
struct QuotaUsage {
  /// What a tenant uses of one quota.
  struct Use {
    let name: QuotaName
    let used: Double
    /// Nil if only the service limits it.
    let limit: Int?

    /// The part of the quota that is used; nil without a quota, or with one of nothing.
    var ratio: Double? { limit.flatMap { $0 > 0 ? used / Double($0) : nil } }
  }

  private let meters: TenantMeters
  private let quotas: QuotaAmounts
  private let bytes, streams: [String: Int]

  init(_ service: Service) {
    meters = service.meters
    quotas = service.meters.quotas
    bytes = service.collections.bytesOfOwners
    streams = service.events.streamCounts
  }

  /// Returns what a tenant uses of each quota.
  ///
  /// - Parameter stored: the collections and items of the tenant.
  func uses(of owner: String, storing stored: CollectionUsage) -> [Use] {
    QuotaName.allCases.map { name in
      let used =
        switch name {
        case .collections: Double(stored.collections)
        case .items: Double(stored.items)
        case .bytes: Double(bytes[owner] ?? 0)
        case .streams: Double(streams[owner] ?? 0)
        case .requests: meters.used(name, of: owner).rounded(.up)
        // Milliseconds are exact enough, and short.
        case .processor: (meters.used(name, of: owner) * 1000).rounded() / 1000
        }
      return Use(name: name, used: used, limit: quotas[owner, name])
    }
  }

  /// Returns the tenants that have used the largest part of one of their quotas, the fullest first.
  ///
  /// - Parameters:
  ///   - count: how many tenants at most.
  ///   - stored: the collections and items of each tenant that there is.
  /// - Complexity: O(n log n) for n tenants.
  func fullest(
    _ count: Int, storing stored: [String: CollectionUsage]
  ) -> [(tenant: String, uses: [Use])] {
    let tenants = stored.map { owner, usage in
      let uses = uses(of: owner, storing: usage)
      return (tenant: TenantName.text(owner), uses: uses, most: uses.compactMap(\.ratio).max() ?? 0)
    }
    return tenants.filter { $0.most > 0 }.sorted { ($1.most, $0.tenant) < ($0.most, $1.tenant) }.prefix(count)
      .map { ($0.tenant, $0.uses) }
  }
}
