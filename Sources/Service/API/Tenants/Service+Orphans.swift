import Collections

extension Service {
  /// The tenants that have collections and no key, in the order of their names.
  var orphans: [(owner: String, usage: CollectionUsage)] {
    let owners = Set(access.keys.owners)
    return collections.usageOfOwners.filter { !owners.contains($0.key) }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// A sentence for the operator about each of the first tenants that have collections and no key, and one about the rest.
  public var orphanWarnings: [String] {
    let orphans = orphans
    var warnings = orphans.prefix(Self.namedOrphans).map { owner, usage in
      "no key belongs to the tenant \(TenantName.text(owner)), which has \(usage.collections) collections with "
        + "\(usage.items) items: "
        + (owner.isEmpty ? "" : "name it before a key, or ") + "use tessera store reassign or delete"
    }
    let rest = orphans.count - warnings.count
    if rest > 0 { warnings.append("\(rest) more tenants have no key: tessera store tenants lists them") }
    return warnings
  }

  private static let namedOrphans = 20
}
