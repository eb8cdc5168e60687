@testable import LayoutEngine

extension FuzzTarget {
  /// Reads bytes as an expression. The compiler and the machine agree on its value, which is finite.
  static let expressions = FuzzTarget(
    "expressions", longestInput: 400, seeds: { expressionSeeds.map([UInt8].init) }
  ) { (input) throws(Violation) in
    let text = input.text
    let expression: Expression
    do throws(ExpressionSyntaxError) {
      expression = try Expression(text)
    } catch {
      let length = min(text.unicodeScalars.count, Expression.lengthLimit)
      try promise(0...length ~= error.offset, "the error is at character \(error.offset) of \(length)")
      try promise(!error.detail.isEmpty, "the error has no description")
      return
    }
    for values in variableValues {
      let late = value(of: expression, knowing: [:], late: values)
      let known = value(of: expression, knowing: values, late: [:])
      try promise(late == known, "\(text) is \(String(describing: known)), and \(String(describing: late))")
      try promise(late?.isFinite ?? true, "\(text) is \(late!)")
    }
  }

  private static let expressionSeeds = [
    "i % 4 * (width / 4)", "floor(i / 3) * 60 + section * 500",
    "if(i < n / 2, sin(i * 0.3) * 100, -cos(pi))", "!(section == 1) + atan2(i, -1) % 1.5e-3",
    "clamp(pow(i, 2), 0, max(item.width, min(height, 1e3)))", "1 / (i - 3)", "sqrt(-1)",
  ]

  /// The same variables twice: a common item, and an item at the limits.
  private static let variableValues: [[ExpressionVariable: Double]] = [
    Dictionary(uniqueKeysWithValues: ExpressionVariable.allCases.map { ($0, Double($0.rawValue) * 7 + 1) }),
    Dictionary(
      uniqueKeysWithValues: ExpressionVariable.allCases.map { ($0, $0.rawValue % 2 == 0 ? 0 : 0x1p53) }),
  ]

  /// The value that the machine computes, with some variables known to the compiler; nil if there is none.
  private static func value(
    of expression: Expression, knowing known: [ExpressionVariable: Double],
    late values: [ExpressionVariable: Double]
  ) -> Double? {
    var compiler = ExpressionCompiler(knowing: known)
    let program = compiler.compile([expression])
    var machine = compiler.machine()
    for (variable, value) in values { machine[variable] = value }
    do throws(EvaluationError) {
      try machine.run(program)
      return machine[program.results[0]]
    } catch {
      return nil
    }
  }
}
