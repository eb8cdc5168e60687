import TestSupport
import Testing

@testable import API

/// The deletion of a collection, and the collections of other owners.
struct DeletionTests {
  private static let calls: [@Sendable (TestService, [String: String]) -> TestResponse] = [
    { $0.get(Kept.path, $1) }, { $0.get(Kept.attributes, $1) }, { $0.get(Kept.attributes + "?id=a", $1) },
    { $0.update(Kept.insertion, [:], $1) }, { $0.snapshot([], [:], $1) }, { $0.delete(Kept.path, $1) },
  ]

  @Test func `no request finds a deleted collection`() throws {
    let service = try TestService()
    _ = service.create()
    let answer = service.delete(Kept.path)
    #expect(answer.status == 204 && answer.bytes.isEmpty)
    for call in Self.calls {
      let answer = call(service, [:])
      #expect(answer.status == 404 && answer.code == "not_found")
    }
    #expect(service.get("/v1/collections").json?["collections"] == [])
  }

  @Test func `its id may be used again`() throws {
    let service = try TestService()
    _ = service.create()
    _ = service.update(Kept.insertion)
    _ = service.delete(Kept.path)
    #expect(service.create("c", Kept.rows(["z"])).status == 201)
    #expect(service.version == 1 && service.ids == ["z"])
  }

  @Test func `a path whose id is none is not found either`() throws {
    let service = try TestService()
    for id in ["%2F", "..", "a%20b", "%C3%A9", String(repeating: "x", count: 200)] {
      let answer = service.get("/v1/collections/\(id)")
      #expect(answer.status == 404 && answer.code == "not_found")
      #expect((answer.detail?.utf8.count ?? 0) < 200)
    }
  }

  @Test func `two keys have separate collections of one id`() throws {
    let service = try TestService { $0.keys = ["alpha", "beta"] }
    let (alpha, beta) = (["Authorization": "Bearer alpha"], ["Authorization": "Bearer beta"])
    #expect(service.create("c", Kept.rows(["a"]), alpha).status == 201)
    for call in Self.calls { #expect(call(service, beta).status == 404) }
    #expect(service.get("/v1/collections", beta).json?["collections"] == [])
    #expect(service.create("c", Kept.rows(["b"]), beta).status == 201)
    #expect(service.update(Kept.insertion, [:], beta).version == 2)
    #expect(service.get(Kept.path, alpha).version == 1)
    #expect(service.delete(Kept.path, beta).status == 204)
    #expect(service.get(Kept.attributes, alpha).json?.at("/attributes/0/id") == "a")
  }

  @Test func `without a valid key every request is rejected`() throws {
    let service = try TestService { $0.keys = ["alpha"] }
    _ = service.create("c", Kept.rows(["a"]), ["Authorization": "Bearer alpha"])
    for headers in [[:], ["Authorization": "Bearer alpha2"], ["Authorization": "Bearer"]] {
      for call in Self.calls { #expect(call(service, headers).status == 401) }
      #expect(service.create("d", Kept.rows(["a"]), headers).status == 401)
      #expect(service.get("/v1/collections", headers).status == 401)
    }
  }

  @Test func `the spelling of the scheme does not make another owner`() throws {
    let service = try TestService { $0.keys = ["alpha"] }
    _ = service.create("c", Kept.rows(["a"]), ["Authorization": "Bearer alpha"])
    #expect(service.get(Kept.path, ["Authorization": "bearer  alpha "]).status == 200)
  }
}
