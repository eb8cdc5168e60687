import JSON
import TestSupport
import Testing

@testable import API

/// Names that clients choose are in Unicode normal form C, so that all programs agree on which are equal.
struct NormalFormTests {
  /// The same word in both forms.
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"
  private static let name = JSONTree.string(decomposed)

  private func expect(_ problem: Problem?, _ pointer: String) {
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers == [pointer], "\(problem?.pointers ?? [])")
    #expect(problem?.faults.first?.detail.contains("normal form C") == true, "\(problem?.detail ?? "")")
  }

  @Test(arguments: [
    ("", true), ("abc", true), ("caf\u{E9}", true), ("cafe\u{301}", false), ("中文 한국어", true),
    ("\u{1112}\u{1161}\u{11AB}", false), ("\u{212A}", false), ("a\u{302}\u{323}", false),
    ("q\u{323}\u{307}", true), ("q\u{307}\u{323}", false), ("\u{1F600}", true), ("\u{958}", false),
  ])
  func `the form of a text is known`(text: String, isNormal: Bool) {
    #expect(text.isInNormalFormC == isNormal)
  }

  @Test func `names of a layout in another form are rejected with a pointer`() {
    let cases: [(JSONTree, String)] = [
      (["id": Self.name, "itemCount": 1], "/sections/0/id"),
      (["items": [["id": "a"], ["id": Self.name]]], "/sections/0/items/1/id"),
      (["items": [["id": Self.name, "size": [1, 1]]]], "/sections/0/items/0/id"),
      (
        ["itemCount": 1, "supplementaries": .object([Self.decomposed: [["size": [1, 1]]]])],
        "/sections/0/supplementaries/\(Self.decomposed)"
      ),
    ]
    for (section, pointer) in cases {
      expect(refusal(of: request(layout: ["kind": "grid"], sections: [section])), pointer)
    }
    let edge: JSONTree = ["kind": Self.name, "size": [1, 1]]
    let anchored: JSONTree = ["kind": Self.name, "size": [1, 1], "containerAnchor": [:]]
    let item: JSONTree = ["size": [1, 1]]
    let group: JSONTree = ["size": [1, 1], "items": [item]]
    let definitions: [(JSONTree, String)] = [
      (["group": group, "boundarySupplementaryItems": [edge]], "boundarySupplementaryItems/0/kind"),
      (["group": group, "decorationItems": [["kind": Self.name]]], "decorationItems/0/kind"),
      (
        ["group": ["size": [1, 1], "items": [item], "supplementaryItems": [anchored]]],
        "group/supplementaryItems/0/kind"
      ),
    ]
    for (definition, pointer) in definitions {
      let layout: JSONTree = ["kind": "compositional", "sections": [definition]]
      expect(refusal(of: request(layout: layout)), "/layout/sections/0/" + pointer)
    }
    let composed = JSONTree.string(Self.composed)
    #expect(refusal(of: request(sections: [["id": composed, "items": [["id": composed]]]])) == nil)
  }

  @Test func `names of templates in another form are rejected with a pointer`() {
    let image: JSONTree = ["sizeThatFits": ["image": ["size": [7, 7]]]]
    let named = JSONTree.object([Self.decomposed: image])
    expect(measuringRefusal(of: measurement([], templates: named)), "/templates/\(Self.decomposed)")
    let composed = JSONTree.object([Self.composed: image])
    expect(
      measuringRefusal(of: measurement([["template": Self.name]], templates: composed)), "/items/0/template")
    expect(
      measuringRefusal(of: measurement([["template": "text", "id": Self.name]])), "/items/0/id")
    let box: JSONTree = ["type": "box", "size": [8, 8]]
    expect(
      refusal(ofTemplate: ["views": .object([Self.decomposed: box])]),
      "/templates/t/views/\(Self.decomposed)")
    expect(
      refusal(ofTemplate: ["views": ["a": box], "metrics": .object([Self.decomposed: 1])]),
      "/templates/t/metrics/\(Self.decomposed)")
    let views = JSONTree.object([Self.composed: box])
    expect(
      refusal(ofTemplate: ["views": views, "constraints": [.string("H:|[\(Self.decomposed)]")]]),
      "/templates/t/constraints/0")
    expect(
      refusal(ofTemplate: [
        "views": views, "constraints": [["item": Self.name, "attribute": "width", "constant": 1]],
      ]), "/templates/t/constraints/0/item")
    #expect(
      refusal(ofTemplate: ["views": views, "constraints": [.string("H:|[\(Self.composed)]")]]) == nil)
  }

  @Test func `texts that are shown may have any form`() throws {
    let texts: JSONTree = [["template": "text", "content": Self.name]]
    #expect(try sizes(measurement(texts)).count == 1)
  }

  @Test func `requests that name an item in another form are rejected`() throws {
    let service = try TestService()
    #expect(service.create("c", Kept.rows([Self.composed, "b"])).status == 201)
    let updates: [(JSONTree, String)] = [
      (["op": "deleteItems", "ids": [Self.name]], "/updates/0/ids/0"),
      (["op": "insertItems", "after": Self.name, "items": [[:]]], "/updates/0/after"),
      (["op": "insertItems", "at": [[0, 0]], "items": [["id": Self.name]]], "/updates/0/items/0/id"),
    ]
    for (update, pointer) in updates {
      let response = service.update([update])
      #expect(response.status == 422 && response.pointers == [pointer], "\(response.pointers)")
    }
    let measured = service.post(
      Kept.path + "/measurements", ["measurements": [["id": Self.name, "size": [1, 1]]]])
    #expect(measured.status == 422 && measured.pointers == ["/measurements/0/id"], "\(measured.pointers)")
    let moved = service.post(Kept.path + "/movement", ["id": Self.name])
    #expect(moved.status == 422 && moved.pointers == ["/id"])
    for query in ["id=cafe%CC%81", "kind=cafe%CC%81&section=0", "viewport=%E2%84%AA"] {
      let response = service.get(Kept.attributes + "?" + query)
      #expect(response.status == 400 && response.code == "bad_request", "\(query)")
    }
    #expect(service.get(Kept.attributes + "?id=caf%C3%A9").status == 200)
    #expect(service.version == 1)
  }

  @Test func `a path that names a collection in another form is rejected`() throws {
    let service = try TestService()
    #expect(service.create("K").status == 201)
    // The sign of the kelvin is canonically equivalent to the letter.
    #expect(service.get("/v1/collections/%E2%84%AA").status == 400)
    #expect(service.get("/v1/collections/K").status == 200)
  }
}
