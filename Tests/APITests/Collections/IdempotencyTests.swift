import TestSupport
import Testing

@testable import API

/// `Idempotency-Key`: a repeated request gets a response again but is carried out once.
struct IdempotencyTests {
  private let key = ["Idempotency-Key": "k1"]

  private func service(_ configure: (inout ServiceConfiguration) -> Void = { _ in }) throws -> TestService {
    let service = try TestService(configure)
    #expect(service.create().status == 201)
    return service
  }

  @Test func `an update is made once, and each repetition gets the same response`() throws {
    let service = try service()
    let first = service.update(Kept.insertion, [:], key)
    #expect(first.status == 200 && first.header("Idempotent-Replayed") == nil)
    for _ in 0..<3 {
      let again = service.update(Kept.insertion, [:], key)
      #expect(again.status == 200 && again.bytes == first.bytes && again.etag == first.etag)
      #expect(again.header("Idempotent-Replayed") == "true")
    }
    #expect(service.version == 2 && service.ids == ["n", "a", "b", "c"])
  }

  @Test func `a repeated request gets its first response also after later changes`() throws {
    let service = try service()
    let first = service.update(Kept.insertion, [:], key)
    _ = service.update(Kept.anonymous)
    #expect(service.update(Kept.insertion, [:], key).bytes == first.bytes)
    #expect(service.version == 3)
  }

  @Test func `a collection without an id of its own is made once`() throws {
    let service = try TestService()
    let first = service.post("/v1/collections", Kept.rows(["a"]), key)
    let again = service.post("/v1/collections", Kept.rows(["a"]), key)
    #expect(first.status == 201 && again.status == 201 && again.bytes == first.bytes)
    #expect(again.header("Location") == first.header("Location"))
    #expect(service.get("/v1/collections").json?["collections"]?.elements?.count == 1)
  }

  @Test func `a snapshot is applied once`() throws {
    let service = try service()
    let next: JSONTree = [Kept.section("s", ["z"])]
    let first = service.snapshot(next, [:], key)
    #expect(first.status == 200 && service.snapshot(next, [:], key).bytes == first.bytes)
    #expect(service.version == 2)
  }

  @Test func `another request may not have the key`() throws {
    let service = try service()
    _ = service.create("d")
    _ = service.update(Kept.insertion, [:], key)
    let others = [
      service.update([["op": "deleteItems", "at": [[0, 0]]]], [:], key),
      service.post("/v1/collections/d/updates", ["updates": Kept.insertion], key),
      service.snapshot([], [:], key), service.create("e", Kept.rows([]), key),
    ]
    for answer in others { #expect(answer.status == 422 && answer.code == "idempotency_key_reused") }
    #expect(service.version == 2 && service.get("/v1/collections/e").status == 404)
  }

  @Test func `a key is its owner's`() throws {
    let service = try TestService { $0.keys = ["alpha", "beta"] }
    for owner in ["alpha", "beta"] {
      let headers = ["Authorization": "Bearer \(owner)"].merging(key) { $1 }
      let answer = service.create("c", Kept.rows([owner]), headers)
      #expect(answer.status == 201 && answer.header("Idempotent-Replayed") == nil)
    }
  }

  @Test(arguments: [
    "", " ", "a b", "é", "a\tb", "\u{7F}", String(repeating: "x", count: 256),
  ])
  func `an invalid key is rejected, and nothing is changed`(key: String) throws {
    let service = try service()
    let answer = service.update(Kept.insertion, [:], ["Idempotency-Key": key])
    #expect(answer.status == 400 && answer.detail?.contains("Idempotency-Key") == true)
    #expect(service.version == 1)
  }

  @Test(arguments: ["k", "\"7f3a-\"", String(repeating: "x", count: 255)])
  func `a key is up to 255 characters that can be seen`(key: String) throws {
    let service = try service()
    for _ in 0..<2 { #expect(service.update(Kept.insertion, [:], ["Idempotency-Key": key]).status == 200) }
    #expect(service.version == 2)
  }

  @Test func `a request that was refused may be sent again, and then it is made`() throws {
    let service = try TestService()
    #expect(service.update(Kept.insertion, [:], key).status == 404)
    _ = service.create()
    #expect(service.update([["op": "deleteItems", "at": [[0, 9]]]], [:], key).status == 422)
    #expect(service.update(Kept.insertion, ["version": 2], key).status == 412)
    let answer = service.update(Kept.insertion, [:], key)
    #expect(answer.status == 200 && answer.header("Idempotent-Replayed") == nil)
    #expect(service.version == 2)
  }

  /// The collection's journal knows the keys of its changes when the responses are no longer cached.
  @Test func `beyond a limit the oldest responses are evicted, but no request is made again`() throws {
    let service = try service { $0.idempotencyLimit = 2 }
    func send(_ key: String) -> String? {
      service.update(Kept.anonymous, [:], ["Idempotency-Key": key]).header("Idempotent-Replayed")
    }
    #expect(send("a") == nil && send("b") == nil)
    #expect(send("a") == "true" && send("b") == "true")
    #expect(send("c") == nil)
    #expect(send("b") == "true" && send("c") == "true")
    #expect(service.update(Kept.anonymous, [:], ["Idempotency-Key": "a"]).code == "answer_not_kept")
    #expect(service.version == 4)
  }

  @Test func `the oldest are forgotten beyond so many bytes too`() throws {
    let length = try service().update(Kept.insertion, [:], key).bytes.count
    let service = try service { $0.idempotencyMemory = length * 9 }
    for number in 0..<12 {
      // Each the same length: the batch changes nothing of it but the version, of one digit or two.
      _ = service.update([["op": "deleteItems", "at": []]], [:], ["Idempotency-Key": "k\(number)"])
    }
    let size = service.service.idempotencyCache.size
    #expect(size.bytes <= length * 9 && size.responses >= 9)
    let first = service.update([["op": "deleteItems", "at": []]], [:], ["Idempotency-Key": "k0"])
    #expect((first.header("Idempotent-Replayed") == nil) == (size.responses < 12))
  }

  @Test func `a response above an eighth of the memory is not stored, and a repetition is an error`() throws {
    let service = try service { $0.idempotencyMemory = 800 }
    let first = service.update(Kept.insertion, [:], key)
    #expect(first.status == 200 && first.bytes.count > 100)
    let again = service.update(Kept.insertion, [:], key)
    #expect(again.status == 409 && again.code == "answer_not_kept")
    #expect(service.update([], [:], key).code == "idempotency_key_reused")
    #expect(service.version == 2)
  }

  @Test func `no memory at all keeps keys, and no number none`() throws {
    let forgetful = try service { $0.idempotencyLimit = 0 }
    for _ in 0..<2 { #expect(forgetful.update(Kept.anonymous, [:], key).status == 200) }
    #expect(forgetful.version == 3)
    let terse = try service { $0.idempotencyMemory = 0 }
    #expect(terse.update(Kept.insertion, [:], key).status == 200)
    #expect(terse.update(Kept.insertion, [:], key).code == "answer_not_kept")
    #expect(terse.version == 2)
  }

  @Test func `of many that come at once with one key, one is made`() throws {
    let service = try service()
    let answers = Gathering<String>()
    runConcurrently(jobs: 200, threads: 8) { _ in
      let answer = service.update(Kept.insertion, [:], ["Idempotency-Key": "k"])
      answers.add(answer.code ?? "\(answer.status) \(answer.version ?? 0)")
    }
    #expect(service.version == 2)
    #expect(Set(answers.values).subtracting(["request_in_progress"]) == ["200 2"])
  }
}
