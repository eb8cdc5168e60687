import API
import TestSupport
import Testing

/// Custom layouts through the wire: their forms, and the errors for expressions.
struct CustomRequestTests {
  private static let frame: JSONTree = ["x": "i * 10", "y": 0]

  private func custom(_ members: JSONTree = [:]) -> JSONTree {
    var layout: JSONTree = ["kind": "custom", "frame": Self.frame]
    for (name, value) in members.members ?? [:] { layout[name] = value }
    return request(layout: layout, sections: [["itemCount": 2]])
  }

  private func cell(_ item: Int, of members: JSONTree) throws -> JSONTree? {
    try answer(custom(members))["attributes"]?.elements?[item]
  }

  @Test func `a frame is an object or four expressions, and numbers are expressions`() throws {
    let expected: JSONTree = ["x": 10, "y": 3, "width": 20, "height": 51]
    let object: JSONTree = ["frame": ["x": "i * 10", "y": 3, "width": 20, "height": "item.height + i"]]
    #expect(try cell(1, of: object)?["frame"] == expected)
    #expect(try cell(1, of: ["frame": ["i * 10", 3, 20, "item.height + i"]])?["frame"] == expected)
    #expect(try cell(1, of: ["itemSize": [20, 51]])?["frame"]?.setting("y", to: 3) == expected)
  }

  @Test func `zIndex, alpha and transform are returned where they are not the default`() throws {
    let members: JSONTree = ["zIndex": "-i", "alpha": "1 - i / 4", "transform": [1, 0, 0, 1, "i", 0]]
    let cells = try answer(custom(members))["attributes"]?.elements
    #expect(cells?[0]["zIndex"] == nil && cells?[0]["alpha"] == nil && cells?[0]["transform"] == nil)
    #expect(cells?[1]["zIndex"] == -1)
    #expect(cells?[1]["alpha"] == 0.75)
    #expect(cells?[1]["transform"] == [1, 0, 0, 1, 1, 0])
    #expect(try cell(1, of: ["transform": ["scale": "i + 1"]])?["transform"] == [2, 0, 0, 2, 0, 0])
    #expect(try cell(1, of: ["transform": ["rotation": "i * pi"]])?.at("/transform/0")?.number == -1)
  }

  @Test func `the content has the size that the layout asks for, in either form`() throws {
    let expected: JSONTree = ["width": 640, "height": 20]
    #expect(try answer(custom(["contentSize": ["width * 2", "n * 10"]]))["contentSize"] == expected)
    let object: JSONTree = ["contentSize": ["width": "width * 2", "height": "n * 10"]]
    #expect(try answer(custom(object))["contentSize"] == expected)
  }

  @Test func `headers and footers are pointed at where they stand`() throws {
    let body = request(
      layout: ["kind": "custom", "frame": Self.frame],
      sections: [["itemCount": 1, "header": [:], "footer": [:], "supplementaries": ["header": [[:]]]]])
    let warnings = try answer(body)["warnings"]?.elements
    #expect(
      warnings?.map { $0["pointer"] } == [
        "/sections/0/header", "/sections/0/supplementaries/header", "/sections/0/footer",
      ])
    #expect(warnings?.allSatisfy { $0["code"] == "supplementary_not_placed" } == true)
  }

  @Test(arguments: [
    ("i * * 2", 5, "expected a number, a name or \"(\", got \"*\", at character 5: \"i * * 2\""),
    ("", 1, "expected a number, a name or \"(\", got the end, at character 1: \"\""),
    ("2 × (i − 1", 11, "expected an operator or \")\", got the end, at character 11: \"2 × (i − 1\""),
    ("pow(2)", 1, "\"pow\" takes 2 arguments, got 1, at character 1: \"pow(2)\""),
    ("i < n < 3", 7, "comparisons do not chain; join two with \"&&\", at character 7: \"i < n < 3\""),
  ])
  func `a syntax error points into the expression`(text: String, column: Int, detail: String) {
    let problem = refusal(of: custom().setting("/layout/frame/x", to: .string(text)))
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.faults == [Fault(pointer: "/layout/frame/x", detail: detail, column: column)])
  }

  @Test func `an unknown name is reported at its position, with the nearest known name`() {
    let variable = refusal(of: custom().setting("/layout/frame/x", to: "1 + item.hight"))
    #expect(variable?.faults.first?.column == 5)
    #expect(
      variable?.detail.contains(
        "unknown name \"item.hight\" at character 5; did you mean \"item.height\"? It takes \"i\", \"n\"")
        == true)
    let function = refusal(of: custom(["alpha": "sqr(i)"]))
    #expect(function?.pointers == ["/layout/alpha"])
    #expect(
      function?.detail.contains("unknown function \"sqr\" at character 1; did you mean \"sqrt\"?") == true)
    let content = refusal(of: custom(["contentSize": ["i", "height"]]))
    #expect(content?.pointers == ["/layout/contentSize/0"])
    #expect(content?.detail.contains("It takes \"n\", \"sections\", \"width\", \"height\", \"pi\"") == true)
  }

  @Test func `a long expression is quoted around the place`() throws {
    let text = String(repeating: "1 + ", count: 200) + "* 2" + String(repeating: " + 1", count: 40)
    let detail = try #require(refusal(of: custom(["zIndex": .string(text)]))?.faults.first?.detail)
    #expect(detail.contains("at character 801: \"…1 + 1 + 1 + 1 + 1 + * 2 + 1"))
    #expect(detail.hasSuffix("…\"") && detail.count < 150)
  }

  @Test(arguments: [1001, 1_000_000])
  func `an expression of more than a thousand characters is refused`(length: Int) {
    let problem = refusal(of: custom(["zIndex": .string(String(repeating: "(", count: length))]))
    #expect(problem?.pointers == ["/layout/zIndex"])
    #expect(problem?.detail.contains("1000 characters at most") == true)
  }

  @Test(
    arguments: [
      ("/layout/frame", 1, "/layout/frame"), ("/layout/frame", [1, 2, 3], "/layout/frame"),
      ("/layout/frame", [1, "i", "j", 3], "/layout/frame/2"), ("/layout/frame/x", true, "/layout/frame/x"),
      ("/layout/frame/x", 1e300, "/layout/frame/x"), ("/layout/frame/z", 1, "/layout/frame/z"),
      ("/layout/frame", ["x": 1], "/layout/frame"), ("/layout/zIndex", [1], "/layout/zIndex"),
      ("/layout/alpha", "", "/layout/alpha"), ("/layout/transform", [1, 0, 0, 1], "/layout/transform"),
      ("/layout/transform", [1, 0, 0, 1, 0, "?"], "/layout/transform/5"),
      ("/layout/transform", ["angle": 1], "/layout/transform/angle"),
      ("/layout/transform", "i", "/layout/transform"),
      ("/layout/itemSize", [-1, 5], "/layout/itemSize/0"),
      ("/layout/contentSize", [1], "/layout/contentSize"),
      ("/layout/contentSize", ["width": "1"], "/layout/contentSize"),
      ("/layout/contentSize", "width", "/layout/contentSize"), ("/layout/frames", 1, "/layout/frames"),
      ("/sections/0/metrics", ["frame": 1], "/sections/0/metrics/frame"),
      ("/sections/0/metrics", 1, "/sections/0/metrics"),
    ] as [(String, JSONTree, String)])
  func `bad values are refused where they stand`(pointer: String, value: JSONTree, place: String) {
    let problem = refusal(of: custom().setting(pointer, to: value))
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers == [place], "\(problem?.detail ?? "")")
  }

  @Test func `a custom layout has a frame`() {
    let problem = refusal(of: request(layout: ["kind": "custom"]))
    #expect(problem?.pointers == ["/layout"])
    #expect(problem?.detail == "/layout: the field \"frame\" is missing")
  }

  @Test func `sections may have metrics that say nothing`() throws {
    #expect(try answer(custom().setting("/sections/0/metrics", to: [:]))["attributes"]?.elements?.count == 2)
  }

  @Test func `a formula without a result names its parameter as it was given, the item and the place`() {
    let object = refusal(of: custom().setting("/layout/frame/width", to: "10 / (1 - i)"))
    #expect(
      object?.faults == [
        Fault(
          pointer: "/layout/frame/width", detail: "\"/\" at character 4 divides by zero for item [0, 1]",
          column: 4)
      ])
    #expect(object?.code == .invalidRequest)
    let array = refusal(of: custom(["frame": [0, 0, "5 - 10 * i", 1]]))
    #expect(
      array?.faults == [Fault(pointer: "/layout/frame/2", detail: "a width below 0 (-5.0) for item [0, 1]")])
    let matrix = refusal(of: custom(["transform": [1, 0, 0, 1, 0, "sqrt(-i)"]]))
    #expect(matrix?.pointers == ["/layout/transform/5"])
    let content = refusal(of: custom(["contentSize": ["width": 1, "height": "-n"]]))
    #expect(
      content?.faults == [Fault(pointer: "/layout/contentSize/height", detail: "a height below 0 (-2.0)")])
  }

  @Test func `the column of a fault is a member of its entry`() throws {
    let problem = try #require(refusal(of: custom(["alpha": "1 +"])))
    let body = problem.body(requestID: nil).withUnsafeBytes { Array($0) }
    #expect(try JSONTree(parsing: body).at("/errors/0/column") == 4)
  }

  @Test func `more steps than a layout may take are refused at the layout`() {
    let slow = Array(repeating: "sin(i)", count: 80).joined(separator: "+")
    let body = request(
      layout: ["kind": "custom", "frame": [.string(slow), 0, 1, 1]], sections: [["itemCount": 10_000_000]])
    #expect(refusal(of: body)?.pointers == ["/layout"])
    #expect(refusal(of: body)?.detail.contains("a layout may take 1000000000 steps in all") == true)
  }
}
