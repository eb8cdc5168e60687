import TestSupport
import Testing

@testable import Wire

/// How a problem reads.
struct ProblemTests {
  @Test(arguments: ProblemCode.allCases)
  func `a problem has the members of RFC 9457 and its code`(code: ProblemCode) throws {
    let problem = Problem(
      code, "detail \"\u{1}\"", faults: [Fault(pointer: "/a~1b", detail: "what")],
      place: TextPlace(line: 2, column: 3))
    let body = problem.body(requestID: "id-1").withUnsafeBytes { Array($0) }
    #expect(
      try JSONTree(parsing: body) == [
        "type": .string("urn:tessera:problem:\(code.rawValue)"), "title": .string(code.title),
        "status": .number(Double(code.status)), "detail": "detail \"\u{1}\"", "instance": "id-1",
        "code": .string(code.rawValue), "line": 2, "column": 3,
        "errors": [["pointer": "/a~1b", "detail": "what"]],
      ])
  }

  @Test func `codes are snake_case and titles are one of a kind`() {
    for code in ProblemCode.allCases {
      #expect(code.rawValue.allSatisfy { $0 == "_" || $0.isLowercase })
      #expect((400..<600).contains(code.status))
    }
    #expect(Set(ProblemCode.allCases.map(\.title)).count == ProblemCode.allCases.count)
  }

  @Test func `absent members of a problem are left out`() throws {
    let body = Problem(.notFound, "nothing").body(requestID: nil).withUnsafeBytes { Array($0) }
    #expect(Set(try JSONTree(parsing: body).members!.keys) == ["type", "title", "status", "detail", "code"])
  }
}
