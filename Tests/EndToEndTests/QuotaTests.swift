import Foundation
import TestSupport
import Testing

/// Quotas of tenants, through the program.
@Suite(.serialized) struct QuotaTests {
  private static let keys = "@admin:operator,acme:one,beta:two"

  private let folder = TemporaryFiles.path("quotas")
  private var quotas: String { folder + "/quotas" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func write(_ text: String) throws {
    try text.write(toFile: quotas, atomically: true, encoding: .utf8)
  }

  private func serve(_ arguments: String...) throws -> RunningService {
    try RunningService(["--keys", Self.keys] + arguments)
  }

  private func bearer(_ key: String) -> [String] { ["Authorization: Bearer \(key)"] }

  /// What a tenant has used of a quota, and the quota, as the operator sees them.
  private func use(_ quota: String, _ service: RunningService) throws -> (used: Int?, limit: Int?) {
    let tenant = try service.ask("GET", "/v1/tenants/acme", bearer("operator"))
    let use = tenant.json?["quotas"]?.elements?.first { $0["quota"]?.string == quota }
    return (use?["used"]?.int, use?["limit"]?.int)
  }

  @Test func `by default one of two tenants has half, and the other has the rest`() throws {
    let service = try serve("--collection-limit", "4", "--stream-limit", "2")
    for id in ["a", "b"] { #expect(try service.keep(id, ["x"], bearer("one")).status == 201) }
    let refused = try service.keep("c", ["x"], bearer("one"))
    #expect(refused.status == 429 && refused.code == "too_many_collections")
    #expect(refused.json?["quota"]?["name"] == "collections" && refused.header("Retry-After") == "60")
    for id in ["a", "b"] { #expect(try service.keep(id, ["x"], bearer("two")).status == 201) }
    let stream = try EventStream(service, "/v1/collections/a/events", bearer("one"))
    #expect(stream.next()?.name == "open")
    let second = try EventStream(service, "/v1/collections/a/events", bearer("one")).answer
    #expect(second.status == 429 && second.json?["quota"]?["name"] == "streams")
    #expect(try use("streams", service) == (1, 1))
    #expect(try EventStream(service, "/v1/collections/a/events", bearer("two")).next()?.name == "open")
    let metrics = try service.metrics()
    #expect(metrics["tessera_quota_refusals_total{quota=\"collections\"}"] == 1)
    #expect(metrics["tessera_quota_refusals_total{quota=\"streams\"}"] == 1)
    #expect(metrics["tessera_tenant_quota_used_ratio{tenant=\"acme\",quota=\"collections\"}"] == 1)
  }

  @Test func `a tenant alone may have everything`() throws {
    let service = try RunningService("--keys", "@admin:operator,acme:one", "--collection-limit", "2")
    for id in ["a", "b"] { #expect(try service.keep(id, ["x"], bearer("one")).status == 201) }
    let refused = try service.keep("c", ["x"], bearer("one"))
    #expect(refused.status == 429 && refused.json?["quota"] == nil)
    #expect(refused.header("RateLimit") == nil)
  }

  @Test func `a file gives tenants quotas of their own, and a reload gives them others`() throws {
    try write("# tenant quotas\n\nacme  collections=2 items=50%\n")
    let service = try serve("--quotas-file", quotas, "--collections-per-key", "1")
    func reload() throws -> HTTPResponse {
      try service.ask("POST", "/v1/admin/reload", bearer("operator"))
    }
    for id in ["a", "b"] { #expect(try service.keep(id, ["x"], bearer("one")).status == 201) }
    #expect(try service.keep("c", ["x"], bearer("one")).status == 429)
    #expect(try service.keep("a", ["x"], bearer("two")).status == 201)
    #expect(try service.keep("b", ["x"], bearer("two")).status == 429)
    try write("acme collections=3\n")
    let answer = try reload()
    #expect(answer.status == 200 && answer.json == ["changed": ["quotas-file"], "afterRestart": []])
    #expect(try service.keep("c", ["x"], bearer("one")).status == 201)
    try write("acme collections=9\nacme items=1\n")
    let refused = try reload()
    #expect(refused.status == 422 && refused.text.contains("line 2 names the tenant acme again"))
    #expect(try use("collections", service) == (3, 3))
  }

  @Test func `a tenant that has sent its requests of a minute is 429, and another is not`() throws {
    let service = try serve("--requests-per-key", "1", "--processor-per-key", "100%")
    let first = try service.solve(Bodies.small, bearer("one"))
    #expect(first.status == 200)
    #expect(first.header("RateLimit-Policy") == "\"requests\";q=1;w=60")
    #expect(first.header("RateLimit")?.hasPrefix("\"requests\";r=0;t=") == true)
    let refused = try service.solve(Bodies.small, bearer("one"))
    #expect(refused.status == 429 && refused.code == "too_many_requests")
    #expect(refused.json?["quota"]?["name"] == "requests")
    #expect((1...60).contains(Int(refused.header("Retry-After") ?? "") ?? 0))
    #expect(refused.header("RateLimit") != nil)
    #expect(try service.solve(Bodies.small, bearer("two")).status == 200)
    // Neither the operator nor probes have quotas.
    #expect(try use("requests", service) == (1, 1))
    #expect(try service.ask("GET", "/livez").header("RateLimit") == nil)
    #expect(try service.metrics()["tessera_quota_refusals_total{quota=\"requests\"}"] == 1)
  }

  @Test func `a tenant that has used up its processor time is 429, and another is not`() throws {
    let service = try serve("--processor-per-key", "1s", "--requests-per-key", "100%")
    var responses: [HTTPResponse] = []
    // Each takes some hundredths of a second, and one second in sixty is regained.
    while responses.last?.status ?? 200 == 200, responses.count < 2000 {
      responses.append(try service.solve(Bodies.large(50_000), bearer("one")))
    }
    let refused = try #require(responses.last)
    #expect(refused.status == 429 && refused.json?["quota"]?["name"] == "processor")
    #expect(refused.header("RateLimit-Policy") == "\"processor\";q=1;w=60;qu=\"processor-seconds\"")
    #expect(try service.solve(Bodies.small, bearer("two")).status == 200)
  }

  @Test func `bytes are counted in a file as before the restart, and a quota of them holds`() throws {
    let store = StoreFile()
    let path = "sqlite:\(store.path)"
    let first = try serve("--store", path)
    #expect(try first.keep("a", ["x", "y"], bearer("one")).status == 201)
    for item in ["p", "q"] { #expect(try first.insert(item, into: "a", [:], bearer("one")).status == 200) }
    let bytes = try #require(try use("bytes", first).used)
    #expect(bytes > 0)
    first.stop()
    let second = try serve("--store", path, "--bytes-per-key", "\(bytes)B")
    #expect(try use("bytes", second) == (bytes, bytes))
    let long = String(repeating: "z", count: bytes)
    let refused = try second.insert(long, into: "a", [:], bearer("one"))
    #expect(refused.status == 429 && refused.code == "too_many_collections")
    #expect(refused.json?["quota"]?["name"] == "bytes")
    #expect(try second.items(of: "a", bearer("one")).version == 3)
    #expect(try second.keep("b", [long], bearer("one")).json?["quota"]?["name"] == "bytes")
    #expect(try use("bytes", second).used == bytes)
    #expect(try use("collections", second).used == 1)
    #expect(try second.ask("DELETE", "/v1/collections/a", bearer("one")).status == 204)
    #expect(try use("bytes", second).used == 0)
    #expect(try second.keep("b", ["x"], bearer("one")).status == 201)
  }

  /// Runs `tessera config check` on the file.
  private func check() throws -> ChildProcess {
    try tessera(
      "config", "check", "--store", "memory:", "--keys", Self.keys, "--short-keys", "on", "--quotas-file",
      quotas)
  }

  @Test(arguments: [
    ("acme\n", "line 1 names no quota"),
    ("\nacmee items=1\n", "line 2 names the tenant acmee, which has no key"),
    ("acme items=1 items=2", "line 1 sets items again"), ("acme itms=1", "line 1 has \"itms=1\""),
    ("acme items=1\nbeta items", "line 2 has \"items\""), ("acme items=", "items takes a whole number"),
    ("acme items=-1", "items takes a whole number"), ("acme items=101%", "a share from 1% to 100%"),
    ("acme streams=0%", "a share from 1% to 100%"), ("acme bytes=10", "bytes takes a size with its unit"),
    ("acme processor=30", "processor takes whole seconds"), ("acme requests=0", "from 1 to"),
    ("acme items=1\nacme bytes=1GB\n", "line 2 names the tenant acme again"),
    ("acme items=99999999999999999999", "items takes a whole number"), ("@admin items=1", "which has no key"),
  ])
  func `a file of quotas that is not valid is refused with its line`(text: String, reason: String) throws {
    try write(text)
    let check = try check()
    #expect(check.exitCode == 1)
    #expect(check.errors.contains("TESSERA_QUOTAS_FILE") && check.errors.contains(reason), "\(check.errors)")
  }

  @Test func `a file of quotas that is valid, or empty, is accepted`() throws {
    let all = "acme collections=0 items=1 bytes=1GB streams=100% requests=1 processor=2m"
    for text in ["", "# none yet\n", all] {
      try write(text)
      let check = try check()
      #expect(check.exitCode == 0, "\(check.errors)")
    }
    let missing = try tessera("config", "check", "--quotas-file", folder + "/none")
    #expect(missing.exitCode == 1 && missing.errors.contains("cannot be read"), "\(missing.errors)")
  }
}
