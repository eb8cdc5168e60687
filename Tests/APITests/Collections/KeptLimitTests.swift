import TestSupport
import Testing

@testable import API

/// The limits of storage, as a client meets them.
struct KeptLimitTests {
  @Test func `beyond so many collections one is refused, until another is deleted`() throws {
    let service = try TestService { $0.collections.collections = 2 }
    #expect(service.create("a").status == 201 && service.create("b").status == 201)
    let answer = service.create("c")
    #expect(answer.status == 429 && answer.code == "too_many_collections")
    #expect(answer.detail?.contains("2 collections") == true)
    #expect(service.get("/v1/collections/c").status == 404)
    _ = service.delete("/v1/collections/a")
    #expect(service.create("c").status == 201)
  }

  @Test func `a tenant has so many of its own`() throws {
    let service = try TestService {
      $0.keys = ["alpha", "beta"]
      $0.quotas[.collections] = .amount(1)
    }
    for key in ["alpha", "beta"] {
      let headers = ["Authorization": "Bearer \(key)"]
      #expect(service.create("a", Kept.rows([]), headers).status == 201)
      let answer = service.create("b", Kept.rows([]), headers)
      #expect(answer.status == 429 && answer.detail?.contains("for a tenant") == true)
      #expect(answer.json?["quota"]?["name"] == "collections")
      #expect(answer.detail?.contains(key) == false)
    }
  }

  @Test func `all collections together have so many items`() throws {
    let service = try TestService { $0.collections.items = 5 }
    #expect(service.create("c").status == 201)
    #expect(service.create("d").status == 429)
    #expect(service.create("d", Kept.rows(["x", "y"])).status == 201)
    let answer = service.update(Kept.insertion)
    #expect(answer.status == 429 && answer.detail?.contains("5 items") == true)
    #expect(service.snapshot([Kept.section("s", ["a", "b", "c", "d"])]).status == 429)
    #expect(service.version == 1 && service.ids == ["a", "b", "c"])
    #expect(service.update([["op": "deleteItems", "at": [[0, 0]]]]).status == 200)
    #expect(service.update(Kept.insertion).status == 200)
  }

  @Test func `metrics count the stored collections and items`() throws {
    let service = try TestService()
    _ = service.create()
    _ = service.update(Kept.insertion)
    func lines() -> [Substring] {
      String(decoding: service.get("/metrics").bytes, as: UTF8.self).split(separator: "\n")
    }
    #expect(lines().contains("tessera_collections 1") && lines().contains("tessera_collection_items 4"))
    _ = service.delete(Kept.path)
    #expect(lines().contains("tessera_collections 0") && lines().contains("tessera_collection_items 0"))
  }
}
