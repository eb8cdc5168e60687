import API
import Testing

/// Bodies that are not JSON: rejected with the position of the first error.
struct MalformedBodyTests {
  @Test(arguments: [
    ("", 1, 1),
    ("   \n", 1, 1),
    ("{", 1, 2),
    ("{\n  \"container\": ]\n}", 2, 16),
    ("\u{FEFF}{}", 1, 1),
    ("{\"container\": {\"width\": NaN}}", 1, 25),
    ("{\"container\": {\"width\": Infinity}}", 1, 25),
    ("{\"container\": {\"width\": -Infinity}}", 1, 25),
    ("{\"container\": {\"width\": 1e999}}", 1, 25),
    ("{\"container\": {\"width\": 01}}", 1, 25),
    ("{} {}", 1, 4),
    ("{\"layout\": 1, \"layout\": 1}", 1, 15),
    ("{'layout': 1}", 1, 2),
    ("{\"layout\": 1,}", 1, 14),
    ("{\"lay\\u0000out\": 1}", 1, 2),
    ("{\"layout\": \"\\ud800\"}", 1, 13),
    ("{\"ü\": ]}", 1, 7),
  ])
  func `a body that is not JSON is rejected with the line and column of the error`(
    body: String, line: Int, column: Int
  ) {
    let problem = refusal(of: body)
    #expect(problem?.code == .malformedJSON)
    #expect(problem?.place?.line == line && problem?.place?.column == column, "\(problem?.detail ?? "")")
    #expect(problem?.detail.hasPrefix("Line \(line), column \(column): ") == true)
  }

  @Test(arguments: [
    [0xFF], Array("{\"a".utf8) + [0xC3, 0x28] + Array("\":1}".utf8), [0x22, 0xED, 0xA0, 0x80, 0x22],
  ])
  func `bytes that are no UTF-8 are refused`(body: [UInt8]) {
    #expect(throws: Problem.self) { try LayoutSolver().solve(body) }
    do throws(Problem) { _ = try LayoutSolver().solve(body) } catch { #expect(error.code == .malformedJSON) }
  }

  @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
  func `nesting is taken to its limit and refused by name beyond it, however deep`(
    open: String, close: String
  ) {
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    // JSON, but not a request.
    #expect(refusal(of: nested(64))?.detail.contains("levels deep") == false)
    for depth in [65, 100_000] {
      let problem = refusal(of: nested(depth))
      #expect(problem?.code == .invalidRequest)
      #expect(problem?.detail.contains("more than 64 levels deep") == true)
      #expect(problem?.place?.line == 1)
    }
  }

  @Test func `a string is taken to its limit and refused by name beyond it`() throws {
    var limits = RequestLimits()
    limits.stringLength = 20
    let solver = LayoutSolver(limits: limits)
    func body(_ length: Int) -> String {
      var item = request()
      item["sections"] = [["items": [["id": .string(String(repeating: "x", count: length))]]]]
      return item.description
    }
    #expect(refusal(of: body(20), solver: solver) == nil)
    #expect(refusal(of: body(21), solver: solver)?.code == .invalidRequest)
  }

  @Test(arguments: ["null", "1", "\"text\"", "[]", "true"])
  func `JSON that is no object is refused as a whole`(body: String) {
    let problem = refusal(of: body)
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers == [""])
  }
}
