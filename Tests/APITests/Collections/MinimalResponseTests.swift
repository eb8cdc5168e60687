import Collections
import HTTPServer
import TestSupport
import Testing

@testable import API

/// `Prefer: return=minimal`: a request is carried out, and its response has no body.
struct MinimalResponseTests {
  private static let minimal = ["Prefer": "return=minimal"]

  /// A service with a collection of twenty rows, three of which the main viewport shows.
  private func service() throws -> TestService {
    let service = try TestService(clock: { UTCTime(milliseconds: 0) })
    _ = service.create("c", Kept.rows((0..<20).map { "i\($0)" }, bounds: [0, 0, 100, 60]))
    return service
  }

  private static let changes:
    [(name: String, make: @Sendable (TestService, [String: String]) -> TestResponse)] = [
      ("updates", { $0.update(Kept.insertion, [:], $1) }),
      ("snapshot", { $0.snapshot([Kept.section("s", ["a"])], [:], $1) }),
      ("layout", { $0.put("\(Kept.path)/layout", ["layout": ["kind": "list", "rowHeight": 30]], $1) }),
      (
        "measurements",
        { $0.post("\(Kept.path)/measurements", ["measurements": [["id": "i1", "size": [100, 50]]]], $1) }
      ),
      ("invalidations", { $0.post("\(Kept.path)/invalidations", ["everything": true], $1) }),
      ("bounds", { $0.put("\(Kept.path)/bounds", ["bounds": [0, 40, 100, 60]], $1) }),
      ("movement", { $0.post("\(Kept.path)/movement", ["id": "i1"], $1) }),
      (
        "viewports",
        {
          $0.put(
            "\(Kept.path)/viewports/v",
            ["bounds": [0, 0, 100, 60], "container": ["width": 100, "height": 60]], $1)
        }
      ),
    ]

  @Test(arguments: changes.indices)
  func `a change without a body in its response is the same change`(index: Int) throws {
    let (name, make) = Self.changes[index]
    let (service, other) = (try service(), try service())
    let (short, long) = (make(service, Self.minimal), make(other, [:]))
    #expect(short.status == (long.status == 200 ? 204 : 201) && short.bytes.isEmpty, "\(name)")
    #expect(short.header("Content-Type") == nil && short.etag == long.etag, "\(name)")
    #expect(short.header("Preference-Applied") == "return=minimal", "\(name)")
    #expect(long.header("Preference-Applied") == nil && !long.bytes.isEmpty, "\(name)")
    for path in [Kept.path, Kept.attributes, "\(Kept.path)/viewports", "\(Kept.path)/history?since=1"] {
      #expect(service.get(path).bytes == other.get(path).bytes, "\(name) \(path)")
    }
  }

  @Test func `a collection is created without a body in the response, at its location`() throws {
    let service = try TestService()
    let answer = service.create("c", Kept.rows(["a"]), Self.minimal)
    #expect(answer.status == 201 && answer.bytes.isEmpty && answer.etag == "\"1\"")
    #expect(answer.header("Location") == Kept.path && service.ids == ["a"])
  }

  @Test func `a viewport counts as having the elements that a response without a body left out`() throws {
    let service = try service()
    let bounds = "\(Kept.path)/bounds"
    #expect(service.put(bounds, ["bounds": [0, 100, 100, 60]], Self.minimal).status == 204)
    let next = service.put(bounds, ["bounds": [0, 120, 100, 60]])
    #expect(next.json?["appeared"]?.elements?.map { $0["id"] } == ["i8"])
    #expect(next.json?["disappeared"]?.elements?.map { $0["id"] } == ["i5"])
    let whole = service.put(bounds, ["bounds": [0, 120, 100, 60], "resync": true])
    #expect(whole.json?["appeared"]?.elements?.count == 3)
  }

  @Test func `a repetition gets its first response again, also where the journal alone knows the key`() throws
  {
    let service = try service()
    let headers = Self.minimal.merging(["Idempotency-Key": "k"]) { $1 }
    #expect(service.update(Kept.insertion, [:], headers).status == 204)
    let again = service.update(Kept.insertion, [:], headers)
    #expect(again.status == 204 && again.etag == "\"2\"" && again.header("Idempotent-Replayed") == "true")
    #expect(service.version == 2)
  }

  @Test func `an error has its body`() throws {
    let service = try service()
    let unknown = service.update([["op": "deleteItems", "ids": ["gone"]]], [:], Self.minimal)
    #expect(
      unknown.status == 422 && unknown.code == "invalid_request"
        && unknown.header("Preference-Applied") == nil)
    #expect(service.update(Kept.insertion, ["version": 7], Self.minimal).status == 412)
  }

  @Test(arguments: [
    ("return=minimal", true), ("RETURN=minimal", true), ("return=\"minimal\"", true),
    ("respond-async, wait=10, return=minimal; x=1", true), ("return = minimal", true),
    ("return=minimal, return=representation", true), ("return=representation, return=minimal", false),
    ("return=representation", false), ("return=small", false), ("return", false), ("minimal", false),
    ("x=\"a, return=minimal\"", false), (",;=", false), ("", false),
  ])
  func `the preference is read as RFC 7240 writes it, and others change nothing`(
    field: String, isMinimal: Bool
  ) throws {
    let service = try service()
    let answer = service.update(Kept.insertion, [:], ["Prefer": field])
    #expect(answer.status == (isMinimal ? 204 : 200) && service.version == 2)
  }
}
