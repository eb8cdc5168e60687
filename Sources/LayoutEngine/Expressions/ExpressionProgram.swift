/// Some expressions as one list of instructions over the registers of an `ExpressionMachine`.
///
/// There are no loops and no jumps backwards: it ends after as many instructions as it has.
struct ExpressionProgram: Sendable {
  /// Which register has the result of an expression once the program was run.
  struct Result: Sendable {
    var register: UInt16
    /// The expression, counted in the program.
    var expression: Int
  }

  /// Three registers, or two and a place to go on at.
  struct Instruction: Sendable {
    enum Code: Sendable {
      case apply(ExpressionOperation)
      case copy
      /// Goes on at `target` where `a` is 0.
      case branch
      /// Goes on at `target`.
      case jump
    }

    var code: Code
    var target: UInt16
    var a: UInt16 = 0
    var b: UInt16 = 0
  }

  let instructions: ContiguousArray<Instruction>
  /// Of each instruction, how many characters of its expression's text stand before what it does.
  let offsets: ContiguousArray<UInt16>
  /// Where the instructions of each expression end.
  let ends: [Int]
  /// Of each expression.
  let results: [Result]
  /// What running it costs at most, in simple operations.
  let cost: Int
}

/// Runs the programs of one compiler, each as often as wanted, without taking memory.
struct ExpressionMachine: Sendable {
  /// Variables first, then constants and what is worked out on the way.
  private var registers: ContiguousArray<Double>

  init(registers: ContiguousArray<Double>) {
    self.registers = registers
  }

  @inline(__always)
  subscript(variable: ExpressionVariable) -> Double {
    get { registers[Int(variable.rawValue)] }
    set { registers[Int(variable.rawValue)] = newValue }
  }

  /// Sets what differs from item to item, at once.
  @inline(__always)
  mutating func setItem(index: Double, size: Size) {
    var registers = registers.mutableSpan
    registers[Int(ExpressionVariable.index.rawValue)] = index
    registers[Int(ExpressionVariable.itemWidth.rawValue)] = size.width
    registers[Int(ExpressionVariable.itemHeight.rawValue)] = size.height
  }

  @inline(__always)
  subscript(result: ExpressionProgram.Result) -> Double { registers[Int(result.register)] }

  /// Works out the results of a program for the variables as they are.
  ///
  /// - Throws: where a step of an expression has no finite result; those behind it are not worked out.
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
