import Collections
import TestSupport
import Testing

@testable import API

/// `orthogonalOffsets`: how far sections that scroll across are scrolled.
struct OrthogonalOffsetTests {
  private static let bounds = Kept.path + "/bounds"
  private static let watch = Kept.path + "/viewports/watch"
  private static let target = Kept.path + "/scroll-target?position=left&id=c40"

  private static func layout(_ behavior: JSONTree = "continuous") -> JSONTree {
    [
      "kind": "compositional",
      "sections": [
        [
          "group": ["size": ["width": 100, "height": 120], "items": [[:]]],
          "orthogonalScrollingBehavior": behavior,
        ], ["group": ["size": ["height": 60], "items": [[:]]]],
      ],
    ]
  }

  private static func body(_ behavior: JSONTree = "continuous", offset: JSONTree? = nil) -> JSONTree {
    func section(_ id: String) -> JSONTree {
      ["id": .string(id), "items": .array((0..<100).map { ["id": .string("\(id)\($0)")] })]
    }
    var body: JSONTree = [
      "container": ["width": 320, "height": 480], "layout": layout(behavior),
      "sections": [section("c"), section("n")], "bounds": [0, 0, 320, 480],
    ]
    if let offset { body["orthogonalOffsets"] = [["section": "c", "offset": offset]] }
    return body
  }

  private func kept(_ behavior: JSONTree = "continuous", offset: JSONTree? = 4000) throws -> TestService {
    let service = try TestService()
    #expect(service.create("c", Self.body(behavior, offset: offset)).status == 201)
    return service
  }

  private func ids(_ elements: JSONTree?) -> [String] {
    elements?.elements?.compactMap { $0["id"]?.string } ?? []
  }

  @Test func `a collection is created, described and listed with its offsets`() throws {
    let service = try kept()
    let offsets: JSONTree = [["section": 0, "offset": 4000]]
    #expect(service.get(Kept.path).json?["orthogonalOffsets"] == offsets)
    #expect(service.get(Kept.path + "/viewports").json?.at("/viewports/0/orthogonalOffsets") == offsets)
    let plain = try kept(offset: nil)
    #expect(plain.get(Kept.path).json?["orthogonalOffsets"] == nil)
  }

  @Test func `items are sent by the offset of their section`() throws {
    let service = try kept(offset: nil)
    let answer = service.put(
      Self.bounds, ["bounds": [0, 0, 320, 480], "orthogonalOffsets": [["section": 0, "offset": 4000]]])
    #expect(answer.status == 200 && answer.version == 1)
    #expect(ids(answer.json?["appeared"]) == ["c40", "c41", "c42", "c43"])
    #expect(ids(answer.json?["disappeared"]) == ["c0", "c1", "c2", "c3"])
    #expect(answer.json?.at("/appeared/0/frame/x") == 4000)
    #expect(answer.json?["orthogonalOffsets"] == [["section": 0, "offset": 4000]])
    let lower = service.put(Self.bounds, ["bounds": [0, 60, 320, 480]])
    #expect(ids(lower.json?["disappeared"]) == [])
    #expect(lower.json?["orthogonalOffsets"] == [["section": 0, "offset": 4000]])
    let seen = service.get(Kept.attributes + "?rect=0,0,320,100")
    #expect(ids(seen.json?["attributes"]) == ["c40", "c41", "c42", "c43"])
    let reset = service.put(Self.bounds, ["bounds": [0, 60, 320, 480], "orthogonalOffsets": .null])
    #expect(ids(reset.json?["appeared"]) == ["c0", "c1", "c2", "c3"])
  }

  @Test func `scrolling across names the items that it draws otherwise`() throws {
    let service = try TestService()
    var body = Self.body()
    let formulas: JSONTree = ["alpha": "1 - abs(distance) / 400", "zIndex": "if(abs(distance) < 50, 1, 0)"]
    body = body.setting("/layout/sections/0/visibleItems", to: formulas)
    #expect(service.create("c", body).status == 201)
    let answer = service.put(
      Self.bounds, ["bounds": [0, 0, 320, 480], "orthogonalOffsets": [["section": 0, "offset": 40]]])
    // The middle is at 160 + 40: the centres of the first four items are 150, 50, 50 and 150 from there.
    #expect(ids(answer.json?["changed"]) == ["c0", "c1", "c2", "c3"])
    #expect(
      answer.json?["changed"]?.elements?.map { $0["alpha"] } == [0.625, 0.875, 0.875, 0.625])
    // Frames are those at offset 0, and rows below are as they were.
    #expect(answer.json?.at("/changed/1/frame/x") == 100)
    let seen = service.get(Kept.attributes + "?rect=0,0,320,100")
    #expect(seen.json?["attributes"]?.elements?.map { $0["alpha"] } == [0.625, 0.875, 0.875, 0.625])
    // Nothing changes if nothing scrolls.
    let again = service.put(Self.bounds, ["bounds": [0, 0, 320, 480]])
    #expect(ids(again.json?["changed"]) == [])
    // A change of items is drawn at the offset, too.
    let change = service.update([["op": "deleteItems", "at": [[0, 99]]]])
    #expect(change.status == 200)
    #expect(service.get(Kept.attributes + "?indexPath=0,0").json?.at("/attributes/0/alpha") == 0.625)
  }

  @Test func `seen items stay while others insert in front of them, in every viewport`() throws {
    let service = try kept()
    let watch: JSONTree = [
      "bounds": [0, 0, 320, 480], "container": ["width": 320, "height": 480],
      "orthogonalOffsets": [["section": "c", "offset": 50]],
    ]
    let made = service.put(Self.watch, watch)
    let first = ids(made.json?["appeared"])
    #expect(made.status == 201 && first.prefix(4) == ["c0", "c1", "c2", "c3"])
    let change = service.update([
      ["op": "insertItems", "at": [[0, 0], [0, 1]], "items": [["id": "new"], ["id": "newer"]]]
    ])
    #expect(change.json?["orthogonalOffsets"] == [["section": 0, "from": 4000, "to": 4200]])
    #expect(change.json?.at("/contentOffsetAdjustment") == ["x": 0, "y": 0])
    #expect(service.get(Kept.path).json?["orthogonalOffsets"] == [["section": 0, "offset": 4200]])
    let viewports = service.get(Kept.path + "/viewports").json
    #expect(viewports?.at("/viewports/1/orthogonalOffsets") == [["section": 0, "offset": 250]])
  }

  @Test func `an offset comes to rest, and a target rests where its item is`() throws {
    let service = try kept("groupPaging", offset: 4070)
    let answer = service.put(Self.bounds, ["bounds": [0, 0, 320, 480]])
    #expect(answer.json?["orthogonalOffsets"] == [["section": 0, "offset": 4070, "targetOffset": 4100]])
    #expect(service.get(Self.target).json?["orthogonalOffset"] == ["section": 0, "offset": 4000])
    let scrollTo: JSONTree = ["bounds": [0, 0, 320, 480], "scrollTo": ["id": "c60", "position": "left"]]
    let scrolled = service.put(Self.bounds, scrollTo)
    #expect(scrolled.json?.at("/scrollTarget/orthogonalOffset") == ["section": 0, "offset": 6000])
    #expect(scrolled.json?.at("/orthogonalOffsets/0/offset") == 6000)
    #expect(ids(scrolled.json?["appeared"]) == ["c60", "c61", "c62", "c63"])
    let row = service.put(Self.bounds, ["scrollTo": ["id": "n50", "position": "top"]])
    #expect(row.json?.at("/scrollTarget/orthogonalOffset") == nil)
  }

  @Test func `states of a diff have offsets, and the state after keeps the seen items without them`() throws {
    let service = try TestService()
    let before = Self.body(offset: 4000)
    var after = Self.body()
    after["sections"] = before["sections"].map { sections in
      .array(
        sections.elements!.map { section in
          guard section["id"] == "c" else { return section }
          var longer = section
          longer["items"] = .array([["id": "new"]] + (section["items"]?.elements ?? []))
          return longer
        })
    }
    let kept = service.post("/v1/diffs", ["before": before, "after": after])
    #expect(kept.json?["orthogonalOffsets"] == [["section": 0, "from": 4000, "to": 4100]])
    after["follow"] = "end"
    let following = service.post("/v1/diffs", ["before": before, "after": after])
    #expect(following.json?["orthogonalOffsets"] == [["section": 0, "from": 4000, "to": 4100]])
    after["orthogonalOffsets"] = []
    let reset = service.post("/v1/diffs", ["before": before, "after": after])
    #expect(reset.json?["orthogonalOffsets"] == [["section": 0, "from": 4000, "to": 0]])
  }

  @Test func `another offset is another representation`() throws {
    let service = try kept()
    var tags: [String?] = []
    for offset in [2000.0, 3000, 2000] {
      let offsets: JSONTree = [["section": 0, "offset": .number(offset)]]
      #expect(service.put(Self.bounds, ["orthogonalOffsets": offsets]).status == 200)
      tags.append(service.get(Kept.path).etag)
    }
    #expect(tags[0] != nil && tags[0] != tags[1] && tags[0] == tags[2])
    #expect(service.get(Kept.path, ["If-None-Match": tags[1] ?? ""]).status == 200)
  }

  @Test func `a policy moves no section, also where one request has both`() throws {
    let service = try kept()
    let policy = service.put(Self.bounds, ["follow": "end"])
    #expect(policy.json?["orthogonalOffsets"] == [["section": 0, "offset": 4000]])
    let both: JSONTree = ["contentAlignment": "end", "orthogonalOffsets": [["section": 0, "offset": 2000]]]
    #expect(service.put(Self.bounds, both).json?.at("/orthogonalOffsets/0/offset") == 2000)
    let described = service.get(Kept.path).json
    #expect(described?["follow"] == "end" && described?["contentAlignment"] == "end")
    #expect(described?["orthogonalOffsets"] == [["section": 0, "offset": 2000]])
  }

  @Test func `every fault is named with its pointer, and nothing is applied`() throws {
    let service = try kept()
    let cases: [(JSONTree, [String])] = [
      (3, ["/orthogonalOffsets"]), ([[:]], ["/orthogonalOffsets/0", "/orthogonalOffsets/0"]),
      ([["section": 1, "offset": 5]], ["/orthogonalOffsets/0/section"]),
      ([["section": "n", "offset": 5]], ["/orthogonalOffsets/0/section"]),
      ([["section": 2, "offset": 5]], ["/orthogonalOffsets/0/section"]),
      ([["section": -1, "offset": 5]], ["/orthogonalOffsets/0/section"]),
      ([["section": 0.5, "offset": 5]], ["/orthogonalOffsets/0/section"]),
      ([["section": "gone", "offset": 5]], ["/orthogonalOffsets/0/section"]),
      ([["section": 0, "offset": 1e300]], ["/orthogonalOffsets/0/offset"]),
      ([["section": 0, "offset": "NaN"]], ["/orthogonalOffsets/0/offset"]),
      ([["section": 0, "offset": 1, "velocity": 2]], ["/orthogonalOffsets/0/velocity"]),
      (
        [["section": 0, "offset": 1], ["section": "c", "offset": 2]], ["/orthogonalOffsets/1/section"]
      ),
    ]
    for (offsets, pointers) in cases {
      let body: JSONTree = ["bounds": [0, 90, 320, 480], "orthogonalOffsets": offsets]
      let answer = service.put(Self.bounds, body)
      #expect(answer.status == 422 && answer.pointers.sorted() == pointers, "\(offsets): \(answer.pointers)")
    }
    let described = service.get(Kept.path).json
    #expect(
      described?["orthogonalOffsets"] == [["section": 0, "offset": 4000]] && described?.at("/bounds/y") == 0)

    var created = Self.body()
    created["orthogonalOffsets"] = [["section": 1, "offset": 5]]
    #expect(service.create("other", created).pointers == ["/orthogonalOffsets/0/section"])
    created = Self.body(offset: 5)
    created["bounds"] = nil
    #expect(service.create("other", created).pointers == ["/orthogonalOffsets"])
    #expect(service.get("/v1/collections/other").status == 404)
  }

  @Test func `a viewport has offsets of at most 1000 sections`() throws {
    let service = try TestService()
    var body = Self.body()
    body["layout"] = ["kind": "compositional", "sections": .array([Self.layout().at("/sections/0") ?? nil])]
    body["sections"] = .array((0..<1500).map { _ in ["itemCount": 9] })
    #expect(service.create("c", body).status == 201)
    func move(_ sections: Range<Int>) -> TestResponse {
      let offsets = sections.reversed().map { section -> JSONTree in
        ["section": .number(Double(section)), "offset": 90]
      }
      return service.put(Self.bounds, ["bounds": [0, 0, 320, 480], "orthogonalOffsets": .array(offsets)])
    }
    #expect(move(0..<1001).pointers == ["/orthogonalOffsets"])
    #expect(move(0..<600).status == 200)
    #expect(move(500..<1001).pointers == ["/orthogonalOffsets"])
    #expect(move(0..<1000).status == 200)
    #expect(service.get(Kept.path).json?["orthogonalOffsets"]?.elements?.count == 1000)
  }

  @Test func `the sections that scroll across are those of the layout that the same request gives`() throws {
    let service = try kept()
    let list: JSONTree = [
      "bounds": [0, 0, 320, 480], "container": ["width": 320, "height": 480], "layout": ["kind": "list"],
      "orthogonalOffsets": [["section": 0, "offset": 5]],
    ]
    #expect(service.put(Self.watch, list).pointers == ["/orthogonalOffsets/0/section"])
    var across = list
    across["layout"] = Self.layout("paging")
    #expect(service.put(Self.watch, across).status == 201)
  }
}
