import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Expressions by the thousand")
struct ExpressionFuzzTests {
  static let seeds = TestEffort.part(of: (0..<6).map { UInt64($0) * 1_000_003 + 17 })

  @Test("random expressions have the value that a walk over their tree has", arguments: seeds)
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var read = 0
    for round in 0..<700 {
      let tree = ReferenceExpression.random(&random, depth: random.integer(1...6))
      guard let expression = try? Expression(tree.text) else { continue }
      read += 1
      var values: [ExpressionVariable: Double] = [:]
      for variable in ExpressionVariable.allCases {
        values[variable] = random.pick([0, 1, 2, 3, 50, 320, random.length(upTo: 1000)])
      }
      var named = Dictionary(uniqueKeysWithValues: values.map { ($0.key.name, $0.value) })
      named["pi"] = .pi
      let expected = tree.value(named)
      let found = try value(of: expression, values)
      guard found == expected else {
        Issue.record("seed \(seed), round \(round): \(String(describing: found)) for \(tree.text), \(named)")
        return
      }
    }
    // Only texts that are too long or have too many steps are rejected.
    #expect(read > 550)
  }

  @Test("the reader accepts or rejects any text", arguments: seeds)
  func noise(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var pieces: [String] = ExpressionLexer.Symbol.allCases.map(\.rawValue)
    pieces += ExpressionFunction.all.map(\.name)
    pieces += ExpressionVariable.allCases.map(\.name)
    pieces += [
      "1", "1e", "1e+", "1e999", ".", "..", "i.", "_", "@", "\u{0}", "é", "🙂", "\u{301}", " ", "=", "×",
    ]
    for _ in 0..<1500 {
      let text = (0..<random.integer(0...30)).map { _ in random.pick(pieces) }.joined()
      if let error = syntaxError(text) {
        #expect(error.offset >= 0 && error.offset <= text.unicodeScalars.count)
        #expect(!error.detail.isEmpty)
      } else {
        _ = try value(text, [.index: 3, .count: 10])
      }
    }
  }

  @Test("a valid text with any one character changed is accepted or rejected", arguments: seeds)
  func mutation(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var scalars = Array(ReferenceExpression.random(&random, depth: 4).text.unicodeScalars)
      let place = random.integer(0...scalars.count - 1)
      if random.chance(1, in: 2) {
        scalars.remove(at: place)
      } else {
        scalars[place] = random.pick(Array("()+-*/%<>=!&|.,e1 i\u{0}ß".unicodeScalars))
      }
      let text = String(String.UnicodeScalarView(scalars))
      if syntaxError(text) == nil { _ = try value(text) }
    }
  }
}
