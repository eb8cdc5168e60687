import HTTPServer
import TestSupport
import Testing

@testable import API

/// `If-None-Match` and `If-Match: *` of requests that change something (RFC 9110, 13.1).
struct CreateOnlyTests {
  private static let watch = Kept.path + "/viewports/watch"
  private static let body: JSONTree = ["bounds": [0, 0, 50, 20], "container": ["width": 50, "height": 20]]

  @Test func `If-None-Match with a star creates a viewport and never replaces one`() throws {
    let service = try TestService()
    _ = service.create()
    #expect(service.put(Self.watch, Self.body, ["If-None-Match": "*"]).status == 201)
    let second = service.put(Self.watch, ["bounds": [0, 9, 50, 20]], ["If-None-Match": "*"])
    #expect(second.status == 412 && second.code == "version_mismatch" && second.etag == "\"1\"")
    #expect(service.get(Kept.path + "/viewports").json?.at("/viewports/1/bounds/y") == 0)
    let main = service.put(Kept.path + "/viewports/main", Self.body, ["If-None-Match": "*"])
    #expect(main.status == 412)
  }

  @Test func `If-Match with a star replaces a viewport and never creates one`() throws {
    let service = try TestService()
    _ = service.create()
    #expect(service.put(Self.watch, Self.body, ["If-Match": "*"]).status == 412)
    #expect(service.put(Self.watch, Self.body).status == 201)
    #expect(service.put(Self.watch, Self.body, ["If-Match": "*"]).status == 200)
  }

  /// Requests that change the collection `c`, with what each needs before it.
  private static let changes: [@Sendable (TestService, [String: String]) -> TestResponse] = [
    { $0.update(Kept.insertion, [:], $1) },
    { $0.snapshot([Kept.section("s", ["a"])], [:], $1) },
    { $0.put(Kept.path + "/layout", ["layout": ["kind": "grid"]], $1) },
    { $0.post(Kept.path + "/invalidations", ["everything": true], $1) },
    { $0.put(Kept.path + "/bounds", ["bounds": [0, 0, 10, 10]], $1) },
    { $0.delete(Kept.path, $1) },
    { service, headers in
      _ = service.put(watch, body)
      return service.delete(watch, headers)
    },
  ]

  @Test func `a change is made only without the versions that its client has`() throws {
    for change in Self.changes {
      for (tags, isMade) in [
        ("*", false), ("\"1\"", false), ("W/\"1\"", false), ("\"1-svg\", \"7\"", false), ("\"2\"", true),
        ("\"x\"", true),
      ] {
        let service = try TestService()
        _ = service.create("c", Kept.rows(["a"], bounds: [0, 0, 100, 60]))
        let answer = change(service, ["If-None-Match": tags])
        #expect(
          (answer.status < 300) == isMade && (answer.status == 412) == !isMade, "\(tags) \(answer.status)")
        if !isMade { #expect(answer.code == "version_mismatch" && answer.etag == "\"1\"") }
      }
    }
  }

  @Test func `every change evaluates If-Match, and rejects lists that it cannot read`() throws {
    for change in Self.changes {
      for (headers, status) in [
        (["If-Match": "\"2\""], 412), (["If-Match": "2"], 400), (["If-None-Match": "2"], 400),
        (["If-None-Match": ""], 400),
      ] {
        let service = try TestService()
        _ = service.create("c", Kept.rows(["a"], bounds: [0, 0, 100, 60]))
        #expect(change(service, headers).status == status, "\(headers)")
        #expect(service.version == 1)
      }
    }
  }

  @Test func `the main viewport cannot be deleted, and a missing one is not found`() throws {
    let service = try TestService()
    _ = service.create()
    let answer = service.delete(Kept.path + "/viewports/main")
    #expect(answer.status == 405 && answer.code == "method_not_allowed")
    #expect(answer.header("Allow") == "PUT, OPTIONS")
    #expect(answer.detail == "The viewport \"main\" belongs to the collection and cannot be deleted.")
    #expect(service.delete(Self.watch, ["If-None-Match": "*"]).status == 404)
    #expect(service.delete(Self.watch, ["If-Match": "*"]).status == 404)
  }
}
