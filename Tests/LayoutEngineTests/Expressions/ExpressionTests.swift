import Testing

@testable import LayoutEngine

@Suite("Expressions")
struct ExpressionTests {
  @Test(
    "operators bind as in arithmetic, from the left",
    arguments: [
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("10 - 4 - 3", 3), ("24 / 4 / 2", 3), ("2 * 7 % 4", 2),
      ("-2 * -3", 6), ("--2", 2), ("+2", 2), ("1 - -1", 2), ("1 + 2 < 4", 1), ("2 - 2 == 0", 1),
      ("1 < 2 && 2 < 1 || 1", 1), ("1 || 0 && 0", 1), ("!0 + 1", 2), ("-pow(2, 2)", -4),
    ])
  func precedence(text: String, result: Double) throws {
    #expect(try value(text) == result)
  }

  @Test(
    "numbers are decimal, with a fraction and an exponent if wanted",
    arguments: [
      ("0", 0), ("007", 7), ("1.5", 1.5), (".5", 0.5), ("1e3", 1000), ("2.5E-1", 0.25), ("1e+2", 100),
    ])
  func numbers(text: String, result: Double) throws {
    #expect(try value(text) == result)
  }

  @Test("typographers' signs stand for the keyboard's")
  func signs() throws {
    #expect(try value("6 × 4 ÷ 3 − 1") == 7)
    #expect(try value("(1 ≤ 2) + (2 ≥ 2) + (1 ≠ 1)") == 2)
  }

  @Test("white space may stand between any two tokens, and need not")
  func whiteSpace() throws {
    #expect(try value(" \t\n1+\r2 ") == 3)
    #expect(try value("max(1,2)*3") == 6)
  }

  @Test("every variable has its value, and pi is π")
  func variables() throws {
    let text =
      "i + 10*n + 100*section + 1e3*sections + 1e4*width + 1e5*height + 1e6*item.width + 1e7*item.height"
    let values = zip(ExpressionVariable.ofItems, [1.0, 2, 3, 4, 5, 6, 7, 8])
    #expect(try value(text, Dictionary(uniqueKeysWithValues: values)) == 87_654_321)
    #expect(try value("pi") == Double.pi)
  }

  @Test(
    "comparisons give 1 or 0",
    arguments: [
      ("1 < 2", 1), ("2 < 2", 0), ("2 <= 2", 1), ("3 <= 2", 0), ("3 > 2", 1), ("2 > 2", 0), ("2 >= 2", 1),
      ("1 >= 2", 0), ("2 == 2", 1), ("1 == 2", 0), ("1 != 2", 1), ("2 != 2", 0),
    ])
  func comparisons(text: String, result: Double) throws {
    #expect(try value(text) == result)
  }

  @Test(
    "every number but 0 is true, and logic returns 1 or 0",
    arguments: [
      ("5 && -3", 1), ("5 && 0", 0), ("0 && 5", 0), ("0 || 7", 1), ("0 || 0", 0), ("7 || 0", 1), ("!7", 0),
      ("!0", 1), ("!!7", 1), ("1 && 1 && 2", 1), ("0 || 0 || 3", 1),
    ])
  func logic(text: String, result: Double) throws {
    #expect(try value(text) == result)
  }

  @Test(
    "functions",
    arguments: [
      ("min(3, 1)", 1), ("min(3, 1, 2)", 1), ("max(1, 3, 2, 0)", 3), ("abs(-3)", 3), ("abs(3)", 3),
      ("floor(1.9)", 1), ("floor(-1.1)", -2), ("ceil(1.1)", 2), ("ceil(-1.9)", -1), ("sqrt(9)", 3),
      ("sin(0)", 0), ("sin(pi / 2)", 1), ("cos(0)", 1), ("cos(pi)", -1), ("tan(0)", 0),
      ("atan2(1, 1) * 4", Double.pi), ("atan2(0, -1)", Double.pi), ("atan2(0, 0)", 0), ("pow(2, 10)", 1024),
      ("pow(2, 0.5) == sqrt(2)", 1), ("if(1, 2, 3)", 2), ("if(0, 2, 3)", 3), ("if(-1, 2, 3)", 2),
    ])
  func functions(text: String, result: Double) throws {
    #expect(try value(text) == result)
  }

  @Test(
    "round takes halves away from zero",
    arguments: [("2.5", 3), ("-2.5", -3), ("0.5", 1), ("2.4", 2), ("-0.4", 0)])
  func round(text: String, result: Double) throws {
    #expect(try value("round(\(text))") == result)
  }

  @Test(
    "a remainder has the sign of the dividend",
    arguments: [
      ("7 % 3", 1), ("-7 % 3", -1), ("7 % -3", 1), ("-7 % -3", -1), ("7.5 % 2", 1.5), ("-7.5 % 2", -1.5),
      ("6 % 3", 0), ("1 % 0.25", 0), ("9007199254740992 % 10", 2), ("1e300 % 7", 1),
    ])
  func remainder(text: String, result: Double) throws {
    #expect(try value(text) == result)
  }

  @Test(
    "bases below zero have whole powers",
    arguments: [
      ("pow(-2, 3)", -8), ("pow(-2, 2)", 4), ("pow(-2, -1)", -0.5), ("pow(0, 0)", 1), ("pow(0, 3)", 0),
      ("pow(-1, 1e200)", 1),
    ])
  func powers(text: String, result: Double) throws {
    #expect(try value(text) == result)
  }

  @Test("equal numbers have one angle, whatever the sign of a zero")
  func signedZero() throws {
    #expect(try value("atan2(i * -1, -1)", [.index: 0]) == Double.pi)
  }

  @Test("the side of if, && and || that is not taken is not worked out")
  func laziness() throws {
    #expect(try value("if(n == 0, 0, 1 / n)") == 0)
    #expect(try value("if(n == 0, 0, 1 / n)", [.count: 4]) == 0.25)
    #expect(try value("n != 0 && 1 / n > 0") == 0)
    #expect(try value("n == 0 || 1 / n > 0") == 1)
    #expect(try value("if(1, 5, 1 / 0)") == 5)
    #expect(try failure("if(0, 5, 1 / 0)") != nil)
  }

  @Test("sides of an if may hold more of them, beside operands begun before")
  func nesting() throws {
    let text = "100 * (i + if(i > 2, if(i > 5, n * 2, n * 3), if(i > 1, n + 1, n + 2)) * (n + 1))"
    let results = try (0...7).map { try value(text, [.index: Double($0), .count: 10]) }
    #expect(results == [13200, 13300, 12300, 33300, 33400, 33500, 22600, 22700])
  }

  @Test("an expression without a finite result fails, at the character of the operation")
  func failures() throws {
    #expect(try failure("i / n") == EvaluationError(reason: .divisionByZero, operation: .divide, offset: 2))
    #expect(
      try failure("i % n") == EvaluationError(reason: .divisionByZero, operation: .remainder, offset: 2))
    #expect(try failure("1 + 0 ÷ n")?.offset == 6)
    #expect(
      try failure("sqrt(i - 1)") == EvaluationError(reason: .notReal, operation: .squareRoot, offset: 0))
    #expect(
      try failure("2 * pow(i - 8, 1 / 3)") == EvaluationError(reason: .notReal, operation: .power, offset: 4))
    #expect(try failure("pow(i, -1)")?.reason == .tooLarge)
    #expect(
      try failure("1e300 * (i + 1e300)")
        == EvaluationError(reason: .tooLarge, operation: .multiply, offset: 6))
    #expect(try failure("1 / (1 / i)")?.offset == 7)
    #expect(try failure("1 / 0")?.detail == "\"/\" at character 3 divides by zero")
    #expect(try failure("sqrt(-1)")?.detail == "\"sqrt\" at character 1 has no real result")
    #expect(
      try failure("1e200 * 1e200")?.detail == "\"*\" at character 7 has a result too large for a number")
  }

  @Test("a constant takes no instruction, and neither does a variable alone")
  func folding() throws {
    var compiler = ExpressionCompiler(knowing: [.width: 320])
    func count(_ text: String) throws -> Int { compiler.compile([try Expression(text)]).instructions.count }
    #expect(try count("2 * pi + sqrt(width)") == 0)
    #expect(try count("item.width") == 0)
    #expect(try count("i * floor(width / 90)") == 1)
    #expect(try count("if(width > 300, i + 1, 1 / i)") == 1)
    #expect(try count("1 / 0") == 1)
  }

  @Test("expressions of one program leave each other's numbers alone, and so do programs of one compiler")
  func sharing() throws {
    var compiler = ExpressionCompiler()
    let texts = ["i + 1", "(i + 1) * (i + 2) * 3", "if(i > 1, i * i, 3)", "7", "i"]
    let programs = try [texts, texts.reversed()].map { compiler.compile(try $0.map { try Expression($0) }) }
    var machine = compiler.machine()
    for index in 0..<4 {
      let i = Double(index)
      let expected = [i + 1, (i + 1) * (i + 2) * 3, i > 1 ? i * i : 3, 7, i]
      machine[.index] = i
      for program in programs { try machine.run(program) }
      #expect(programs[0].results.map { machine[$0] } == expected)
      #expect(programs[1].results.map { machine[$0] } == expected.reversed())
    }
  }

  @Test("a failure says which expression of the program it is in")
  func attribution() throws {
    var compiler = ExpressionCompiler()
    let program = compiler.compile(
      try ["1", "if(i, i + 1, 0) + 0", "2 / i", "1 / i"].map { try Expression($0) })
    var machine = compiler.machine()
    #expect(throws: EvaluationError(reason: .divisionByZero, operation: .divide, offset: 2, expression: 2)) {
      try machine.run(program)
    }
  }
}
