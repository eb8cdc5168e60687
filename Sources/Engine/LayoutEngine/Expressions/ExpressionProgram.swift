/// Several expressions as one list of instructions over the registers of an `ExpressionMachine`.
///
/// There are no backward jumps: a program runs each instruction at most once.
struct ExpressionProgram: Sendable {
  /// The register that has the result of an expression after the program ran.
  struct Result: Sendable {
    var register: UInt16
    /// The index of the expression in the program.
    var expression: Int
  }

  /// An operation on three registers, or a jump.
  struct Instruction: Sendable {
    enum Code: Sendable {
      case apply(ExpressionOperation)
      case copy
      /// Continues at `target` if `a` is 0.
      case branch
      /// Continues at `target`.
      case jump
    }

    var code: Code
    var target: UInt16
    var a: UInt16 = 0
    var b: UInt16 = 0
  }

  let instructions: ContiguousArray<Instruction>
  /// For each instruction, the number of characters of its expression's text before the operator or function.
  let offsets: ContiguousArray<UInt16>
  /// The end of each expression's instructions.
  let ends: [Int]
  /// The result of each expression.
  let results: [Result]
  /// The largest cost of a run, in simple operations.
  let cost: Int
}

/// Runs the programs of one compiler, any number of times, without allocating memory.
struct ExpressionMachine: Sendable {
  /// Variables first, then the values of items, then constants and intermediate results.
  private var registers: ContiguousArray<Double>

  init(registers: ContiguousArray<Double>) {
    self.registers = registers
  }

  @inline(__always)
  subscript(variable: ExpressionVariable) -> Double {
    get { registers[Int(variable.rawValue)] }
    set { registers[Int(variable.rawValue)] = newValue }
  }

  /// Sets the variables that differ from item to item.
  @inline(__always)
  mutating func setItem(index: Double, size: Size) {
    var registers = registers.mutableSpan
    registers[Int(ExpressionVariable.index.rawValue)] = index
    registers[Int(ExpressionVariable.itemWidth.rawValue)] = size.width
    registers[Int(ExpressionVariable.itemHeight.rawValue)] = size.height
  }

  /// Sets a value of the item, by its place among the names that the expressions were parsed over.
  @inline(__always)
  mutating func setValue(_ place: Int, to number: Double) {
    registers[ExpressionVariable.registerCount + place] = number
  }

  @inline(__always)
  subscript(result: ExpressionProgram.Result) -> Double { registers[Int(result.register)] }

  /// Computes the results of a program for the current variables.
  ///
  /// - Throws: `EvaluationError` at the first step without a finite result.
  /// - Complexity: O(s) for s steps.
  mutating func run(_ program: borrowing ExpressionProgram) throws(EvaluationError) {
    let instructions = program.instructions.span
    var registers = registers.mutableSpan
    var place = 0
    while place < instructions.count {
      let instruction = instructions[place]
      let a = registers[Int(instruction.a)]
      place += 1
      switch instruction.code {
      case .apply(let operation):
        let b = registers[Int(instruction.b)]
        let result = operation.result(a, b)
        guard result.isFinite else { throw program.error(at: place - 1, a, b, result) }
        registers[Int(instruction.target)] = result
      case .copy: registers[Int(instruction.target)] = a
      case .branch: if a == 0 { place = Int(instruction.target) }
      case .jump: place = Int(instruction.target)
      }
    }
  }
}

extension ExpressionProgram {
  @inline(never)
  fileprivate func error(at place: Int, _ a: Double, _ b: Double, _ result: Double) -> EvaluationError {
    guard case .apply(let operation) = instructions[place].code else {
      preconditionFailure("only operations fail")
    }
    let divides = operation == .divide || operation == .remainder
    return EvaluationError(
      reason: divides && b == 0 ? .divisionByZero : result.isNaN ? .notReal : .tooLarge,
      operation: operation, offset: Int(offsets[place]), expression: ends.count { $0 <= place })
  }
}
