import TestSupport
import Testing

@testable import API

/// Sizes that clients measure with fonts of their own.
struct ContainerFontsTests {
  private static let templates: JSONTree = [
    "note": [
      "views": ["title": ["type": "text", "font": ["size": 20], "lineHeight": 30, "lines": 0]],
      "constraints": ["H:|[title]|", "V:|[title]|"],
    ]
  ]
  private static let rows: JSONTree = .array(
    (0..<20).map {
      ["id": .string("i\($0)"), "template": "note", "content": ["title": "Short"]]
    })

  private let calls: MeasuringCalls

  init() throws {
    calls = try MeasuringCalls([
      "layout": ["kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 50],
      "templates": Self.templates, "sections": [["items": Self.rows]],
    ])
  }

  /// Moves a viewport whose client has the fonts of a key.
  private func move(_ name: String, _ fonts: String?, _ more: [String: JSONTree] = [:])
    -> MeasuringCalls.Answer
  {
    var container: [String: JSONTree] = ["width": 200, "height": 300]
    container["fonts"] = fonts.map { .string($0) }
    let body: [String: JSONTree] = ["container": .object(container), "bounds": [0, 0, 200, 300]]
    return calls.ask(
      .put, "/v1/collections/c/viewports/\(name)", .object(body.merging(more) { $1 }))
  }

  private func cell(_ id: String, on viewport: String) -> JSONTree? {
    calls.ask(.get, "/v1/collections/c/attributes?id=\(id)&viewport=\(viewport)").json.at("/attributes/0")
  }

  private func height(_ id: String, on viewport: String) -> JSONTree? {
    cell(id, on: viewport)?.at("/frame/height")
  }

  @Test func `a client with fonts of its own has no sizes of the server, and the server none of its`() {
    #expect(move("page", "a").status == 201)
    #expect(height("i0", on: "main") == 30 && height("i0", on: "page") == 50)
    #expect(cell("i0", on: "page")?["estimated"] == true)
    let measured = move("page", "a", ["measurements": [["id": "i0", "size": [200, 44]]]])
    #expect(measured.status == 200)
    #expect(height("i0", on: "page") == 44 && cell("i0", on: "page")?["estimated"] == nil)
    #expect(height("i0", on: "main") == 30)
    // Content that changes is measured anew, by each for itself.
    let long = "A title that is too long for a line of two hundred points"
    let changed = calls.ask(
      .post, "/v1/collections/c/updates",
      [
        "updates": [
          [
            "op": "reconfigureItems", "ids": ["i0"],
            "items": [["id": "i0", "template": "note", "content": ["title": .string(long)]]],
          ]
        ]
      ])
    #expect(changed.status == 200, "\(changed.json)")
    #expect(height("i0", on: "main")?.number ?? 0 > 30)
  }

  @Test func `viewports of the same fonts share sizes, and others do not`() {
    _ = move("one", "a", ["measurements": [["id": "i1", "size": [200, 44]]]])
    _ = move("same", "a")
    _ = move("other", "b", ["measurements": [["id": "i1", "size": [200, 66]]]])
    #expect(height("i1", on: "one") == 44 && height("i1", on: "same") == 44)
    #expect(height("i1", on: "other") == 66 && height("i1", on: "main") == 30)
    // Another font has loaded.
    _ = move("one", "b")
    #expect(height("i1", on: "one") == 66 && height("i1", on: "same") == 44)
    _ = move("one", nil)
    #expect(height("i1", on: "one") == 30)
    let described = calls.ask(.get, "/v1/collections/c/viewports").json["viewports"]?.elements ?? []
    #expect(
      described.compactMap { $0.at("/container/fonts")?.string }.sorted() == ["a", "b"], "\(described)")
  }

  @Test func `items that return have the sizes of their fonts`() {
    _ = move("one", "a", ["measurements": [["id": "i1", "size": [200, 44]]]])
    _ = move("other", "b", ["measurements": [["id": "i1", "size": [200, 66]]]])
    func update(_ operation: JSONTree) {
      let answer = calls.ask(.post, "/v1/collections/c/updates", ["updates": [operation]])
      #expect(answer.status == 200, "\(answer.json)")
    }
    update(["op": "deleteItems", "ids": ["i1"]])
    update([
      "op": "insertItems", "at": [[0, 1]],
      "items": [["id": "i1", "template": "note", "content": ["title": "Short"]]],
    ])
    #expect(height("i1", on: "one") == 44 && height("i1", on: "other") == 66)
    #expect(height("i1", on: "main") == 30)
  }

  @Test func `content of a layout for such a container keeps its estimate`() {
    let solved = calls.ask(
      .post, "/v1/layouts",
      [
        "container": ["width": 200, "height": 300, "fonts": "a"], "templates": Self.templates,
        "layout": ["kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 50],
        "sections": [["items": Self.rows]],
      ])
    #expect(solved.json.at("/attributes/0/frame/height") == 50)
    #expect(solved.json.at("/attributes/0/estimated") == true)
  }

  @Test(arguments: ["", String(repeating: "k", count: 65), "e\u{301}"])
  func `a key that is none is an error with its place`(key: String) {
    let answer = move("page", key)
    #expect(answer.status == 422 && answer.pointers == ["/container/fonts"], "\(answer.json)")
  }
}
