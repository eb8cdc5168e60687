/// Parses an expression by recursive descent into postfix steps.
///
/// One function for each rule of the grammar; the loosest binding comes first.
struct ExpressionParser {
  private var lexer: ExpressionLexer
  /// The next token, and its offset.
  private var token = ExpressionLexer.Token.end
  private var offset = 0
  private let variables: [ExpressionVariable]
  /// The values of the item, as expressions name them.
  private let values: [String]
  private var steps: ContiguousArray<Expression.Step> = []
  private var depth = 0

  init(
    _ text: ContiguousArray<Unicode.Scalar>, variables: [ExpressionVariable], values: [String]
  ) throws(ExpressionSyntaxError) {
    lexer = ExpressionLexer(text)
    self.variables = variables
    self.values = values.map { ExpressionVariable.name(ofValue: $0) }
    try advance()
  }

  mutating func parse() throws(ExpressionSyntaxError) -> ContiguousArray<Expression.Step> {
    try disjunction()
    guard token == .end else { throw expected("an operator or the end") }
    return steps
  }
}

// MARK: - Rules

extension ExpressionParser {
  /// `conjunction { "||" conjunction }`
  private mutating func disjunction() throws(ExpressionSyntaxError) {
    try conjunction()
    while try take(.or) {
      let branch = try openBranch()
      try append(.number(1))
      let middle = steps.count
      try conjunction()
      try appendTruth()
      closeBranch(branch, middle)
    }
  }

  /// `comparison { "&&" comparison }`
  private mutating func conjunction() throws(ExpressionSyntaxError) {
    try comparison()
    while try take(.and) {
      let branch = try openBranch()
      try comparison()
      try appendTruth()
      let middle = steps.count
      try append(.number(0))
      closeBranch(branch, middle)
    }
  }

  /// `sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]`
  private mutating func comparison() throws(ExpressionSyntaxError) {
    try sum()
    guard let comparison = token.comparison else { return }
    let offset = offset
    try advance()
    try sum()
    try append(.apply(comparison, offset: offset))
    if token.comparison != nil { throw error(.chainedComparison) }
  }

  /// `product { ("+" | "-") product }`
  private mutating func sum() throws(ExpressionSyntaxError) {
    try product()
    while let operation = token.additive {
      let offset = offset
      try advance()
      try product()
      try append(.apply(operation, offset: offset))
    }
  }

  /// `unary { ("*" | "/" | "%") unary }`
  private mutating func product() throws(ExpressionSyntaxError) {
    try unary()
    while let operation = token.multiplicative {
      let offset = offset
      try advance()
      try unary()
      try append(.apply(operation, offset: offset))
    }
  }

  /// `("-" | "+" | "!") unary | primary`
  private mutating func unary() throws(ExpressionSyntaxError) {
    let operation: ExpressionOperation?
    switch token {
    case .symbol(.minus): operation = .negate
    case .symbol(.not): operation = .not
    case .symbol(.plus): operation = nil
    default: return try primary()
    }
    let start = offset
    try enter()
    try advance()
    try unary()
    depth -= 1
    if let operation { try append(.apply(operation, offset: start)) }
  }

  /// `number | variable | function "(" arguments ")" | "(" expression ")"`
  private mutating func primary() throws(ExpressionSyntaxError) {
    switch token {
    case .number(let number):
      try advance()
      try append(.number(number))
    case .name(let name):
      let start = offset
      try advance()
      if token == .symbol(.open) {
        try call(name, at: start)
      } else {
        try variable(name, at: start)
      }
    case .symbol(.open):
      try enter()
      try advance()
      try disjunction()
      try close("an operator or \")\"")
    default:
      throw expected("a number, a name or \"(\"")
    }
  }

  private mutating func variable(_ name: String, at start: Int) throws(ExpressionSyntaxError) {
    if let variable = variables.first(where: { $0.name == name }) {
      try append(.variable(variable))
    } else if let value = values.firstIndex(of: name) {
      try append(.value(value))
    } else if name == ExpressionVariable.pi {
      try append(.number(.pi))
    } else if ExpressionFunction.named(name) != nil {
      throw expected("\"(\" behind the function \"\(name)\"")
    } else {
      let known = variables.map { $0.name } + values + [ExpressionVariable.pi]
      throw error(.unknownVariable(name, known: known), at: start)
    }
  }

  private mutating func call(_ name: String, at start: Int) throws(ExpressionSyntaxError) {
    guard let function = ExpressionFunction.named(name) else {
      throw error(.unknownFunction(name, known: ExpressionFunction.all.map { $0.name }), at: start)
    }
    try enter()
    try advance()
    let count =
      if let operation = function.operation {
        try arguments(of: operation, at: start, atMost: function.arguments.upperBound)
      } else {
        try choice()
      }
    try close("an operator, \",\" or \")\"")
    guard function.arguments.contains(count) else {
      throw error(.wrongArgumentCount(of: name, takes: function.takes, got: count), at: start)
    }
  }

  /// Parses the arguments of a function, folding those of `min` and `max` two by two; returns their number.
  private mutating func arguments(
    of operation: ExpressionOperation, at start: Int, atMost limit: Int
  ) throws(ExpressionSyntaxError) -> Int {
    if token == .symbol(.close) { return 0 }
    try disjunction()
    var count = 1
    while try take(.comma) {
      try disjunction()
      count += 1
      if count <= limit { try append(.apply(operation, offset: start)) }
    }
    if operation.isUnary { try append(.apply(operation, offset: start)) }
    return count
  }

  /// Parses the arguments of `if`; returns their number.
  private mutating func choice() throws(ExpressionSyntaxError) -> Int {
    if token == .symbol(.close) { return 0 }
    try disjunction()
    guard try take(.comma) else { return 1 }
    let branch = try openBranch()
    try disjunction()
    guard try take(.comma) else { return 2 }
    let middle = steps.count
    try disjunction()
    closeBranch(branch, middle)
    var count = 3
    while try take(.comma) {
      try disjunction()
      count += 1
    }
    return count
  }
}

// MARK: - Steps

extension ExpressionParser {
  private mutating func append(_ step: Expression.Step) throws(ExpressionSyntaxError) {
    guard steps.count < Expression.stepLimit else { throw error(.tooManySteps) }
    steps.append(step)
  }

  /// Turns the last operand into 1 if it is not 0.
  private mutating func appendTruth() throws(ExpressionSyntaxError) {
    try append(.number(0))
    try append(.apply(.isUnequal, offset: offset))
  }

  /// Appends a branch whose lengths `closeBranch` fills in.
  private mutating func openBranch() throws(ExpressionSyntaxError) -> Int {
    try append(.branch(then: 0, otherwise: 0))
    return steps.count - 1
  }

  private mutating func closeBranch(_ branch: Int, _ middle: Int) {
    steps[branch] = .branch(then: middle - branch - 1, otherwise: steps.count - middle)
  }
}

// MARK: - Tokens

extension ExpressionParser {
  private mutating func advance() throws(ExpressionSyntaxError) {
    token = try lexer.next()
    offset = lexer.offset
  }

  private mutating func take(_ symbol: ExpressionLexer.Symbol) throws(ExpressionSyntaxError) -> Bool {
    guard token == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  /// Enters a level of nesting.
  private mutating func enter() throws(ExpressionSyntaxError) {
    guard depth < Expression.depthLimit else { throw error(.tooDeep) }
    depth += 1
  }

  /// Takes the parenthesis that ends a level of nesting.
  private mutating func close(_ expectation: String) throws(ExpressionSyntaxError) {
    guard try take(.close) else { throw expected(expectation) }
    depth -= 1
  }

  private func error(_ reason: ExpressionSyntaxError.Reason, at offset: Int? = nil) -> ExpressionSyntaxError {
    ExpressionSyntaxError(reason: reason, offset: offset ?? self.offset)
  }

  private func expected(_ what: String) -> ExpressionSyntaxError {
    error(.expected(what, got: token.description))
  }
}

extension ExpressionLexer.Token {
  fileprivate var comparison: ExpressionOperation? {
    switch self {
    case .symbol(.isLess): .isLess
    case .symbol(.isAtMost): .isAtMost
    case .symbol(.isGreater): .isGreater
    case .symbol(.isAtLeast): .isAtLeast
    case .symbol(.isEqual): .isEqual
    case .symbol(.isUnequal): .isUnequal
    default: nil
    }
  }

  fileprivate var additive: ExpressionOperation? {
    switch self {
    case .symbol(.plus): .add
    case .symbol(.minus): .subtract
    default: nil
    }
  }

  fileprivate var multiplicative: ExpressionOperation? {
    switch self {
    case .symbol(.times): .multiply
    case .symbol(.over): .divide
    case .symbol(.remainder): .remainder
    default: nil
    }
  }
}

extension ExpressionFunction {
  /// The number of arguments, in words.
  fileprivate var takes: String {
    switch (arguments.lowerBound, arguments.upperBound) {
    case (1, 1): "1 argument"
    case (let least, Int.max): "\(least) arguments or more"
    case (let count, _): "\(count) arguments"
    }
  }
}
