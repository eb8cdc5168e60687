/// An arithmetic expression that was read and found to hold together: a number for every set of variables,
/// or a reason why there is none. It can reach nothing but its variables.
///
/// Kept in postfix order, each step behind what it works on.
public struct Expression: Hashable, Sendable {
  /// Characters of its text.
  public static let lengthLimit = 1000
  /// Parentheses, calls and signs inside one another.
  public static let depthLimit = 64
  /// Numbers, names and operations.
  public static let stepLimit = 500

  enum Step: Hashable, Sendable {
    case number(Double)
    case variable(ExpressionVariable)
    /// `offset`: how many characters of the text stand before the operator or function.
    case apply(ExpressionOperation, offset: Int)
    /// Takes a condition. As many steps follow for where it is not 0, and then as many for where it is.
    case branch(then: Int, otherwise: Int)
  }

  let steps: ContiguousArray<Step>

  /// A number, written as one.
  public init(_ number: Double) {
    steps = [.number(number)]
  }

  /// The value of a variable.
  init(_ variable: ExpressionVariable) {
    steps = [.variable(variable)]
  }

  /// Reads an expression that may name `variables`.
  ///
  /// - Throws: what is wrong with the text, and where.
  /// - Complexity: O(l) for a text of length l, of which no more than the limit is read.
  public init(
    _ text: String, over variables: [ExpressionVariable] = ExpressionVariable.ofItems
  ) throws(ExpressionSyntaxError) {
    let scalars = ContiguousArray(text.unicodeScalars.prefix(Expression.lengthLimit + 1))
    if scalars.count > Expression.lengthLimit {
      throw ExpressionSyntaxError(reason: .tooLong, offset: Expression.lengthLimit)
    }
    var parser = try ExpressionParser(scalars, variables: variables)
    steps = try parser.parse()
  }

  /// Whether the result may depend on a variable.
  func names(_ variable: ExpressionVariable) -> Bool { steps.contains(.variable(variable)) }
}
