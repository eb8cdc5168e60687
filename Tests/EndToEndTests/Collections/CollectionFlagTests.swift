import TestSupport
import Testing

/// The settings of collections, at their limits and over them.
struct CollectionFlagTests {
  @Test func `so many collections are kept as was set, in all and for a tenant`() throws {
    let service = try RunningService(
      "--collection-limit", "3", "--collections-per-key", "2", environment: ["TESSERA_KEYS": "alpha,beta"])
    let (alpha, beta) = (["Authorization: Bearer alpha"], ["Authorization: Bearer beta"])
    #expect(try service.keep("a", ["x"], alpha).status == 201)
    #expect(try service.keep("b", ["x"], alpha).status == 201)
    let own = try service.keep("c", ["x"], alpha)
    #expect(own.status == 429 && own.code == "too_many_collections")
    #expect(own.json?["detail"]?.string?.contains("for a tenant") == true)
    #expect(try service.keep("a", ["x"], beta).status == 201)
    let all = try service.keep("b", ["x"], beta)
    #expect(all.status == 429 && all.json?["detail"]?.string?.contains("3 collections") == true)
    #expect(try service.ask("DELETE", "/v1/collections/a", alpha).status == 204)
    #expect(try service.keep("b", ["x"], beta).status == 201)
    #expect(try service.metrics()["tessera_collections"] == 3)
  }

  @Test func `all collections together have so many items as was set`() throws {
    let service = try RunningService("--kept-item-limit", "3")
    #expect(try service.keep("a", ["x", "y", "z", "w"]).status == 429)
    #expect(try service.keep("a", ["x", "y"]).status == 201)
    #expect(try service.insert("z", into: "a").status == 200)
    #expect(try service.insert("w", into: "a").code == "too_many_collections")
    #expect(try service.items(of: "a").version == 2)
    #expect(try service.keep("b", ["x"]).status == 429)
    #expect(try service.snapshot(["z"], of: "a").status == 200)
    #expect(try service.keep("b", ["x", "y"]).status == 201)
  }

  @Test func `the collections of a tenant have so many items as was set`() throws {
    let service = try RunningService(
      "--items-per-key", "3", environment: ["TESSERA_KEYS": "acme:one,acme:two,beta:three"])
    let (one, two) = (["Authorization: Bearer one"], ["Authorization: Bearer two"])
    #expect(try service.keep("a", ["x", "y"], one).status == 201)
    let refused = try service.keep("b", ["x", "y"], two)
    #expect(refused.status == 429 && refused.code == "too_many_collections")
    #expect(refused.json?["detail"]?.string?.contains("3 items") == true)
    #expect(try service.keep("b", ["x"], two).status == 201)
    #expect(try service.keep("b", ["x", "y"], ["Authorization: Bearer three"]).status == 201)
  }

  @Test func `none at all may be kept`() throws {
    let service = try RunningService(environment: ["TESSERA_COLLECTION_LIMIT": "0"])
    #expect(try service.keep("a", []).status == 429)
    #expect(service.serves)
  }

  @Test func `flags limit the number and the memory of responses stored for repetitions`() throws {
    let service = try RunningService("--idempotency-limit", "1")
    _ = try service.keep("c", [])
    func replayed(_ service: RunningService, _ key: String) throws -> String {
      let answer = try service.insert(key, into: "c", [:], ["Idempotency-Key: \(key)"])
      return answer.header("Idempotent-Replayed") ?? answer.code ?? "new"
    }
    #expect(try replayed(service, "a") == "new" && replayed(service, "a") == "true")
    // The first response is no longer cached; the collection's history still has the key of the change.
    #expect(try replayed(service, "b") == "new" && replayed(service, "a") == "answer_not_kept")
    #expect(try service.items(of: "c").ids == ["b", "a"])
    let tight = try RunningService("--idempotency-memory", "64B")
    _ = try tight.keep("c", [])
    #expect(try replayed(tight, "a") == "new" && replayed(tight, "a") == "answer_not_kept")
  }

  @Test func `other keys find no collection of a key`() throws {
    let service = try RunningService(environment: ["TESSERA_KEYS": "alpha,beta"])
    let (alpha, beta) = (["Authorization: Bearer alpha"], ["Authorization: Bearer beta"])
    _ = try service.keep("c", ["a"], alpha)
    for path in ["/v1/collections/c", "/v1/collections/c/attributes", "/v1/collections/c/attributes?id=a"] {
      #expect(try service.ask("GET", path, alpha).status == 200)
      let answer = try service.ask("GET", path, beta)
      #expect(answer.status == 404 && answer.code == "not_found", "\(path)")
      #expect(try service.ask("GET", path).status == 401)
    }
    #expect(try service.insert("x", into: "c", [:], beta).status == 404)
    #expect(try service.snapshot([], of: "c", beta).status == 404)
    #expect(try service.ask("DELETE", "/v1/collections/c", beta).status == 404)
    #expect(try service.ask("GET", "/v1/collections", beta).json?["collections"] == [])
    #expect(try service.items(of: "c", alpha).version == 1)
  }

  @Test func `a 304 and a 204 end where their head does`() throws {
    let service = try RunningService()
    _ = try service.keep("c", ["a"])
    let client = try service.client()
    let known = try #require(client.request("GET", "/v1/collections/c", ["If-None-Match: \"1\""]))
    #expect(known.status == 304 && known.header("ETag") == "\"1\"" && known.body.isEmpty)
    #expect(client.request("GET", "/v1/collections/c")?.status == 200)
    #expect(client.request("DELETE", "/v1/collections/c")?.status == 204)
    #expect(client.request("GET", "/v1/collections/c")?.status == 404)
  }

  @Test func `a store that there is not is refused at the start`() throws {
    let process = try tessera("serve", "--store", "cloud:")
    #expect(process.exitCode != 0 && process.errors.contains("memory:"))
  }
}
