import Glibc

@testable import LayoutEngine

/// An expression as a tree: writes itself as text, and knows its value the obvious way.
indirect enum ReferenceExpression {
  case number(String)
  case variable(String)
  case sign(String, ReferenceExpression)
  case binary(ReferenceExpression, String, ReferenceExpression)
  case call(String, [ReferenceExpression])

  /// The text, in which parentheses are left out where the grammar does not need them.
  var text: String {
    switch self {
    case .number(let text), .variable(let text): return text
    case .sign(let sign, let operand): return sign + operand.inside(6)
    case .binary(let a, let sign, let b):
      let own = Self.level(of: sign)
      // Chains bind from the left; comparisons have none.
      return a.inside(own == 3 ? 4 : own) + " \(sign) " + b.inside(own + 1)
    case .call(let name, let arguments):
      return "\(name)(\(arguments.map(\.text).joined(separator: ", ")))"
    }
  }

  private func inside(_ level: Int) -> String { self.level >= level ? text : "(\(text))" }

  private var level: Int {
    switch self {
    case .number, .variable, .call: 7
    case .sign: 6
    case .binary(_, let sign, _): Self.level(of: sign)
    }
  }

  private static func level(of sign: String) -> Int {
    switch sign {
    case "||": 1
    case "&&": 2
    case "<", "<=", ">", ">=", "==", "!=": 3
    case "+", "-", "−": 4
    default: 5
    }
  }

  /// The value; nil where any step that is taken has no finite result.
  func value(_ values: [String: Double]) -> Double? {
    guard let result = unchecked(values), result.isFinite else { return nil }
    return result
  }

  private func unchecked(_ values: [String: Double]) -> Double? {
    switch self {
    case .number(let text): return strtod(text, nil)
    case .variable(let name): return values[name]!
    case .sign(let sign, let operand):
      guard let x = operand.value(values) else { return nil }
      return sign == "-" ? -x : sign == "+" ? x : x == 0 ? 1 : 0
    case .binary(let a, "&&", let b):
      guard let x = a.value(values) else { return nil }
      if x == 0 { return 0 }
      return b.value(values).map { $0 == 0 ? 0 : 1 }
    case .binary(let a, "||", let b):
      guard let x = a.value(values) else { return nil }
      if x != 0 { return 1 }
      return b.value(values).map { $0 == 0 ? 0 : 1 }
    case .binary(let a, let sign, let b):
      guard let x = a.value(values), let y = b.value(values) else { return nil }
      return Self.binary(x, sign, y)
    case .call("if", let arguments):
      guard let condition = arguments[0].value(values) else { return nil }
      return arguments[condition != 0 ? 1 : 2].value(values)
    case .call(let name, let arguments):
      let numbers = arguments.compactMap { $0.value(values) }
      return numbers.count == arguments.count ? Self.call(name, numbers) : nil
    }
  }

  private static func binary(_ x: Double, _ sign: String, _ y: Double) -> Double {
    switch sign {
    case "+": x + y
    case "-", "−": x - y
    case "*", "×": x * y
    case "/", "÷": x / y
    case "%": fmod(x, y)
    case "<": x < y ? 1 : 0
    case "<=": x <= y ? 1 : 0
    case ">": x > y ? 1 : 0
    case ">=": x >= y ? 1 : 0
    case "==": x == y ? 1 : 0
    default: x != y ? 1 : 0
    }
  }

  private static func call(_ name: String, _ x: [Double]) -> Double {
    switch name {
    case "min": x.min()!
    case "max": x.max()!
    case "abs": fabs(x[0])
    case "floor": Glibc.floor(x[0])
    case "ceil": Glibc.ceil(x[0])
    case "round": Glibc.round(x[0])
    case "sqrt": Glibc.sqrt(x[0])
    case "sin": Glibc.sin(x[0])
    case "cos": Glibc.cos(x[0])
    case "tan": Glibc.tan(x[0])
    case "atan2": Glibc.atan2(x[0] == 0 ? 0 : x[0], x[1] == 0 ? 0 : x[1])
    default: Glibc.pow(x[0], x[1])
    }
  }
}

extension ReferenceExpression {
  static let signs = ["+", "-", "−", "*", "×", "/", "÷", "%", "<", "<=", ">", ">=", "==", "!=", "&&", "||"]

  static func random(_ random: inout SeededGenerator, depth: Int) -> ReferenceExpression {
    guard depth > 0, random.chance(5, in: 6) else { return leaf(&random) }
    func part() -> ReferenceExpression { .random(&random, depth: depth - 1) }
    switch random.integer(0...9) {
    case 0: return .sign(random.pick(["-", "+", "!"]), part())
    case 1...5: return .binary(part(), random.pick(signs), part())
    case 6: return .call("if", [part(), part(), part()])
    case 7: return .call(random.pick(["min", "max"]), (0..<random.integer(2...4)).map { _ in part() })
    case 8: return .call(random.pick(["atan2", "pow"]), [part(), part()])
    default:
      let names = ["abs", "floor", "ceil", "round", "sqrt", "sin", "cos", "tan"]
      return .call(random.pick(names), [part()])
    }
  }

  private static func leaf(_ random: inout SeededGenerator) -> ReferenceExpression {
    random.chance(1, in: 2)
      ? .variable(random.pick(ExpressionVariable.ofItems.map(\.name) + ["pi"]))
      : .number(random.pick(["0", "1", "2", "0.5", "3.25", "10", "1e3", "1e200", "7", "1e-3"]))
  }
}
