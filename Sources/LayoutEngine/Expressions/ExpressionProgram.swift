/// An expression as a list of instructions over the registers of an `ExpressionMachine`.
///
/// There are no loops and no jumps backwards: it ends after as many instructions as it has.
struct ExpressionProgram: Sendable {
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
  /// Of each instruction, how many characters of the text stand before what it does.
  let offsets: ContiguousArray<UInt16>
  /// The register that has the result in the end.
  let result: UInt16
  /// What an evaluation costs at most, in simple operations.
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

  /// The result for the variables as they are.
  ///
  /// - Throws: where a step has no finite result.
  /// - Complexity: O(s) for s steps.
  @inline(__always)
  mutating func evaluate(_ program: ExpressionProgram) throws(EvaluationError) -> Double {
    if !program.instructions.isEmpty { try run(program) }
    return registers[Int(program.result)]
  }

  @inline(never)
  private mutating func run(_ program: ExpressionProgram) throws(EvaluationError) {
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
  fileprivate func error(at place: Int, _ a: Double, _ b: Double, _ result: Double) -> EvaluationError {
    guard case .apply(let operation) = instructions[place].code else {
      preconditionFailure("only operations fail")
    }
    let divides = operation == .divide || operation == .remainder
    return EvaluationError(
      reason: divides && b == 0 ? .divisionByZero : result.isNaN ? .notReal : .tooLarge,
      operation: operation, offset: Int(offsets[place]))
  }
}
