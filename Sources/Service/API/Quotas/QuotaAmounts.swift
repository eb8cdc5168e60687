import Collections
import Support
import Wire

/// The quotas in force, in numbers.
struct QuotaAmounts: Sendable {
  private let standard: [QuotaName: Int]
  private let tenants: [String: [QuotaName: Int]]

  /// - Parameters:
  ///   - count: the number of tenants that have keys.
  ///   - isStoreShared: whether other servers use the store, so that its disk is not known here.
  init(_ configuration: ServiceConfiguration, tenants count: Int, isStoreShared: Bool) {
    let capacity = configuration.capacity(isStoreShared: isStoreShared)
    func amounts(_ quotas: TenantQuotas) -> [QuotaName: Int] {
      var amounts: [QuotaName: Int] = [:]
      for name in QuotaName.allCases {
        switch quotas[name] {
        case .amount(let amount): amounts[name] = amount
        case .share(let percentage) where count > 1 && percentage < 100:
          // Rounded up: of one there is one, and not none.
          amounts[name] = capacity[name].map { $0 / 100 * percentage + ($0 % 100 * percentage + 99) / 100 }
        case .share: break
        }
      }
      return amounts
    }
    standard = amounts(configuration.quotas)
    tenants = configuration.quotasOfTenants.mapValues { amounts($0) }
  }

  /// Returns what a tenant may have; nil if only the service limits it.
  subscript(tenant: String, name: QuotaName) -> Int? { (tenants[tenant] ?? standard)[name] }

  /// The quotas that the store enforces.
  var storage: StorageQuotas {
    var quotas = StorageQuotas()
    quotas.standard = StorageQuotas.Quota(standard)
    quotas.owners = tenants.mapValues { StorageQuotas.Quota($0) }
    return quotas
  }
}

extension StorageQuotas.Quota {
  fileprivate init(_ amounts: [QuotaName: Int]) {
    self.init()
    collections = amounts[.collections] ?? .max
    items = amounts[.items] ?? .max
    bytes = amounts[.bytes] ?? .max
  }
}

extension ServiceConfiguration {
  /// The requests that an event loop serves in a minute, about.
  private static let requestsOfLoop = 600_000

  /// What the service has for all tenants together; without those that are not known.
  fileprivate func capacity(isStoreShared: Bool) -> [QuotaName: Int] {
    var capacity: [QuotaName: Int] = [
      .collections: collections.collections, .items: collections.items, .streams: streamLimit,
      .requests: Self.requestsOfLoop * server.eventLoops, .processor: 60 * workers,
    ]
    if let storeFile {
      capacity[.bytes] = DiskSpace(of: storeFile)?.total
    } else if !isStoreShared {
      capacity[.bytes] = MachineMemory.available
    }
    return capacity
  }
}
