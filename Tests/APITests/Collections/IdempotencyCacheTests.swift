import Collections
import HTTPServer
import Testing

@testable import API

/// The contents of the cache of responses, step by step.
struct IdempotencyCacheTests {
  private static func request(_ key: String, hash: UInt8 = 1) -> RequestKey {
    RequestKey(RequestKey.Name(owner: "", key: key), fingerprint: [hash])
  }

  private static func standing(_ answers: IdempotencyCache, _ key: String, hash: UInt8 = 1) -> String {
    switch answers.begin(request(key, hash: hash)) {
    case .new: "new"
    case .running: "running"
    case .answered(let response): "answered \(response.bodyCount)"
    case .answeredAtLength: "at length"
    case .mismatch: "mismatch"
    }
  }

  private static func end(_ answers: IdempotencyCache, _ key: String, bytes: Int?) {
    answers.end(
      request(key), bytes.map { Response(status: 200, body: .bytes(Array(repeating: 0, count: $0))) })
  }

  @Test func `a request is new, then running, then answered`() {
    let answers = IdempotencyCache(limit: 9, byteLimit: 800)
    #expect(Self.standing(answers, "a") == "new")
    #expect(Self.standing(answers, "a") == "running")
    #expect(Self.standing(answers, "a", hash: 2) == "mismatch")
    Self.end(answers, "a", bytes: 7)
    #expect(Self.standing(answers, "a") == "answered 7")
    #expect(Self.standing(answers, "a", hash: 2) == "mismatch")
    #expect(answers.size.responses == 1 && answers.size.bytes == 7)
  }

  @Test func `the requests of an owner are forgotten, and those of others stay in their order`() {
    let answers = IdempotencyCache(limit: 2, byteLimit: 800)
    let others = RequestKey(RequestKey.Name(owner: "bob", key: "b"), fingerprint: [1])
    _ = answers.begin(others)
    answers.end(others, Response(status: 200, body: .bytes([1, 2, 3])))
    _ = Self.standing(answers, "a")
    Self.end(answers, "a", bytes: 7)
    answers.forget(owner: "bob")
    #expect(answers.size.responses == 1 && answers.size.bytes == 7)
    guard case .new = answers.begin(others) else {
      Issue.record("the request of bob is not new")
      return
    }
    #expect(Self.standing(answers, "a") == "answered 7")
  }

  @Test func `a request that came to nothing is new again`() {
    let answers = IdempotencyCache(limit: 9, byteLimit: 800)
    _ = Self.standing(answers, "a")
    Self.end(answers, "a", bytes: nil)
    #expect(Self.standing(answers, "a", hash: 2) == "new")
    #expect(answers.size.responses == 0)
  }

  @Test(arguments: [(100, "answered 100"), (101, "at length")])
  func `one response takes an eighth of the memory at most`(bytes: Int, standing: String) {
    let answers = IdempotencyCache(limit: 9, byteLimit: 800)
    _ = Self.standing(answers, "a")
    Self.end(answers, "a", bytes: bytes)
    #expect(Self.standing(answers, "a") == standing)
    #expect(answers.size.bytes == (bytes == 100 ? 100 : 0))
  }

  @Test func `a full memory drops the oldest, and no more of them than it has to`() {
    let answers = IdempotencyCache(limit: 99, byteLimit: 800)
    for number in 0..<8 {
      _ = Self.standing(answers, "\(number)")
      Self.end(answers, "\(number)", bytes: 100)
    }
    #expect(answers.size.responses == 8 && answers.size.bytes == 800)
    _ = Self.standing(answers, "next")
    Self.end(answers, "next", bytes: 50)
    #expect(answers.size.responses == 8 && answers.size.bytes == 750)
    #expect(Self.standing(answers, "1") == "answered 100")
    #expect(Self.standing(answers, "0") == "new")
  }

  @Test func `thousands come and go and the count stays right`() {
    let answers = IdempotencyCache(limit: 50, byteLimit: 1 << 20)
    for number in 0..<5000 {
      let key = "\(number)"
      _ = Self.standing(answers, key)
      Self.end(answers, key, bytes: number % 7 == 0 ? nil : 10)
    }
    #expect(answers.size.responses == 50 && answers.size.bytes == 500)
    #expect(Self.standing(answers, "4999") == "answered 10")
    #expect(Self.standing(answers, "4000") == "new")
  }
}
