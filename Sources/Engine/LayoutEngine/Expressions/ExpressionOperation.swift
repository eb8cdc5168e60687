import Mathematics

/// An operation of expressions on one number or two.
enum ExpressionOperation: UInt8, CaseIterable, Hashable, Sendable {
  case add, subtract, multiply, divide, remainder, negate
  case isLess, isAtMost, isGreater, isAtLeast, isEqual, isUnequal, not
  case minimum, maximum
  case absolute, floor, ceiling, round
  case squareRoot, sine, cosine, tangent, arcTangent, power

  /// The result; not finite if there is none.
  @inline(__always)
  func result(_ a: Double, _ b: Double) -> Double {
    switch self {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    case .remainder: Self.remainder(a, b)
    case .negate: 0 - a
    case .isLess: a < b ? 1 : 0
    case .isAtMost: a <= b ? 1 : 0
    case .isGreater: a > b ? 1 : 0
    case .isAtLeast: a >= b ? 1 : 0
    case .isEqual: a == b ? 1 : 0
    case .isUnequal: a != b ? 1 : 0
    case .not: a == 0 ? 1 : 0
    case .minimum: a < b ? a : b
    case .maximum: a > b ? a : b
    case .absolute: abs(a)
    case .floor: a.rounded(.down)
    case .ceiling: a.rounded(.up)
    case .round: a.rounded(.toNearestOrAwayFromZero)
    case .squareRoot: a.squareRoot()
    case .sine: Mathematics.sin(a)
    case .cosine: Mathematics.cos(a)
    case .tangent: Mathematics.tan(a)
    // Adding 0 turns -0 into 0, so that equal numbers have equal angles.
    case .arcTangent: Mathematics.atan2(y: a + 0, x: b + 0)
    case .power: Mathematics.pow(a, b)
    }
  }

  var isUnary: Bool {
    switch self {
    case .negate, .not, .absolute, .floor, .ceiling, .round, .squareRoot, .sine, .cosine, .tangent: true
    default: false
    }
  }

  /// The cost in simple operations, for the limit of a layout's steps: functions that compute series cost more.
  var cost: Int {
    switch self {
    case .sine, .cosine, .tangent, .arcTangent, .power: 10
    case .remainder: 4
    default: 1
    }
  }

  /// The name in expressions.
  var name: String {
    switch self {
    case .add: "+"
    case .subtract, .negate: "-"
    case .multiply: "*"
    case .divide: "/"
    case .remainder: "%"
    case .isLess: "<"
    case .isAtMost: "<="
    case .isGreater: ">"
    case .isAtLeast: ">="
    case .isEqual: "=="
    case .isUnequal: "!="
    case .not: "!"
    case .minimum: "min"
    case .maximum: "max"
    case .absolute: "abs"
    case .floor: "floor"
    case .ceiling: "ceil"
    case .round: "round"
    case .squareRoot: "sqrt"
    case .sine: "sin"
    case .cosine: "cos"
    case .tangent: "tan"
    case .arcTangent: "atan2"
    case .power: "pow"
    }
  }
}

extension ExpressionOperation {
  /// The remainder of `a` divided by `b`; it has the sign of `a`.
  @inline(__always)
  private static func remainder(_ a: Double, _ b: Double) -> Double {
    let whole = Double.largestExactInteger
    guard abs(a) <= whole, abs(b) <= whole, b != 0, a == Double(Int64(a)), b == Double(Int64(b)) else {
      return a.truncatingRemainder(dividingBy: b)
    }
    return Double(Int64(a) % Int64(b))
  }
}

/// A function by its name, with the number of its arguments.
struct ExpressionFunction: Sendable {
  var name: String
  var arguments: ClosedRange<Int>
  /// Nil for `if`, which evaluates only one of its last two arguments.
  var operation: ExpressionOperation?

  static let all: [ExpressionFunction] =
    [.minimum, .maximum].map { ExpressionFunction(name: $0.name, arguments: 2...Int.max, operation: $0) }
    + [.absolute, .floor, .ceiling, .round, .squareRoot, .sine, .cosine, .tangent].map {
      ExpressionFunction(name: $0.name, arguments: 1...1, operation: $0)
    }
    + [.arcTangent, .power].map { ExpressionFunction(name: $0.name, arguments: 2...2, operation: $0) }
    + [ExpressionFunction(name: "if", arguments: 3...3, operation: nil)]

  static func named(_ name: String) -> ExpressionFunction? { all.first { $0.name == name } }
}
