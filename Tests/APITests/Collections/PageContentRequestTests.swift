import HTTPServer
import TestSupport
import Testing

@testable import API
@testable import Wire

/// Content of items without a template, which the page shows and measures itself.
struct PageContentRequestTests {
  private static let texts = [
    "{\"text\":\"Hello\",\"by\":[\"Ada\",null]}", "\"Hello\"", "17.25", "false", "null", "[]", "{}",
  ]

  private static func json(_ text: String) throws -> JSONTree { try JSONTree(parsing: Array(text.utf8)) }

  /// A row as JSON text.
  private static func row(_ id: String, _ content: String) -> String {
    "{\"id\":\"\(id)\",\"content\":\(content)}"
  }

  /// A collection with these rows.
  private static func body(_ rows: [String], rowHeight: String = "40") -> String {
    "{\"id\":\"c\",\"bounds\":[0,0,100,600],\(layout(rows, rowHeight: rowHeight).dropFirst())"
  }

  private static func layout(_ rows: [String], rowHeight: String = "40") -> String {
    """
    {"container":{"width":100,"height":600},"layout":{"kind":"list","rowHeight":\(rowHeight)},\
    "sections":[{"id":"s","items":[\(rows.joined(separator: ","))]}]}
    """
  }

  private func ask(_ service: TestService, _ method: Method, _ target: String, _ body: String) -> TestResponse
  {
    service.ask(method, target, bytes: Array(body.utf8))
  }

  /// A collection with a row for each content.
  private func service(_ contents: [String] = texts, rowHeight: String = "40") throws -> TestService {
    let service = try TestService()
    let rows = contents.enumerated().map { Self.row("r\($0)", $1) }
    let made = ask(service, .post, "/v1/collections", Self.body(rows, rowHeight: rowHeight))
    #expect(made.status == 201, "\(made)")
    return service
  }

  @Test func `any JSON is returned as it was sent, without a template`() throws {
    let service = try service()
    let elements = service.get(Kept.attributes + "?include=content").json?["attributes"]?.elements ?? []
    #expect(elements.count == Self.texts.count)
    for (element, text) in zip(elements, Self.texts) {
      let expected = try Self.json(text)
      #expect(element["content"] == expected, "\(element)")
      #expect(element["template"] == nil)
    }
    let without = service.get(Kept.attributes).json?["attributes"]?.elements ?? []
    #expect(without.allSatisfy { $0["content"] == nil })
  }

  @Test func `it does not change the size, and is not measured`() throws {
    for rowHeight in ["40", "\"automatic\""] {
      let plain = try TestService()
      let rows = Self.texts.indices.map { "{\"id\":\"r\($0)\"}" }
      #expect(ask(plain, .post, "/v1/collections", Self.body(rows, rowHeight: rowHeight)).status == 201)
      let expected = plain.get(Kept.attributes).json?["attributes"]
      #expect(try service(rowHeight: rowHeight).get(Kept.attributes).json?["attributes"] == expected)
    }
  }

  @Test func `inserted, reconfigured and moved items bring it, and a snapshot with another one reloads`()
    throws
  {
    let service = try service(["\"a\"", "\"b\"", "\"c\""])
    func change(_ id: String, _ diff: JSONTree?) -> JSONTree? {
      diff?["changes"]?.elements?.first { $0["id"]?.string == id }
    }
    let diff = ask(
      service, .post, Kept.updates + "?include=content",
      """
      {"updates":[{"op":"reconfigureItems","ids":["r0"],"items":[\(Self.row("r0", "[1]"))]},\
      {"op":"moveItem","id":"r0","after":"r1"},\
      {"op":"insertItems","section":"s","items":[\(Self.row("new", "{\"n\":2}"))]}]}
      """
    ).json
    #expect(change("r0", diff)?["type"] == "move" && change("r0", diff)?["reconfigured"] == true)
    #expect(change("r0", diff)?["content"] == [1] && change("new", diff)?["content"] == ["n": 2])
    #expect(change("r1", diff)?["content"] == nil)
    let rows = [Self.row("r1", "\"b\""), Self.row("r0", "[1]"), Self.row("r2", "\"other\"")]
    let snapshot = ask(
      service, .put, Kept.snapshot + "?include=content",
      "{\"sections\":[{\"id\":\"s\",\"items\":[\(rows.joined(separator: ","))]}]}"
    ).json
    #expect(change("r2", snapshot)?["type"] == "reload" && change("r2", snapshot)?["content"] == "other")
    #expect(change("r0", snapshot) == nil && change("r1", snapshot) == nil)
    let history = service.get(Kept.path + "/history?since=1&include=content").json?["diffs"]?.elements
    #expect(change("r0", history?.first)?["content"] == [1])
  }

  @Test func `content of the limit is stored, and a byte more is an error with its place`() throws {
    func text(_ count: Int) -> String { "\"\(String(repeating: "x", count: count - 2))\"" }
    let limit = DecodingContext.pageContentLimit
    let service = try service([text(limit)])
    let stored = service.get(Kept.attributes + "?include=content&id=r0").json?.at("/attributes/0/content")
    #expect(stored?.string?.utf8.count == limit - 2)
    for more in [text(limit + 1), "{\"a\":[\(String(repeating: "1,", count: limit / 2))1]}"] {
      let item = Self.row("x", more)
      let refused = [
        ask(
          service, .post, "/v1/layouts",
          Self.layout([Self.row("y", "1"), item])),
        ask(
          service, .post, Kept.updates,
          "{\"updates\":[{\"op\":\"insertItems\",\"section\":\"s\",\"items\":[\(item)]}]}"),
      ]
      #expect(refused.map(\.status) == [422, 422])
      #expect(refused.map(\.pointers) == [["/sections/0/items/1/content"], ["/updates/0/items/0/content"]])
      #expect(refused.allSatisfy { $0.detail?.contains("65536") == true }, "\(refused)")
    }
    #expect(service.version == 1)
  }

  @Test func `headers, footers and measured cells need a template, and a template needs a name`() throws {
    let service = try TestService()
    let header = service.post(
      "/v1/layouts",
      [
        "container": ["width": 100, "height": 60], "layout": ["kind": "list"],
        "sections": [["header": ["content": "text"], "items": []]],
      ])
    #expect(header.pointers == ["/sections/0/header/content"])
    let cell = service.post("/v1/measurements", ["width": 100, "items": [["content": "text"]]])
    #expect(cell.status == 422, "\(cell)")
    let unnamed = service.post(
      "/v1/layouts",
      [
        "container": ["width": 100, "height": 60], "layout": ["kind": "list"], "sections": [],
        "templates": ["": ["sizeThatFits": ["text": [:]]]],
      ])
    #expect(unnamed.pointers == ["/templates/"], "\(unnamed)")
  }
}
