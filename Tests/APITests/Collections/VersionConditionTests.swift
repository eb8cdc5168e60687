import Collections
import HTTPServer
import TestSupport
import Testing

@testable import API

/// `If-Match` and `version`: the conditions of a client's change on the version.
struct VersionConditionTests {
  /// A service whose collection is at version 3.
  private func service() throws -> TestService {
    let service = try TestService()
    _ = service.create()
    for id in ["x", "y"] {
      _ = service.update([["op": "insertItems", "at": [[0, 0]], "items": [["id": .string(id)]]]])
    }
    return service
  }

  @Test(arguments: [
    ("\"3\"", 200), ("*", 200), (" * ", 200), ("\"1\", \"3\"", 200), ("\"x\",\"3\"", 200), ("\"2\"", 412),
    ("\"4\"", 412), ("\"1\", \"2\"", 412), ("\"\"", 412), ("\"x\"", 412), ("W/\"3\"", 412), ("\"03\"", 412),
    ("\"3-svg\"", 200), ("\"3.0af-columns-gzip\"", 200), ("\"3x\"", 412), ("\"2-3\"", 412),
    ("\"a,\", \"3\"", 200),
    ("\"+3\"", 412), ("\" 3\"", 412), ("\"99999999999999999999\"", 412), ("W/\"3\", \"2\"", 412),
    ("\"3,2\"", 412), ("3", 400), (",", 400),
    ("", 400), (" ", 400), ("\"3", 400), ("3\"", 400), ("'3'", 400), ("*, \"3\"", 400), ("w/\"3\"", 400),
  ])
  func `a change is made at the versions of its entity tags`(tags: String, status: Int) throws {
    let changes: [(TestService) -> TestResponse] = [
      { $0.update(Kept.insertion, [:], ["If-Match": tags]) },
      { $0.snapshot([Kept.section("s", ["a"])], [:], ["If-Match": tags]) },
      { $0.delete(Kept.path, ["If-Match": tags]) },
    ]
    for change in changes {
      let service = try service()
      let answer = change(service)
      #expect(answer.status == status || status == 200 && answer.status == 204)
      #expect((service.version == 3) == (status != 200))
      if status == 412 { #expect(answer.code == "version_mismatch" && answer.etag == "\"3\"") }
      if status == 400 { #expect(answer.detail?.contains("If-Match") == true) }
    }
  }

  @Test(arguments: [
    ("version-mismatch=200", 200), ("return=minimal, Version-Mismatch=200", 200),
    ("version-mismatch=204", 412), ("", 412),
  ])
  func `a client may prefer a successful response to a change of another version`(
    preference: String, status: Int
  )
    throws
  {
    let service = try service()
    let headers = ["If-Match": "\"2\"", "Prefer": preference]
    let answer = service.update(Kept.insertion, [:], headers)
    #expect(answer.status == status && service.version == 3)
    #expect(answer.code == "version_mismatch" && answer.json?["status"]?.int == 412 && answer.etag == "\"3\"")
    #expect(answer.header("Preference-Applied") == (status == 200 ? "version-mismatch=200" : nil))
    #expect(
      service.update([["op": "deleteItems", "ids": ["nobody"]]], [:], ["Prefer": preference]).status == 422)
  }

  @Test func `a read of another version fails, though the client prefers a successful response to changes`()
    throws
  {
    let answer = try service().get(
      Kept.path, ["If-Match": "\"2\"", "Prefer": "version-mismatch=200"])
    #expect(answer.status == 412 && answer.code == "version_mismatch")
    #expect(answer.header("Preference-Applied") == nil)
  }

  @Test(arguments: [(3, 200), (2, 412), (4, 412)])
  func `a version in the body is one that the change is meant for`(version: Int, status: Int) throws {
    let service = try service()
    let answer = service.update(Kept.insertion, ["version": .number(Double(version))])
    #expect(answer.status == status)
    #expect(answer.etag == (status == 200 ? "\"4\"" : "\"3\""))
    #expect(service.version == (status == 200 ? 4 : 3))
  }

  @Test(arguments: [
    ("\"3\"", 3, 200), ("\"2\", \"3\"", 3, 200), ("\"3\"", 2, 400), ("\"3\"", 4, 400), ("\"2\"", 3, 412),
    ("*", 3, 200),
    ("*", 2, 412),
  ])
  func `both together have both to hold, and a contradiction is an error`(
    tag: String, version: Int, status: Int
  ) throws {
    let service = try service()
    let answer = service.update(
      Kept.insertion, ["version": .number(Double(version))], ["If-Match": tag])
    #expect(answer.status == status && service.version == (status == 200 ? 4 : 3))
    if status == 400 {
      #expect(answer.code == "bad_request" && answer.pointers == ["/version"])
      #expect(answer.detail?.contains("If-Match is for version 3") == true)
    }
  }

  @Test func `an outdated version is reported before errors in the updates`() throws {
    let service = try service()
    for nonsense: JSONTree in [
      [["op": "deleteItems", "at": [[9, 9]]]], [["op": "deleteItems", "ids": ["gone"]]], [7],
    ] {
      #expect(service.update(nonsense, [:], ["If-Match": "\"2\""]).status == 412)
      #expect(service.update(nonsense, ["version": 2]).status == 412)
      #expect(service.update(nonsense, ["version": 3]).status == 422)
    }
  }

  @Test(
    arguments: [
      ("bounds", ["bounds": [0, 0, 9, 9], "measurements": [["id": "gone", "size": [1, 1]]]]),
      (
        "viewports/v",
        ["bounds": [0, 0, 9, 9], "container": ["width": 9, "height": 9], "scrollTo": ["id": "x"]]
      ), ("layout", ["layout": ["kind": "list", "rowHeight": 30]]), ("snapshot", ["sections": []]),
    ] as [(String, JSONTree)])
  func `every body that replaces something may have a version`(path: String, body: JSONTree) throws {
    let service = try service()
    func put(_ version: JSONTree) -> TestResponse {
      var sent = body
      sent["version"] = version
      return service.put("\(Kept.path)/\(path)", sent)
    }
    let outdated = put(2)
    #expect(outdated.status == 412 && outdated.etag == "\"3\"", "\(path)")
    for nonsense: JSONTree in ["3", 0, 2.5] {
      let answer = put(nonsense)
      #expect(answer.status == 422 && answer.pointers == ["/version"], "\(path)")
    }
    #expect(service.version == 3)
    #expect([200, 201].contains(put(3).status), "\(path)")
  }

  @Test func `a collection that does not exist is not found, with any version condition`() throws {
    let service = try service()
    for path in ["/v1/collections/d/updates"] {
      #expect(service.post(path, ["updates": []], ["If-Match": "\"1\""]).status == 404)
    }
    #expect(service.delete("/v1/collections/d", ["If-Match": "\"1\""]).status == 404)
  }

  @Test func `tags in several fields are one list`() {
    var headers = Headers()
    headers.append("If-Match", "\"1\"")
    headers.append("if-match", "W/\"2\" , \"3-svg\"")
    #expect(throws: Never.self) { try Preconditions(headers).versions() == .oneOf([1, 3]) }
  }
}
