import Diagnostics

/// Why a text is not a valid expression, and where.
public struct ExpressionSyntaxError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Reason: Hashable, Sendable {
    case tooLong
    case tooDeep
    case tooManySteps
    /// The expected token and the one found, in words.
    case expected(String, got: String)
    /// An unknown name, and the known ones.
    case unknownVariable(String, known: [String])
    case unknownFunction(String, known: [String])
    case wrongArgumentCount(of: String, takes: String, got: Int)
    case chainedComparison
    case numberTooLarge
  }

  /// The kind of the error.
  public var reason: Reason
  /// The number of characters before the error.
  public var offset: Int

  /// A message for the author of the expression; `offset` has the position.
  public var detail: String {
    switch reason {
    case .tooLong: "an expression may have \(Expression.lengthLimit) characters at most"
    case .tooDeep: "an expression may nest \(Expression.depthLimit) levels deep at most"
    case .tooManySteps: "an expression may have \(Expression.stepLimit) steps at most"
    case .expected(let expected, let got): "expected \(expected), got \(got)"
    case .unknownVariable(let name, _): "unknown name \"\(name.shortened())\""
    case .unknownFunction(let name, _): "unknown function \"\(name.shortened())\""
    case .wrongArgumentCount(let function, let takes, let got): "\"\(function)\" takes \(takes), got \(got)"
    case .chainedComparison: "comparisons do not chain; join two with \"&&\""
    case .numberTooLarge: "the number is too large"
    }
  }
}

/// Why an expression has no result for some variables, and where.
struct EvaluationError: Error, Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    case divisionByZero
    /// A root or a power that is not real.
    case notReal
    /// Beyond the range of a `Double`.
    case tooLarge
  }

  var reason: Reason
  var operation: ExpressionOperation
  /// The number of characters before the operator or function.
  var offset: Int
  /// The index of the expression in the program.
  var expression = 0

  /// A message for the author of the expression.
  var detail: String {
    let place = "\"\(operation.name)\" at character \(offset + 1)"
    return switch reason {
    case .divisionByZero: "\(place) divides by zero"
    case .notReal: "\(place) has no real result"
    case .tooLarge: "\(place) has a result too large for a number"
    }
  }
}
