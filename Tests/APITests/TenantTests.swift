import TestSupport
import Testing

@testable import API

/// Tenants, whose names are apart from their secrets.
struct TenantTests {
  private static func bearer(_ text: String) -> [String: String] { ["Authorization": "Bearer \(text)"] }

  private static func holder(_ text: String) -> KeyEntry.Holder? { KeyEntry(text)?.holder }

  @Test func `an entry has the name of a tenant and a secret, and one without a name is named by its hash`() {
    #expect(Self.holder("acme:sesame") == .tenant("acme"))
    #expect(KeyEntry(" acme : sesame ")?.secret == "sesame")
    #expect(KeyEntry("acme:a:b")?.secret == "a:b")
    #expect(Self.holder("@admin:sesame") == .administrator)
    // printf %s sesame | sha256sum | cut -c1-32
    #expect(Self.holder("sesame") == .tenant("d0c04f4b1951e4aeaaec8223ed2039e5"))
  }

  @Test(arguments: [
    "", " ", ":", "acme:", "acme: ", ":sesame", "a b:sesame", ".:sesame", "..:sesame", "a/:sesame",
    "/a:sesame", "a/b/c:sesame",
    "a/b c:sesame", "a/-b:sesame", "a/" + String(repeating: "b", count: 65) + ":sesame",
    "-a:sesame", "everyone:sesame", "@root:sesame", "ä:sesame", String(repeating: "a", count: 65) + ":sesame",
  ])
  func `an entry without a secret, or with a text that names no tenant, is none`(text: String) {
    #expect(KeyEntry(text) == nil)
  }

  @Test func `a secret has one tenant`() {
    #expect(KeyEntry.list(["acme:one", "acme:two", "beta:three", "four"])?.count == 4)
    #expect(KeyEntry.list(["acme:one", "acme:one"])?.count == 2)
    #expect(KeyEntry.list(["acme:one", "beta:one"]) == nil)
    #expect(KeyEntry.list(["acme:one", "one"]) == nil)
  }

  @Test func `a key may have a name of its own, and a secret has one`() {
    #expect(Self.holder("acme/ci:sesame") == .tenant("acme") && KeyEntry("acme/ci:sesame")?.name == "ci")
    #expect(KeyEntry(" acme / ci : a/b:c ")?.secret == "a/b:c" && KeyEntry(" acme / ci : x ")?.name == "ci")
    #expect(
      KeyEntry("@admin/ops:sesame")?.name == "ops" && Self.holder("@admin/ops:sesame") == .administrator)
    // Secrets of old files may have any characters, and these have no names.
    #expect(KeyEntry("acme:ci/sesame")?.name == nil && KeyEntry("acme/ci/sesame")?.secret == "acme/ci/sesame")
    #expect(KeyEntry.list(["acme/ci:one", "acme/ci:two", "beta/ci:three"])?.count == 3)
    for other in ["acme/app:one", "acme:one", "beta/ci:one", "one"] {
      #expect(KeyEntry.list(["acme/ci:one", other]) == nil, "\(other)")
    }
  }

  @Test func `the history names the key of each change, to requests with a key`() throws {
    let service = try TestService { $0.keys = ["acme/ci:one", "acme:two", "acme/app:three"] }
    #expect(service.create("c", Kept.rows(["a"]), Self.bearer("one")).status == 201)
    for secret in ["one", "two", "three"] {
      #expect(service.update(Kept.anonymous, [:], Self.bearer(secret)).status == 200)
    }
    func authors(_ id: String) -> [String?]? {
      service.get("/v1/collections/\(id)/history?since=1", Self.bearer("two")).json?["diffs"]?.elements?
        .map { $0["author"]?.string }
    }
    #expect(authors("c") == ["ci", nil, "app"])
    let exported = service.get("/v1/collections/c/export?history=true", Self.bearer("two"))
    #expect(service.delete("/v1/collections/c", Self.bearer("two")).status == 204)
    let imported = service.ask(
      .post, "/v1/import", Self.bearer("two").merging(["Content-Type": "application/x-ndjson"]) { $1 },
      bytes: exported.bytes)
    #expect(imported.status == 200)
    #expect(authors("c") == ["ci", nil, "app"])
  }

  @Test func `all secrets of a tenant find its collections, and those of another tenant find none`() throws {
    let service = try TestService { $0.keys = ["acme:one", "acme:two", "beta:three"] }
    #expect(service.create("c", Kept.rows(["a"]), Self.bearer("one")).status == 201)
    for secret in ["one", "two"] {
      #expect(service.get("/v1/collections/c", Self.bearer(secret)).status == 200)
    }
    #expect(service.get("/v1/collections/c", Self.bearer("three")).status == 404)
    #expect(service.get("/v1/collections/c", Self.bearer("acme:one")).status == 401)
    #expect(service.create("c", Kept.rows(["a"]), Self.bearer("two")).code == "collection_exists")
    #expect(service.create("c", Kept.rows(["a"]), Self.bearer("three")).status == 201)
  }

  @Test func `a retry with another secret of the tenant is the same request`() throws {
    let service = try TestService { $0.keys = ["acme:one", "acme:two", "beta:three"] }
    func create(_ secret: String) -> TestResponse {
      service.create(
        "c", Kept.rows(["a"]), Self.bearer(secret).merging(["Idempotency-Key": "same"]) { own, _ in own })
    }
    #expect(create("one").status == 201)
    #expect(create("two").header("Idempotent-Replayed") == "true")
    #expect(create("three").header("Idempotent-Replayed") == nil)
  }

  @Test func `the name of a tenant can be the hash of a key that had none`() throws {
    let service = try TestService { $0.keys = ["sesame", "d0c04f4b1951e4aeaaec8223ed2039e5:another"] }
    #expect(service.create("c", Kept.rows(["a"]), Self.bearer("sesame")).status == 201)
    #expect(service.get("/v1/collections/c", Self.bearer("another")).status == 200)
  }

  @Test func `a token goes on while its tenant has a key`() throws {
    let secrets = [TokenService.secret]
    let first = Keys(["acme:one", "acme:two"]), rotated = Keys(["acme:three"]), gone = Keys(["beta:one"])
    func tokens(_ keys: Keys) -> AccessTokens {
      AccessTokens(secrets: secrets, owners: keys.owners, longestLifetime: 60)
    }
    let text = try #require(
      tokens(first).issue(for: "acme", collection: "c", rights: [.read], lifetime: 60))
    #expect(try tokens(rotated).verify(text).owner == "acme")
    #expect(throws: AccessTokenError.invalid) { try tokens(gone).verify(text) }
  }

  @Test func `a key of the operator has no collections, and alone leaves no service open`() throws {
    let service = try TestService { $0.keys = ["@admin:sesame"] }
    let answer = service.get("/v1/collections", Self.bearer("sesame"))
    #expect(answer.status == 403 && answer.code == "forbidden")
    #expect(service.get("/v1/collections").status == 401)
  }

  @Test func `keys that are not valid open nothing`() throws {
    #expect(try TestService { $0.keys = ["a b:sesame"] }.get("/v1/collections").status == 401)
  }
}
