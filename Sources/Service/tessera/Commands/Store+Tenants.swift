import API
import ArgumentParser
import Collections
import Foundation

extension Store {
  /// `tessera store tenants STORE`: lists the tenants.
  struct Tenants: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the tenants of a store, with their collections, items, fonts and keys.",
      discussion: """
        One tenant a line, with tabs between the columns. The last column has the number of keys in TESSERA_KEYS or \
        TESSERA_KEYS_FILE; a tenant with none has collections that no request finds.
        """)

    @Argument(help: "The store, such as sqlite:/var/lib/tessera/tessera.sqlite. No service may use it.")
    var store: String

    func run() throws {
      try TenantStore(store).use(alone: false) { (tenants, keys) throws(JournalError) in
        let counts = keys.isEmpty ? nil : KeyEntry.counts(keys)
        print("tenant\tcollections\titems\tfonts\tkeys")
        for tenant in try tenants.all() {
          let keys = counts.map { "\($0[tenant.owner] ?? 0)" } ?? "-"
          let (name, usage) = (TenantName.text(tenant.owner), tenant.collections)
          print("\(name)\t\(usage.collections)\t\(usage.items)\t\(tenant.fonts)\t\(keys)")
        }
      }
    }
  }

  /// `tessera store reassign STORE FROM TO`: gives everything of a tenant to another.
  struct Reassign: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give the collections and fonts of a tenant to another.",
      discussion: """
        Stop every service that uses the store first. Collections of which the other tenant has one with the same id \
        stay as they are.
        """)

    @Argument(help: "The store, such as sqlite:/var/lib/tessera/tessera.sqlite.")
    var store: String

    @Argument(help: "The tenant that has them; everyone stands for that of a service without keys.")
    var from: String

    @Argument(help: "The tenant that gets them.")
    var to: String

    func run() throws {
      let owner = try storedName(from, "FROM"), other = try storedName(to, "TO")
      let isName = TenantName.isValid(to) || other.isEmpty
      guard isName else { throw ValidationError("TO is \(to), and takes \(TenantName.form).") }
      guard owner != other else { throw ValidationError("FROM and TO are the same tenant.") }
      let outcome = try TenantStore(store).use { (tenants, _) throws(JournalError) in
        try tenants.requireTenant(owner)
        return try tenants.reassign(owner, to: other)
      }
      print("\(to) has \(outcome.moved) collections of \(from)")
      guard outcome.left == 0 else {
        let reason = "\(to) has others of the same ids, or they are damaged"
        throw StartError(description: "\(from) still has \(outcome.left) collections: \(reason).")
      }
    }
  }

  /// `tessera store delete STORE TENANT`: deletes everything of a tenant.
  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete the collections and fonts of a tenant.",
      discussion: "Stop every service that uses the store first. Nothing brings them back.")

    @Argument(help: "The store, such as sqlite:/var/lib/tessera/tessera.sqlite.")
    var store: String

    @Argument(help: "The tenant; everyone stands for that of a service without keys.")
    var tenant: String

    func run() throws {
      let owner = try storedName(tenant, "TENANT")
      let count = try TenantStore(store).use { (tenants, _) throws(JournalError) in
        try tenants.requireTenant(owner)
        return try tenants.delete(owner)
      }
      print("deleted \(count) collections of \(tenant)")
    }
  }
}

/// Returns the name of a tenant in the store. An empty argument, as of a variable that is not set, is no name.
func storedName(_ text: String, _ argument: String) throws -> String {
  guard !text.isEmpty else {
    throw ValidationError(
      "\(argument) is empty; \(TenantName.everyone) is the tenant of a service without keys.")
  }
  return TenantName.owner(text)
}

/// The store that a command names.
struct TenantStore {
  private let text: String
  private let location: StoreLocation

  init(_ text: String) throws {
    self.text = text
    location = try StoreLocation(argument: text, "STORE")
  }

  /// Opens the store for a body, which gets the configured keys too.
  func use<Value>(
    alone: Bool = true, _ body: (StoredTenants, [String]) throws(JournalError) -> Value
  ) throws -> Value {
    try open(alone: alone) { journal, configuration in
      let fonts = location.fontFolder(dataDirectory: configuration.dataDirectory)
      do throws(JournalError) {
        return try body(StoredTenants(journal, fontFolder: fonts), configuration.service.keys)
      } catch {
        throw StartError(description: "\(text) fails: \(error.text).")
      }
    }
  }

  /// Opens the store for a body, which gets the configuration too.
  ///
  /// - Parameters:
  ///   - alone: whether no service may use it meanwhile. A file is never shared.
  ///   - isNew: whether the store may be one that is not there yet.
  func open<Value>(
    alone: Bool, orCreate isNew: Bool = false, _ body: (any Journal, ServeConfiguration) throws -> Value
  ) throws -> Value {
    let configuration = try ServeConfiguration.fromEnvironment()
    let journal =
      try isNew
      ? location.open(configuration, alone: alone).journal
      : location.openExisting(configuration, alone: alone)
    defer { journal.close() }
    return try body(journal, configuration)
  }
}

extension StoredTenants {
  /// - Throws: `unavailable` if the store has nothing of the tenant.
  fileprivate func requireTenant(_ owner: String) throws(JournalError) {
    guard try all().contains(where: { $0.owner == owner }) else {
      throw .unavailable("it has no tenant \(TenantName.text(owner))")
    }
  }
}
