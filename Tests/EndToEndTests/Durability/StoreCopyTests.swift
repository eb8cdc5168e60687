import TestSupport
import Testing

/// `tessera store copy` on the command line.
struct StoreCopyTests {
  private let store = StoreFile(), other = StoreFile()

  private func keep(_ ids: [String], in store: StoreFile) throws {
    let service = try store.serve()
    for id in ids { _ = try service.keep(id, ["a", "b"]) }
    service.stop()
  }

  private func copy(_ flags: String..., environment: [String: String] = [:]) throws -> ChildProcess {
    let process = try ChildProcess(
      Repository.binary,
      ["store", "copy", "sqlite:\(store.path)", "sqlite:\(other.path)"] + flags, environment: environment)
    process.waitForExit()
    return process
  }

  @Test func `a dry run reads the source and copies nothing`() throws {
    try keep(["c", "d"], in: store)
    let dry = try copy("--dry-run")
    #expect(dry.exitCode == 0, "\(dry.errors)")
    let found = "sqlite:\(store.path) has 2 collections with 4 items and 0 changes"
    #expect(dry.outputText == "\(found); sqlite:\(other.path) would be created; nothing was copied\n")
    #expect(other.bytes == nil)
    try keep([], in: other)
    try #expect(copy("--dry-run").outputText.contains("sqlite:\(other.path) is empty; nothing"))
    try keep(["e"], in: other)
    let filled = try copy("--dry-run")
    #expect(filled.exitCode == 1 && filled.errors.contains("has 1 collections. Nothing was copied."))
  }

  @Test func `verify compares two stores, and finds a difference`() throws {
    try keep(["c", "d"], in: store)
    let missing = try copy("--verify")
    #expect(missing.exitCode == 1 && missing.errors.contains("There is no store at \(other.path)"))
    #expect(other.bytes == nil)
    try #expect(copy().exitCode == 0)
    let same = try copy("--verify")
    #expect(same.exitCode == 0, "\(same.errors)")
    #expect(same.outputText == "both stores are the same: 2 collections with 4 items and 0 changes\n")
    try keep(["e"], in: other)
    let differs = try copy("--verify")
    #expect(differs.exitCode == 1 && differs.errors.contains("do not have the same collections"))
    let both = try copy("--verify", "--dry-run")
    #expect(both.exitCode == 64 && both.errors.contains("exclude each other"))
  }

  @Test func `progress is a line for each tenth where standard error is no terminal`() throws {
    try keep((0..<30).map { "c\($0)" }, in: store)
    let done = try copy()
    #expect(done.exitCode == 0, "\(done.errors)")
    // A tenth of 30 is 3.
    let expected = ["copied", "compared"].flatMap { phase in
      (1...10).map { "collections \(phase): \($0 * 3) of 30" }
    }
    #expect(done.errors.split(separator: "\n").map(String.init) == expected)
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL cannot be started here"))
  func `a store in PostgreSQL is not copied while a service uses it`() throws {
    let environment = ["TESSERA_STORE_URL": try PostgresServer.shared.get().url()]
    let location = "postgres:t_" + String(UInt64.random(in: 0..<1 << 40), radix: 36)
    let service = try RunningService("--store", location, environment: environment)
    _ = try service.keep("c", ["a"])
    for (from, to) in [(location, "sqlite:\(other.path)"), ("sqlite:\(store.path)", location)] {
      try keep(["d"], in: store)
      let refused = try tessera("store", "copy", from, to, environment: environment)
      #expect(refused.exitCode == 1 && refused.errors.contains("is in use"), "\(refused.errors)")
    }
    let reassigned = try tessera("store", "reassign", location, "everyone", "acme", environment: environment)
    #expect(reassigned.exitCode == 1 && reassigned.errors.contains("is in use"))
    // To look at it disturbs no service.
    try #expect(tessera("store", "tenants", location, environment: environment).exitCode == 0)
    service.stop()
    let done = try tessera("store", "copy", location, "sqlite:\(other.path)", environment: environment)
    #expect(done.exitCode == 0, "\(done.errors)")
    let nowhere = try tessera(
      "store", "copy", "postgres:t_none", "sqlite:\(other.path)", environment: environment)
    #expect(nowhere.exitCode == 1 && nowhere.errors.contains("has no tables of this version"))
  }
}
