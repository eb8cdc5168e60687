import Diagnostics

/// Why a text is no expression, and where.
public struct ExpressionSyntaxError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case tooLong
    case tooDeep
    case tooManySteps
    /// What could stand here, and what does, in words.
    case expected(String, got: String)
    /// A name that is not known here, and those that are.
    case unknownVariable(String, known: [String])
    case unknownFunction(String, known: [String])
    case wrongArgumentCount(of: String, takes: String, got: Int)
    case chainedComparison
    case numberTooLarge
  }

  public var reason: Reason
  /// How many characters of the text stand before the place.
  public var offset: Int

  /// What is wrong, in words for whoever wrote the expression; the place is left to the reader of `offset`.
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

/// Why an expression has no result for some values, and where.
struct EvaluationError: Error, Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    case divisionByZero
    /// A root of what is below zero, or such a power.
    case notReal
    /// Beyond what a double holds.
    case tooLarge
  }

  var reason: Reason
  var operation: ExpressionOperation
  /// How many characters of the expression stand before the operator or function.
  var offset: Int
  /// Which expression of the program it is.
  var expression = 0

  /// What happened, in words for whoever wrote the expression.
  var detail: String {
    let place = "\"\(operation.name)\" at character \(offset + 1)"
    return switch reason {
    case .divisionByZero: "\(place) divides by zero"
    case .notReal: "\(place) has no real result"
    case .tooLarge: "\(place) has a result too large for a number"
    }
  }
}
