import Collections
import HTTPServer
import TestSupport
import Testing

@testable import API

/// `/v1/tenants`, for the operator.
struct TenantsResourceTests {
  private static let path = "/v1/tenants"
  private static let admin = bearer("sesame")

  private static func bearer(_ text: String) -> [String: String] { ["Authorization": "Bearer \(text)"] }

  /// A service with two tenants that have keys, and one that has lost its key, with two collections.
  private func service() throws -> TestService {
    let journal = MemoryJournal()
    let before = try TestService(journal: journal) { $0.keys = ["gone:three"] }
    for id in ["a", "b"] {
      try #require(before.create(id, Kept.rows(["x", "y"]), Self.bearer("three")).status == 201)
    }
    let service = try TestService(journal: journal) {
      $0.keys = ["@admin:sesame", "acme:one", "acme:two", "beta:four"]
      $0.tokenSecrets = [TokenService.secret]
    }
    try #require(service.create("c", Kept.rows(["x"]), Self.bearer("one")).status == 201)
    return service
  }

  @Test func `the list has each tenant with its keys, collections and items`() throws {
    let answer = try service().get(Self.path, Self.admin)
    #expect(answer.status == 200)
    let expected: JSONTree = [
      ["tenant": "acme", "keys": 2, "collections": 1, "items": 1, "fonts": 0],
      ["tenant": "beta", "keys": 1, "collections": 0, "items": 0, "fonts": 0],
      ["tenant": "gone", "keys": 0, "collections": 2, "items": 4, "fonts": 0],
    ]
    let tenants = answer.json?["tenants"]?.elements?.map { tenant in
      var tenant = tenant
      tenant["quotas"] = nil
      return tenant
    }
    #expect(tenants.map { JSONTree.array($0) } == expected)
  }

  @Test func `a tenant is described with what it uses of each quota`() throws {
    let service = try TestService {
      $0.keys = ["@admin:sesame", "acme:one", "beta:two"]
      $0.collections.collections = 9
      $0.collections.items = 100
      $0.quotas[.items] = .amount(7)
      $0.quotas[.streams] = .share(100)
      $0.quotas[.processor] = .amount(30)
      var own = $0.quotas
      own[.bytes] = .amount(100_000)
      $0.quotasOfTenants = ["acme": own]
    }
    for id in ["a", "b"] {
      try #require(service.create(id, Kept.rows(["x", "y"]), Self.bearer("one")).status == 201)
    }
    let answer = service.get("\(Self.path)/acme", Self.admin)
    let quotas = try #require(answer.json?["quotas"]?.elements)
    func quota(_ name: String) -> JSONTree? { quotas.first { $0["quota"]?.string == name } }
    #expect(
      quotas.map { $0["quota"]?.string }
        == ["collections", "items", "bytes", "streams", "requests", "processor"])
    // Half of 9, rounded up.
    #expect(quota("collections") == ["quota": "collections", "used": 2, "limit": 5])
    #expect(quota("items") == ["quota": "items", "used": 4, "limit": 7])
    #expect(quota("bytes")?["limit"] == 100_000)
    #expect(quota("bytes")?["used"]?.int == service.service.collections.bytesOfOwners["acme"])
    // All of the streams is no quota.
    #expect(quota("streams") == ["quota": "streams", "used": 0])
    #expect(quota("processor")?["limit"] == 30)
    let other = service.get("\(Self.path)/beta", Self.admin).json?["quotas"]?.elements
    #expect(other?.first == ["quota": "collections", "used": 0, "limit": 5])
  }

  @Test func `a tenant that is deleted has nothing any more, and others have lost nothing`() throws {
    let service = try service()
    let one = service.get("\(Self.path)/gone", Self.admin)
    #expect(one.status == 200 && one.json?["collections"] == 2)
    let deleted = service.delete("\(Self.path)/gone", Self.admin)
    #expect(deleted.status == 200 && deleted.json?["collections"] == 2 && deleted.json?["items"] == 4)
    #expect(service.get("\(Self.path)/gone", Self.admin).code == "not_found")
    #expect(service.get("/v1/collections/c", Self.bearer("one")).status == 200)
    // Those in memory end too.
    #expect(service.delete("\(Self.path)/acme", Self.admin).status == 200)
    #expect(service.get("/v1/collections/c", Self.bearer("one")).status == 404)
    #expect(service.get("\(Self.path)/acme", Self.admin).json?["collections"] == 0)
    #expect(service.service.collections.usage == CollectionUsage())
  }

  @Test func `the idempotency keys of a deleted tenant are new, and those of others are not`() throws {
    let service = try service()
    func create(_ id: String, _ key: String) -> TestResponse {
      var headers = Self.bearer(key)
      headers["Idempotency-Key"] = "\"once\""
      return service.create(id, Kept.rows(["x"]), headers)
    }
    #expect(create("d", "one").status == 201 && create("d", "four").status == 201)
    #expect(create("e", "one").code == "idempotency_key_reused")
    #expect(service.delete("\(Self.path)/acme", Self.admin).status == 200)
    #expect(create("e", "one").status == 201)
    #expect(create("d", "four").header("Idempotent-Replayed") == "true")
  }

  @Test(arguments: ["", "/acme", "/none", "/a%2Fb"])
  func `a request takes a key of the operator, and no other`(path: String) throws {
    let service = try service()
    let issued = service.post(
      "/v1/tokens", ["collection": "c", "rights": ["read", "scroll", "change"]], Self.bearer("one"))
    let token = try #require(issued.json?["token"]?.string)
    for method in path.isEmpty ? [Method.get] : [.get, .delete] {
      for text in ["one", token] {
        let answer = service.ask(method, Self.path + path, Self.bearer(text))
        #expect(answer.status == 403 && answer.code == "forbidden", "\(method) \(text)")
      }
      let cookie = ["Cookie": "tessera_token=sesame"]
      for headers in [[:], Self.bearer("sesam"), Self.bearer("@admin:sesame"), cookie] {
        #expect(service.ask(method, Self.path + path, headers).status == 401, "\(headers)")
      }
      #expect(service.ask(method, "\(Self.path)\(path)?token=sesame", [:]).status == 401)
    }
    #expect(service.get("\(Self.path)/none", Self.admin).status == 404)
    #expect(service.get("\(Self.path)/acme?x=1", Self.admin).status == 400)
  }

  @Test func `a service without keys has everyone as its tenant, and lists it for no request`() throws {
    let open = try TestService()
    #expect(open.create("c", Kept.rows(["x"])).status == 201)
    #expect(open.get(Self.path).status == 401)
    let journal = MemoryJournal()
    let before = try TestService(journal: journal)
    #expect(before.create("c", Kept.rows(["x"])).status == 201)
    let keyed = try TestService(journal: journal) { $0.keys = ["@admin:sesame"] }
    #expect(keyed.get("\(Self.path)/everyone", Self.admin).json?["collections"] == 1)
    #expect(keyed.delete("\(Self.path)/everyone", Self.admin).status == 200)
    #expect(keyed.get("\(Self.path)/everyone", Self.admin).status == 404)
  }

  @Test func `the fonts of a tenant are deleted with it, also of one without a key`() throws {
    let folder = TemporaryFiles.path("fonts")
    func service(_ keys: String...) throws -> TestService {
      try TestService {
        $0.keys = keys
        $0.ownFontFolder = folder
      }
    }
    let before = try service("acme:one")
    let sent = before.ask(
      .post, "/v1/fonts", Self.bearer("one").merging(["Content-Type": "font/ttf"]) { own, _ in own },
      bytes: SampleFont().bytes)
    #expect(sent.status == 201)
    let after = try service("@admin:sesame")
    #expect(after.get("\(Self.path)/acme", Self.admin).json?["fonts"] == 1)
    #expect(after.delete("\(Self.path)/acme", Self.admin).json?["fonts"] == 1)
    let again = try service("acme:one")
    #expect(again.get("/v1/fonts/\(SampleFont.id)", Self.bearer("one")).status == 404)
  }
}
