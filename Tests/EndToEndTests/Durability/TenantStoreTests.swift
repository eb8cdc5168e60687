import Foundation
import TestSupport
import Testing

/// Tenants of stores, from start to start and by `tessera store`.
struct TenantStoreTests {
  private static let first = "the first key of acme", second = "the second key of acme"
  private let store = StoreFile()

  private var location: String { "sqlite:\(store.path)" }

  private func keep(_ id: String, _ service: RunningService, _ key: String) throws -> Int {
    try service.ask(
      "POST", "/v1/collections", ["Authorization: Bearer \(key)", "Content-Type: application/json"],
      body: Array("{\"id\":\"\(id)\",".utf8) + Bodies.small.utf8.dropFirst()
    ).status
  }

  private func status(_ id: String, _ service: RunningService, _ key: String) throws -> Int {
    try service.ask("GET", "/v1/collections/\(id)", ["Authorization: Bearer \(key)"]).status
  }

  /// Serves the store with keys for as long as a body runs, and returns its messages.
  private func serving(_ keys: String, _ body: (RunningService) throws -> Void) throws -> String {
    let service = try store.serve("--keys", keys)
    try body(service)
    service.stop()
    return service.process.errors
  }

  @Test func `a key that gets the name of a tenant brings it its collections`() throws {
    _ = try serving(Self.first) { try #expect(keep("c", $0, Self.first) == 201) }
    let messages = try serving("acme:\(Self.first)") { service in
      try #expect(status("c", service, Self.first) == 200)
      try #expect(service.metrics()["tessera_collections_orphaned"] == 0)
    }
    #expect(messages.contains("acme has taken over 1 collections"))
    let rotated = try serving("acme:\(Self.second)") { service in
      try #expect(status("c", service, Self.second) == 200)
      try #expect(status("c", service, Self.first) == 401)
    }
    #expect(!rotated.contains("taken over") && !rotated.contains("no key belongs"))
  }

  @Test func `a tenant without a key is named at the start and counted in the metrics`() throws {
    _ = try serving("acme:\(Self.first)") { service in
      for id in ["c", "d"] { try #expect(keep(id, service, Self.first) == 201) }
    }
    let messages = try serving("beta:\(Self.second)") { service in
      try #expect(service.metrics()["tessera_collections_orphaned"] == 2)
      try #expect(service.metrics()["tessera_collections"] == 2)
    }
    #expect(messages.contains("no key belongs to the tenant acme, which has 2 collections with 6 items"))
  }

  @Test func `store tenants lists who has what, reassign gives it to another and delete deletes it`() throws {
    _ = try serving("acme:\(Self.first),beta:\(Self.second)") { service in
      for id in ["c", "d"] { try #expect(keep(id, service, Self.first) == 201) }
      try #expect(keep("c", service, Self.second) == 201)
    }
    func tenants(_ keys: String) throws -> [String] {
      let process = try tessera("store", "tenants", location, environment: ["TESSERA_KEYS": keys])
      #expect(process.exitCode == 0, "\(process.errors)")
      return process.outputText.split(separator: "\n").dropFirst().map(String.init)
    }
    try #expect(tenants("") == ["acme\t2\t6\t0\t-", "beta\t1\t3\t0\t-"])
    try #expect(tenants("beta:\(Self.second)") == ["acme\t2\t6\t0\t0", "beta\t1\t3\t0\t1"])
    let given = try tessera("store", "reassign", location, "acme", "beta")
    #expect(given.exitCode == 1 && given.outputText.contains("beta has 1 collections of acme"))
    #expect(given.errors.contains("acme still has 1 collections"))
    try #expect(tenants("") == ["acme\t1\t3\t0\t-", "beta\t2\t6\t0\t-"])
    let deleted = try tessera("store", "delete", location, "acme")
    #expect(deleted.exitCode == 0 && deleted.outputText.contains("deleted 1 collections of acme"))
    try #expect(tenants("") == ["beta\t2\t6\t0\t-"])
    let named = try tessera("store", "reassign", location, "beta", "gamma")
    #expect(named.exitCode == 0, "\(named.errors)")
    _ = try serving("gamma:\(Self.second)") { service in
      for id in ["c", "d"] { try #expect(status(id, service, Self.second) == 200) }
    }
  }

  @Test func `a tenant that store delete deletes leaves no idempotency key`() throws {
    _ = try serving("acme:\(Self.first),beta:\(Self.second)") { service in
      for key in [Self.first, Self.second] {
        let headers = ["Authorization: Bearer \(key)", "Idempotency-Key: \"once\""]
        try #expect(service.keep("c", ["a"], headers).status == 201)
      }
    }
    try #expect(store.shell("SELECT owner FROM requests ORDER BY owner") == "acme\nbeta\n")
    let deleted = try tessera("store", "delete", location, "acme")
    #expect(deleted.exitCode == 0, "\(deleted.errors)")
    try #expect(store.shell("SELECT owner FROM requests") == "beta\n")
  }

  @Test func `the tenant of a service without keys is called everyone`() throws {
    let open = try store.serve()
    try #expect(keep("c", open, "") == 201)
    open.stop()
    let given = try tessera("store", "reassign", location, "everyone", "acme")
    #expect(given.exitCode == 0, "\(given.errors)")
    _ = try serving("acme:\(Self.first)") { try #expect(status("c", $0, Self.first) == 200) }
  }

  @Test func `the commands refuse stores and tenants that are not there, and a store in use`() throws {
    let missing = try tessera("store", "tenants", "sqlite:\(TemporaryFiles.path("none.sqlite"))")
    #expect(missing.exitCode == 1 && missing.errors.contains("There is no store at"))
    let memory = try tessera("store", "tenants", "memory:")
    #expect(memory.exitCode == 64 && memory.errors.contains("outlives the process"))
    let service = try store.serve("--keys", "acme:\(Self.first)")
    try #expect(keep("c", service, Self.first) == 201)
    let busy = try tessera("store", "delete", location, "acme")
    #expect(busy.exitCode == 1 && busy.errors.contains(store.path))
    service.stop()
    for arguments in [["delete", location, "beta"], ["reassign", location, "beta", "acme"]] {
      let process = try ChildProcess(Repository.binary, ["store"] + arguments)
      #expect(process.waitForExit() == 1 && process.errors.contains("has no tenant beta"))
    }
    let nameless = try tessera("store", "delete", location, "")
    #expect(nameless.exitCode == 64 && nameless.errors.contains("TENANT is empty"))
    for (to, reason) in [("a/b", "TO is a/b"), ("acme", "the same tenant"), ("", "TO is empty")] {
      let process = try tessera("store", "reassign", location, "acme", to)
      #expect(process.exitCode == 64 && process.errors.contains(reason), "\(process.errors)")
    }
    _ = try serving("acme:\(Self.first)") { try #expect(status("c", $0, Self.first) == 200) }
  }

  @Test func `fonts go with their tenant`() throws {
    let path = "/v1/fonts/\(SampleFont.id)", key = ["Authorization: Bearer \(Self.first)"]
    _ = try serving(Self.first) { service in
      let sent = try service.ask(
        "POST", "/v1/fonts", key + ["Content-Type: font/ttf"], body: SampleFont().bytes)
      #expect(sent.status == 201, "\(sent.text)")
    }
    _ = try serving("acme:\(Self.first)") { service in
      try #expect(service.ask("GET", path, key).status == 200)
    }
    let tenants = try tessera("store", "tenants", location)
    #expect(tenants.outputText.contains("acme\t0\t0\t1\t-"))
    try #expect(tessera("store", "delete", location, "acme").exitCode == 0)
    _ = try serving("acme:\(Self.first)") { service in
      try #expect(service.ask("GET", path, key).status == 404)
    }
  }
}
