import Testing

@testable import LayoutEngine

/// The result of an expression, worked out by a machine; nil where there is none.
///
/// Compared with the compiler's result if it knows all variables from the start.
func value(_ text: String, _ values: [ExpressionVariable: Double] = [:]) throws -> Double? {
  try value(of: Expression(text), values)
}

func value(of expression: Expression, _ values: [ExpressionVariable: Double]) throws -> Double? {
  let late = evaluate(expression, late: values)
  var known = Dictionary(uniqueKeysWithValues: ExpressionVariable.allCases.map { ($0, 0.0) })
  known.merge(values) { $1 }
  #expect(evaluate(expression, knowing: known).number == late.number)
  return late.number
}

/// The failure of an expression that has no result.
func failure(_ text: String, _ values: [ExpressionVariable: Double] = [:]) throws -> EvaluationError? {
  evaluate(try Expression(text), late: values).failure
}

private struct Outcome {
  var number: Double?
  var failure: EvaluationError?
}

private func evaluate(
  _ expression: Expression, knowing known: [ExpressionVariable: Double] = [:],
  late values: [ExpressionVariable: Double] = [:]
) -> Outcome {
  var compiler = ExpressionCompiler(knowing: known)
  let program = compiler.compile([expression])
  var machine = compiler.machine()
  for (variable, value) in values { machine[variable] = value }
  do throws(EvaluationError) {
    try machine.run(program)
    return Outcome(number: machine[program.results[0]])
  } catch {
    return Outcome(failure: error)
  }
}

/// Why a text is no expression; nil if it is one.
func syntaxError(
  _ text: String, over variables: [ExpressionVariable] = ExpressionVariable.ofItems
) -> ExpressionSyntaxError? {
  do throws(ExpressionSyntaxError) {
    _ = try Expression(text, over: variables)
    return nil
  } catch {
    return error
  }
}
