import TestSupport
import Testing

/// A client may send each documented default: it is what the server assumes anyway.
@Suite(.serialized) struct DocumentedDefaultTests {
  private let document: OpenAPIDocument
  private let service: RunningService
  private let client: HTTPClient

  init() throws {
    document = try OpenAPIDocument()
    service = try RunningService()
    client = try service.client()
  }

  /// The status of a response, and its body without the id of a collection.
  private struct Outcome: Hashable {
    var status: Int
    var body: JSONTree?
  }

  private func send(_ method: String, _ target: String, _ body: JSONTree? = nil) throws -> Outcome {
    let headers = ["X-Request-Id: same"] + (body == nil ? [] : ["Content-Type: application/json"])
    let answer = client.request(method, target, headers, body: body.map { Array($0.description.utf8) })
    let response = try #require(answer, "\(method) \(target)")
    var json = response.json
    json?["id"] = nil
    return Outcome(status: response.status, body: json)
  }

  private func schema(of method: String, _ path: String) throws -> JSONTree {
    let operation = document.operations.first { $0.method == method && $0.path == path }
    let content = try #require(operation).value.at("/requestBody/content")
    return try #require(content?["application/json"]?["schema"])
  }

  /// Sends a body with and without the defaults of its schema.
  private func compare(
    _ body: JSONTree, _ schema: JSONTree, _ defaults: inout DocumentedDefaults, _ name: String,
    _ send: (JSONTree) throws -> [Outcome]
  ) throws {
    let expected = try send(body)
    // A rejected body says nothing about defaults.
    guard expected.allSatisfy({ $0.status < 300 }) else { return }
    var own = DocumentedDefaults(document)
    let full = own.filled(body, schema)
    _ = defaults.filled(body, schema)
    if try send(full) == expected { return }
    for pointer in own.written.sorted() {
      let one = own.filled(body, schema, only: pointer)
      #expect(try send(one) == expected, "\(name): the default of \(pointer)")
    }
    #expect(try send(full) == expected, "\(name): all defaults together")
  }

  /// Layouts with their required parameters only.
  private var bare: [JSONTree] {
    let items: JSONTree = [
      ["id": "a", "size": [80, 60], "span": [:], "preferredAttributes": [:]],
      ["id": "b", "aspectRatio": 1.5],
    ]
    func body(_ layout: JSONTree, _ items: JSONTree, templates: JSONTree? = nil) -> JSONTree {
      var body: JSONTree = [
        "container": ["width": 320, "height": 480, "insets": [:]], "layout": layout,
        "sections": [["items": items]],
      ]
      body["templates"] = templates
      return body
    }
    let kinds = [
      "flow", "list", "grid", "waterfall", "justified", "magazine", "stack", "circle", "spiral", "coverFlow",
      "carousel",
    ]
    let runs: JSONTree = [["text": "x"], ["attachment": ["size": [4, 4]]]]
    let group: JSONTree = ["size": [:], "items": [["size": [:], "edgeSpacing": [:], "contentInsets": [:]]]]
    return kinds.map { body(["kind": .string($0)], items) } + [
      body(
        [
          "kind": "custom", "frame": ["x": 0, "y": "i * 60"], "transform": [:],
          "supplementaries": ["badge": ["frame": [0, 0, 1, 1]]],
          "decorations": ["line": ["frame": [0, 0, 1, 1]]],
        ], items),
      body(["kind": "compositional", "sections": [["group": group]]], items),
      body(
        ["kind": "compositional", "sections": [["group": group, "visibleItems": ["transform": [:]]]]], items),
      body(["kind": "compositional", "sections": [["list": [:]]]], items),
      body(["kind": "compositional", "sections": [["grid": [:]]]], items),
      body(["kind": "compositional", "sections": [["waterfall": [:]]]], items),
      body(["kind": "compositional", "sections": [["flow": [:]]]], items),
      body(
        ["kind": "list", "rowHeight": "automatic"],
        [
          ["template": "own", "content": ["a": ["text": "x"]]],
          ["template": "fits", "content": ["text": "y"]],
          ["template": "levels"], ["template": "stack", "content": ["a": ["runs": runs]]],
          ["template": "flex"],
        ],
        templates: [
          "own": ["views": ["a": ["type": "text"]]], "fits": ["sizeThatFits": ["text": [:]]],
          "inset": ["sizeThatFits": ["text": [:], "insets": [:]]],
          "levels": [
            "views": [
              "v": ["type": "view", "directionalLayoutMargins": [:]],
              "s": ["type": "stack", "arrangedSubviews": [["type": "box"]]],
              "f": ["type": "flex", "children": []], "g": ["type": "guide"],
            ]
          ],
          "stack": ["type": "stack", "arrangedSubviews": [["type": "text", "name": "a", "runs": runs]]],
          "flex": [
            "type": "flex",
            "children": [
              ["type": "text"], ["type": "image"], ["type": "view"],
              ["type": "stack", "arrangedSubviews": []], ["type": "flex", "children": []],
            ],
          ],
        ]),
    ]
  }

  private static let feed: JSONTree = [
    "id": "d", "container": ["width": 100, "height": 60],
    "layout": ["kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 20],
    "bounds": [0, 0, 100, 60],
    "sections": [
      [
        "id": "s", "header": ["estimatedSize": [100, 10]],
        "items": .array((0..<9).map { ["id": .string("i\($0)")] }),
      ]
    ],
  ]

  /// Requests about the collection `feed`, by the end of their path.
  private static let changes: [(method: String, path: String, body: JSONTree)] = [
    ("POST", "updates", ["updates": [["op": "insertItems", "at": [[0, 0]], "items": [["id": "n"]]]]]),
    ("PUT", "snapshot", ["sections": [["id": "s", "items": [["id": "i3"], ["id": "i1"]]]]]),
    ("PUT", "layout", ["layout": ["kind": "grid"]]),
    ("PUT", "bounds", ["bounds": [0, 20, 100, 60], "overscan": [:], "scrollTo": ["id": "i7"]]),
    ("PUT", "bounds", ["bounds": [0, 20, 100, 60], "scrollTo": ["section": 0]]),
    ("PUT", "viewports/{name}", ["bounds": [0, 0, 50, 40], "container": ["width": 50, "height": 40]]),
    ("POST", "measurements", ["measurements": [["id": "i0", "size": [100, 30]]]]),
    ("POST", "measurements", ["measurements": [["indexPath": [0, 1], "size": [100, 30]]]]),
    ("POST", "measurements", ["measurements": [["kind": "header", "section": 0, "size": [100, 30]]]]),
    ("POST", "invalidations", ["indexPaths": [[0, 0]]]), ("POST", "invalidations", ["everything": true]),
    ("POST", "invalidations", ["contentSizeAdjustment": [:]]), ("POST", "movement", ["id": "i0"]),
  ]

  @Test func `every documented default is accepted, and changes nothing`() throws {
    defer { service.stop() }
    var defaults = DocumentedDefaults(document)
    for path in ["/v1/layouts", "/v1/diffs", "/v1/measurements"] {
      let schema = try schema(of: "POST", path)
      let operation = try #require(document.operations.first { $0.path == path })
      var bodies = document.requests(of: operation).map { (name: $0.key, body: $0.value) }
      if path == "/v1/layouts" { bodies += bare.map { (name: "\($0["layout"]!)", body: $0) } }
      for (name, body) in bodies {
        try compare(body, schema, &defaults, "\(path) \(name)") { [try send("POST", path, $0)] }
      }
    }
    let collections = "/v1/collections"
    let creation = try #require(
      document.operations.first { $0.method == "POST" && $0.path == collections })
    let creationSchema = try schema(of: "POST", collections)
    for (name, var body) in document.requests(of: creation) {
      body["id"] = "d"
      try compare(body, creationSchema, &defaults, "\(collections) \(name)") { body in
        defer { _ = try? send("DELETE", collections + "/d") }
        let created = try send("POST", collections, body)
        return created.status < 300 ? [created, try send("GET", collections + "/d/attributes")] : [created]
      }
    }
    for (method, path, body) in Self.changes {
      let schema = try schema(of: method, "/v1/collections/{collection}/\(path)")
      let target = collections + "/d/" + path.replacing("{name}", with: "watch")
      try compare(body, schema, &defaults, "\(method) \(path)") { body in
        _ = try send("DELETE", collections + "/d")
        #expect(try send("POST", collections, Self.feed).status == 201)
        let answer = try send(method, target, body)
        #expect(answer.status < 300, "\(method) \(path)")
        return [answer]
      }
    }
    // Without the defaults of optional parts that no body above has, this would prove less than it says.
    let reachable = document.operations.compactMap {
      $0.value.at("/requestBody/content")?["application/json"]?["schema"]
    }
    let all = reachable.reduce(into: Set<String>()) { $0.formUnion(defaults.all(in: $1)) }
    #expect(all.count > 150)
    #expect(all.subtracting(defaults.written).sorted() == [])
  }

  @Test func `every documented default of a query is accepted, and changes nothing`() throws {
    defer { service.stop() }
    #expect(try send("POST", "/v1/collections", Self.feed).status == 201)
    let queries = ["scroll-target": "id=i3&", "history": "since=1&scope=all&"]
    var compared = 0
    for operation in document.operations where operation.method == "GET" {
      let name = operation.path.split(separator: "/").last.map(String.init) ?? ""
      // The client reads no streams.
      if name == "events" || operation.path == "/v1/export" { continue }
      let target = operation.path.replacing("{collection}", with: "d") + "?" + (queries[name] ?? "")
      for parameter in (operation.value["parameters"]?.elements ?? []).map(document.resolved) {
        guard parameter["in"] == "query", let value = parameter.at("/schema/default") else { continue }
        let text = value.string ?? value.description
        let given = try send("GET", target + "\(parameter["name"]!.string!)=\(text)")
        let absent = try send("GET", String(target.dropLast()))
        #expect(given == absent && absent.status == 200, "\(target) \(parameter["name"]!)")
        compared += 1
      }
    }
    #expect(compared >= 8)
  }
}
