import Collections
import Diagnostics
import HTTPServer
import Support
import Wire

extension Service {
  /// `GET /v1/tenants`: lists the tenants that have keys or have stored something, in the order of their names.
  static func listTenants(_ call: Call) throws(Problem) -> PendingResponse {
    call.continuing(with: call.service.collections.storedUsage()) { (usage) throws(Problem) in
      let tenants = try call.tenants(usage)
      return PendingResponse(.success(try call.response(200, TenantList(tenants: tenants), as: .objects)))
    }
  }

  /// `GET /v1/tenants/{tenant}`: describes a tenant.
  static func describeTenant(_ call: Call) throws(Problem) -> PendingResponse {
    call.continuing(with: call.service.collections.storedUsage()) { (usage) throws(Problem) in
      PendingResponse(.success(try call.response(200, try call.namedTenant(usage), as: .objects)))
    }
  }

  /// `DELETE /v1/tenants/{tenant}`: deletes the collections, requests and fonts of a tenant, and responds with the
  /// numbers of collections and fonts.
  static func deleteTenant(_ call: Call) throws(Problem) -> PendingResponse {
    let service = call.service
    return call.continuing(with: service.collections.storedUsage()) { (usage) throws(Problem) in
      let tenant = try call.namedTenant(usage)
      let deletions = service.collections.deleteAll(of: tenant.owner, on: call.scheduler)
      return call.continuing(with: deletions) { (deleted) throws(Problem) in
        var tenant = tenant
        tenant.usage = try deleted.get(of: call.collectionKey)
        service.idempotencyCache.forget(owner: tenant.owner)
        tenant.fonts = try service.ownFonts.removeAll(of: tenant.owner)
        return PendingResponse(.success(try call.response(200, tenant, as: .objects)))
      }
    }
  }
}

extension Call {
  /// Returns the tenants that have keys or have stored something.
  fileprivate func tenants(
    _ usage: Result<[String: CollectionUsage], StoreError>
  ) throws(Problem) -> [Tenant] {
    let stored = try usage.get(of: collectionKey)
    let fonts = try service.ownFonts.counts()
    let keys = head.access.keys.counts
    let quotas = QuotaUsage(service)
    return Set(keys.keys).union(stored.keys).union(fonts.keys).sorted().map { owner in
      let usage = stored[owner] ?? CollectionUsage()
      return Tenant(
        owner: owner, keys: keys[owner] ?? 0, usage: usage, fonts: fonts[owner] ?? 0,
        quotas: quotas.uses(of: owner, storing: usage))
    }
  }

  /// Returns the tenant that the path names.
  ///
  /// - Throws: `notFound`.
  fileprivate func namedTenant(
    _ usage: Result<[String: CollectionUsage], StoreError>
  ) throws(Problem) -> Tenant {
    let name = parameters["tenant"] ?? ""
    guard let tenant = try tenants(usage).first(where: { $0.owner == TenantName.owner(name) }) else {
      throw Problem(.notFound, "No tenant \"\(name.shortened())\" has a key or has stored anything.")
    }
    return tenant
  }
}

/// A tenant, as a response.
private struct Tenant: ResponseBody {
  /// The stored name.
  let owner: String
  let keys: Int
  var usage: CollectionUsage
  var fonts: Int
  let quotas: [QuotaUsage.Use]

  static let expectedBytes = 512
  var expectedBytes: Int { Self.expectedBytes }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writer.key("tenant")
    writer.string(TenantName.text(owner))
    writer.key("keys")
    writer.number(keys)
    writer.key("collections")
    writer.number(usage.collections)
    writer.key("items")
    writer.number(usage.items)
    writer.key("fonts")
    writer.number(fonts)
    writer.key("quotas")
    writer.list(quotas) { writer, use in
      writer.beginObject()
      writer.key("quota")
      writer.string(use.name.rawValue)
      writer.key("used")
      writer.number(use.used)
      if let limit = use.limit {
        writer.key("limit")
        writer.number(limit)
      }
      writer.endObject()
    }
    writer.endObject()
  }
}

/// All tenants, as a response.
private struct TenantList: ResponseBody {
  let tenants: [Tenant]

  var expectedBytes: Int { 64 + tenants.count * Tenant.expectedBytes }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writer.key("tenants")
    writer.beginArray()
    for tenant in tenants { try tenant.write(to: &writer, budget) }
    writer.endArray()
    writer.endObject()
  }
}
