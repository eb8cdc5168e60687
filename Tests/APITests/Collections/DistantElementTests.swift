import HTTPServer
import TestSupport
import Testing

@testable import API

/// Elements beyond 2^53 points in content that ends before, on every route that lays something out.
struct DistantElementTests {
  /// A list in which a section with a header of 5e15 points has rows beyond the limit, but a short content.
  private static let layout: JSONTree = [
    "kind": "list", "rowHeight": 20, "sectionInset": [5e15, 0, -9e15, 0],
  ]
  private static let near: JSONTree = ["id": "s", "items": [["id": "a"]]]
  private static let distant: JSONTree = [
    "id": "t", "header": ["size": [0, 5e15]], "items": [["id": "b"]],
  ]

  private static func body(_ sections: JSONTree) -> JSONTree {
    ["container": ["width": 100, "height": 60], "layout": layout, "sections": sections]
  }

  private static func isRefused(_ answer: TestResponse) -> Bool {
    answer.status == 422 && answer.code == "content_too_large" && answer.detail?.contains("2^53") == true
  }

  @Test func `layouts and diffs refuse them`() throws {
    let service = try TestService()
    #expect(service.post("/v1/layouts", Self.body([Self.near])).status == 200)
    #expect(Self.isRefused(service.post("/v1/layouts", Self.body([Self.distant]))))
    for (before, after) in [(Self.near, Self.distant), (Self.distant, Self.near)] {
      let body: JSONTree = ["before": Self.body([before]), "after": Self.body([after])]
      #expect(Self.isRefused(service.post("/v1/diffs", body)))
    }
  }

  @Test func `a collection is neither created with them nor changed to have them`() throws {
    let service = try TestService()
    #expect(Self.isRefused(service.create("d", Self.body([Self.distant]))))
    #expect(service.create("c", Self.body([Self.near])).status == 201)
    let far: JSONTree = ["kind": "list", "sectionInset": [5e15, 0, -9e15, 0], "sectionHeaderHeight": 5e15]
    let bounds: JSONTree = [0, 0, 100, 60]
    let changes = [
      service.update([["op": "insertSections", "at": [0], "sections": [Self.distant]]]),
      service.update([["op": "reloadSections", "at": [0], "sections": [Self.distant]]]),
      service.snapshot([Self.near, Self.distant]),
      service.put(Kept.path + "/layout", ["layout": far]),
      service.put(
        Kept.path + "/viewports/watch",
        ["bounds": bounds, "container": ["width": 100, "height": 60], "layout": far]),
    ]
    for answer in changes { #expect(Self.isRefused(answer), "\(answer.status) \(answer.detail ?? "")") }
    #expect(service.version == 1)
    #expect(service.get(Kept.path + "/viewports").json?["viewports"]?.elements?.count == 1)
  }

  @Test func `a measured header that moves rows beyond the limit is refused`() throws {
    let service = try TestService()
    var section = Self.near
    section["header"] = ["estimatedSize": [0, 10]]
    #expect(service.create("c", Self.body([section])).status == 201)
    let measured: JSONTree = ["kind": "header", "section": 0, "size": [100, 5e15]]
    #expect(Self.isRefused(service.post(Kept.path + "/measurements", ["measurements": [measured]])))
    #expect(service.version == 1)
  }
}
