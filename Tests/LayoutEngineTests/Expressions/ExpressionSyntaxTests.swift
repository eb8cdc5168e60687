import Testing

@testable import LayoutEngine

@Suite("Texts that are no expressions")
struct ExpressionSyntaxTests {
  static let operand = "expected a number, a name or \"(\", got "

  @Test(
    "an error has the expected tokens, the token found, and its position",
    arguments: [
      ("", 0, operand + "the end"), ("i * * 2", 4, operand + "\"*\""), ("1 +", 3, operand + "the end"),
      (")", 0, operand + "\")\""), ("()", 1, operand + "\")\""), ("min(1, )", 7, operand + "\")\""),
      ("$", 0, operand + "\"$\""), ("1 + .", 4, operand + "\".\""),
      ("2 i", 2, "expected an operator or the end, got \"i\""),
      ("2i", 1, "expected an operator or the end, got \"i\""),
      ("1 2", 2, "expected an operator or the end, got the number 2"),
      ("1.5.5", 3, "expected an operator or the end, got the number 0.5"),
      ("1)", 1, "expected an operator or the end, got \")\""),
      ("1, 2", 1, "expected an operator or the end, got \",\""),
      ("2 ^ 3", 2, "expected an operator or the end, got \"^\""),
      ("i = 1", 2, "expected an operator or the end, got \"=\""),
      ("1 & 2", 2, "expected an operator or the end, got \"&\""),
      ("(1 + 2", 6, "expected an operator or \")\", got the end"),
      ("(1, 2)", 2, "expected an operator or \")\", got \",\""),
      ("sin(1", 5, "expected an operator, \",\" or \")\", got the end"),
      ("min(1 2)", 6, "expected an operator, \",\" or \")\", got the number 2"),
      ("sin", 3, "expected \"(\" behind the function \"sin\", got the end"),
      ("1\u{a0}+ 1", 1, "expected an operator or the end, got a strange space"),
      ("1e400", 0, "the number is too large"),
      ("i < n < 3", 6, "comparisons do not chain; join two with \"&&\""),
      ("a == b", 0, "unknown name \"a\""), ("item.hight", 0, "unknown name \"item.hight\""),
      ("1 + log(2)", 4, "unknown function \"log\""), ("width(2)", 0, "unknown function \"width\""),
      ("sin()", 0, "\"sin\" takes 1 argument, got 0"),
      ("1 + sin(1, 2)", 4, "\"sin\" takes 1 argument, got 2"),
      ("min(1)", 0, "\"min\" takes 2 arguments or more, got 1"),
      ("pow(2)", 0, "\"pow\" takes 2 arguments, got 1"),
      ("pow(1, 2, 3)", 0, "\"pow\" takes 2 arguments, got 3"), ("if()", 0, "\"if\" takes 3 arguments, got 0"),
      ("if(1)", 0, "\"if\" takes 3 arguments, got 1"), ("if(1, 2)", 0, "\"if\" takes 3 arguments, got 2"),
      ("if(1, 2, 3, 4)", 0, "\"if\" takes 3 arguments, got 4"),
    ] as [(String, Int, String)])
  func errors(text: String, offset: Int, detail: String) {
    #expect(syntaxError(text)?.offset == offset)
    #expect(syntaxError(text)?.detail == detail)
  }

  @Test("places count characters, not bytes")
  func characters() {
    #expect(syntaxError("1 × × 2")?.offset == 4)
    #expect(syntaxError("1 − 🙂")?.offset == 4)
  }

  @Test("an error knows the names that are known")
  func known() {
    let names = ["n", "sections", "width", "height", "pi"]
    #expect(
      syntaxError("i", over: ExpressionVariable.ofContent)?.reason == .unknownVariable("i", known: names))
    guard case .unknownFunction("max2", let functions) = syntaxError("max2(1)")?.reason else {
      Issue.record("expected an unknown function")
      return
    }
    #expect(functions.contains("max") && functions.contains("if"))
  }

  @Test("an expression has a thousand characters at most")
  func length() {
    #expect(Expression.lengthLimit == 1000)
    #expect(syntaxError("1" + String(repeating: " ", count: 999)) == nil)
    let long = "1" + String(repeating: " ", count: 1000)
    #expect(syntaxError(long) == ExpressionSyntaxError(reason: .tooLong, offset: 1000))
    #expect(syntaxError(String(repeating: "(", count: 1_000_000))?.reason == .tooLong)
  }

  @Test(
    "an expression nests 64 levels deep at most",
    arguments: [("(", ")"), ("-", ""), ("!", ""), ("sin(", ")"), ("if(1, 2, ", ")"), ("1 + (2 * ", ")")])
  func depth(open: String, close: String) {
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    #expect(Expression.depthLimit == 64)
    #expect(syntaxError(nested(64)) == nil)
    #expect(
      syntaxError(nested(65))
        == ExpressionSyntaxError(reason: .tooDeep, offset: 65 * open.count - 1 - trailing(open)))
  }

  /// How many characters of a level stand behind the one that opens it.
  private func trailing(_ open: String) -> Int {
    open.lastIndex(of: "(").map { open.distance(from: $0, to: open.endIndex) - 1 } ?? 0
  }

  @Test("an expression has 500 steps at most")
  func steps() {
    #expect(Expression.stepLimit == 500)
    let longest = "-" + Array(repeating: "1", count: 250).joined(separator: "+")
    #expect(syntaxError(longest) == nil)
    #expect(syntaxError(longest + "+1")?.reason == .tooManySteps)
    #expect(syntaxError(Array(repeating: "1", count: 200).joined(separator: "&&"))?.reason == .tooManySteps)
  }

  @Test("the longest chain and the deepest nest are worked out")
  func extremes() throws {
    #expect(try value(Array(repeating: "i", count: 250).joined(separator: "+"), [.index: 1]) == 250)
    let deep = String(repeating: "i + (n * ", count: 64) + "1" + String(repeating: ")", count: 64)
    #expect(try value(deep, [.index: 1, .count: 1]) == 65)
    let choices = String(repeating: "if(i, 1, ", count: 64) + "9" + String(repeating: ")", count: 64)
    #expect(try value(choices) == 9)
  }
}
