import API
import TestSupport
import Testing

/// Values of items, and supplementaries and decorations of custom layouts, through the wire.
struct CustomValueRequestTests {
  /// Events by their start and length.
  private static let layout: JSONTree = [
    "kind": "custom", "frame": [0, "item.values.start", 100, "item.values.length"],
    "values": ["start": nil, "length": 60],
  ]

  private func body(_ items: JSONTree, _ members: [String: JSONTree] = [:]) -> JSONTree {
    var layout = Self.layout
    for (name, value) in members { layout[name] = value }
    return request(layout: layout, sections: [["items": items]])
  }

  private func values(_ values: JSONTree) -> JSONTree { body([["values": values]]) }

  @Test func `expressions read the values of items, or their defaults`() throws {
    let items: JSONTree = [["values": ["start": 540, "length": 90]], ["values": ["start": -5.5]]]
    let elements = try answer(body(items))["attributes"]?.elements
    #expect(elements?[0]["frame"] == ["x": 0, "y": 540, "width": 100, "height": 90])
    #expect(elements?[1]["frame"] == ["x": 0, "y": -5.5, "width": 100, "height": 60])
  }

  @Test func `the values of a layout are known before its expressions, wherever they stand`() throws {
    let text = """
      {"container":{"width":9,"height":9},"sections":[{"itemCount":1}],\
      "layout":{"frame":[0,"item.values.a",1,1],"kind":"custom","values":{"a":3}}}
      """
    let bytes = try answerBytes(text)
    #expect(try JSONTree(parsing: bytes).at("/attributes/0/frame/y") == 3)
  }

  @Test func `an item without a value that has no default is named, with the value`() {
    let problem = refusal(of: body([["values": ["start": 1]], ["values": ["begin": 2]]]))
    #expect(
      problem?.faults == [
        Fault(
          pointer: "/layout/values/start",
          detail: "without a default every item needs this value; there is none for item [0, 1]")
      ])
    #expect(problem?.code == .invalidRequest)
  }

  @Test func `an expression that names an unknown value is pointed at, with the nearest one`() {
    let problem = refusal(of: body([], ["zIndex": "1 + item.values.strat"]))
    #expect(problem?.pointers == ["/layout/zIndex"] && problem?.faults.first?.column == 5)
    #expect(problem?.detail.contains("did you mean \"item.values.start\"?") == true)
    let content = refusal(of: body([], ["contentSize": ["item.values.start", 1]]))
    #expect(content?.pointers == ["/layout/contentSize/0"])
  }

  @Test(
    arguments: [
      (nil, ""), (1, ""), ("a", ""), ([1], ""), (["a": nil], "/a"), (["a": "1"], "/a"), (["a": true], "/a"),
      (["a": [1]], "/a"), (["a": 1e16], "/a"), (["a": -1e300], "/a"), (["": 1], "/"), (["1a": 1], "/1a"),
      (["a b": 1], "/a b"), (["a.b": 1], "/a.b"), (["ä": 1], "/ä"),
    ] as [(JSONTree, String)])
  func `bad values of an item are refused where they stand`(value: JSONTree, place: String) {
    let problem = refusal(of: values(value))
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers == ["/sections/0/items/0/values" + place], "\(problem?.detail ?? "")")
  }

  @Test func `an item has up to 16 values, with names of up to 40 characters`() {
    func many(_ count: Int) -> JSONTree {
      .object(Dictionary(uniqueKeysWithValues: (0..<count).map { ("v\($0)", 1) } + [("start", 1)]))
    }
    #expect(refusal(of: values(many(15))) == nil)
    let problem = refusal(of: values(many(16)))
    #expect(problem?.pointers == ["/sections/0/items/0/values"])
    #expect(problem?.detail.contains("an item has at most 16 values; this one has 17") == true)
    let long = String(repeating: "a", count: 40)
    #expect(refusal(of: values(.object(["start": 1, long: 1]))) == nil)
    #expect(refusal(of: values(.object(["start": 1, long + "a": 1])))?.pointers.count == 1)
  }

  @Test(
    arguments: [
      (nil, ""), ([], ""), ("start", ""), (["start": "1"], "/start"), (["start": true], "/start"),
      (["start": 1e16], "/start"), (["start": 1, "a-b": 1], "/a-b"),
    ] as [(JSONTree, String)])
  func `bad defaults are refused where they stand`(value: JSONTree, place: String) {
    let problem = refusal(of: body([], ["values": value, "frame": ["x": 0, "y": 0]]))
    #expect(problem?.pointers == ["/layout/values" + place], "\(problem?.detail ?? "")")
  }

  @Test func `a layout names up to 16 values`() {
    let members = Dictionary(uniqueKeysWithValues: (0..<17).map { ("v\($0)", JSONTree.number(1)) })
    let problem = refusal(of: body([], ["values": .object(members), "frame": ["x": 0, "y": 0]]))
    #expect(problem?.pointers == ["/layout/values"])
    #expect(problem?.detail.contains("a layout has at most 16 values; this one has 17") == true)
  }

  @Test func `supplementaries and decorations are placed by their expressions`() throws {
    let body = request(
      layout: [
        "kind": "custom", "frame": ["x": 0, "y": "i * 10"],
        "supplementaries": [
          "header": ["frame": ["x": 5, "y": "n"]], "hour": ["frame": [1, "i * 2", 3, 4]],
        ],
        "decorations": ["line": ["count": "n", "frame": [0, "i", 7, 1], "zIndex": -1, "alpha": 0.5]],
      ],
      sections: [
        ["itemCount": 2, "header": ["size": [8, 9]], "supplementaries": ["hour": [[:], [:]]]], ["items": []],
      ])
    let response = try answer(body)
    let others = response["attributes"]?.elements?.filter { $0["category"] != "cell" }
    #expect(response["warnings"] == nil)
    #expect(others?.map { $0["kind"] } == ["header", "hour", "hour", "line", "line"])
    #expect(others?[0]["frame"] == ["x": 5, "y": 2, "width": 8, "height": 9])
    #expect(others?[2]["frame"] == ["x": 1, "y": 2, "width": 3, "height": 4])
    #expect(others?[4]["frame"] == ["x": 0, "y": 1, "width": 7, "height": 1])
    #expect(others?[4]["zIndex"] == -1 && others?[4]["alpha"] == 0.5)
  }

  @Test(
    arguments: [
      ("supplementaries", 1, ""), ("supplementaries", ["a": 1], "/a"), ("supplementaries", ["a": [:]], "/a"),
      ("supplementaries", ["": ["frame": [0, 0, 1, 1]]], "/"),
      ("supplementaries", ["a": ["frame": [0, 0, 1, 1], "count": 1]], "/a/count"),
      ("supplementaries", ["a": ["frame": [0, "item.values.start", 1, 1]]], "/a/frame/1"),
      ("supplementaries", ["a": ["frame": [0, 0, 1, 1], "zindex": 1]], "/a/zindex"),
      ("decorations", [[:]], ""),
      ("decorations", ["a": ["frame": ["x": 0, "y": 0, "width": 1]]], "/a/frame"),
      ("decorations", ["a": ["frame": [0, 0, "item.width", 1]]], "/a/frame/2"),
      ("decorations", ["a": ["frame": [0, 0, 1, 1], "count": "i"]], "/a/count"),
      ("decorations", ["a": ["frame": [0, 0, 1, 1], "count": nil]], "/a/count"),
      ("decorations", ["a": ["frame": [0, 0, 1, 1], "alpha": "1 +"]], "/a/alpha"),
    ] as [(String, JSONTree, String)])
  func `bad expressions of views are refused where they stand`(
    name: String, value: JSONTree, place: String
  ) {
    let problem = refusal(of: body([], [name: value]))
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers == ["/layout/\(name)" + place], "\(problem?.detail ?? "")")
  }

  @Test func `there are up to 16 kinds of either`() {
    func kinds(_ count: Int) -> JSONTree {
      .object(
        Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", ["frame": [0, 0, 1, 1]] as JSONTree) }))
    }
    for name in ["supplementaries", "decorations"] {
      #expect(refusal(of: body([], [name: kinds(16)])) == nil)
      #expect(refusal(of: body([], [name: kinds(17)]))?.pointers == ["/layout/\(name)"])
    }
  }

  @Test func `an expression of a view without a result names its parameter, and the view`() {
    let decorations: JSONTree = ["line": ["count": 3, "frame": [0, "1 / (2 - i)", 1, 1]]]
    #expect(
      refusal(of: body([], ["decorations": decorations]))?.faults == [
        Fault(
          pointer: "/layout/decorations/line/frame/1",
          detail: "\"/\" at character 3 divides by zero for \"line\" [0, 2]", column: 3)
      ])
    let long = String(repeating: "k", count: 100_000)
    let unnamed = refusal(of: body([], ["decorations": .object([long: ["frame": [0, "1 / i", 1, 1]]])]))
    #expect(unnamed?.pointers == ["/layout/decorations"] && (unnamed?.detail.count ?? .max) < 300)
    let count: JSONTree = ["line": ["count": -1, "frame": [0, 0, 1, 1]]]
    #expect(refusal(of: body([], ["decorations": count]))?.pointers == ["/layout/decorations/line/count"])
  }
}
