/// A valid arithmetic expression: for every set of variables it has a number, or a reason why there is none. It can read
/// nothing but its variables.
///
/// The steps are in postfix order, each behind its operands.
public struct Expression: Hashable, Sendable {
  /// The largest number of characters (Unicode scalars) in the text.
  public static let lengthLimit = 1000
  /// The largest depth of parentheses, calls and signs inside one another.
  public static let depthLimit = 64
  /// The largest number of numbers, names and operations.
  public static let stepLimit = 500

  enum Step: Hashable, Sendable {
    case number(Double)
    case variable(ExpressionVariable)
    /// A value of the item, by its place among the names that the expression was parsed over.
    case value(Int)
    /// `offset`: the number of characters before the operator or function.
    case apply(ExpressionOperation, offset: Int)
    /// Takes a condition. `then` steps follow for a condition that is not 0, and `otherwise` steps for one that is.
    case branch(then: Int, otherwise: Int)
  }

  let steps: ContiguousArray<Step>

  /// A constant.
  public init(_ number: Double) {
    steps = [.number(number)]
  }

  /// The value of a variable.
  init(_ variable: ExpressionVariable) {
    steps = [.variable(variable)]
  }

  /// Parses an expression over some variables.
  ///
  /// - Parameter values: the names of the item's values, which the expression may read as `item.values.NAME`.
  /// - Throws: `ExpressionSyntaxError` with the first error and its offset.
  /// - Complexity: O(l) for a text of length l, up to `lengthLimit`.
  public init(
    _ text: String, over variables: [ExpressionVariable] = ExpressionVariable.ofItems, values: [String] = []
  ) throws(ExpressionSyntaxError) {
    let scalars = ContiguousArray(text.unicodeScalars.prefix(Expression.lengthLimit + 1))
    if scalars.count > Expression.lengthLimit {
      throw ExpressionSyntaxError(reason: .tooLong, offset: Expression.lengthLimit)
    }
    var parser = try ExpressionParser(scalars, variables: variables, values: values)
    steps = try parser.parse()
  }

  /// Whether the result may depend on a variable.
  func names(_ variable: ExpressionVariable) -> Bool { steps.contains(.variable(variable)) }
}
