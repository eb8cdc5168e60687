/// Turns expressions into programs that share the registers of one machine.
///
/// The compiler evaluates every step that depends only on numbers and known variables. It leaves a step that would fail to
/// the machine, because no item may ever reach it.
struct ExpressionCompiler {
  /// Variables first, then the values of items, then constants and intermediate results.
  private var registers: ContiguousArray<Double>
  private let known: [ExpressionVariable: Double]
  private var constants: [Double: UInt16] = [:]
  /// Registers that are free for reuse.
  private var free: [UInt16] = []
  private var instructions: ContiguousArray<ExpressionProgram.Instruction> = []
  private var offsets: ContiguousArray<UInt16> = []
  private var cost = 0

  private enum Operand {
    case known(Double)
    /// The register of a variable or of a value.
    case variable(UInt16)
    /// A register that is free again after one read.
    case temporary(UInt16)
  }

  /// - Parameters:
  ///   - known: variables whose values are the same in every evaluation.
  ///   - values: how many values of items the expressions were parsed over.
  init(knowing known: [ExpressionVariable: Double] = [:], values: Int = 0) {
    self.known = known
    registers = ContiguousArray(repeating: 0, count: ExpressionVariable.registerCount + values)
  }

  /// One program that evaluates several expressions, in their order.
  ///
  /// - Complexity: O(s) for s steps.
  mutating func compile(_ expressions: [Expression]) -> ExpressionProgram {
    instructions = []
    offsets = []
    cost = 0
    var ends: [Int] = []
    var results: [ExpressionProgram.Result] = []
    for (index, expression) in expressions.enumerated() {
      // Never released: results stay until the program runs again.
      let register = register(of: compile(expression.steps[...]))
      results.append(ExpressionProgram.Result(register: register, expression: index))
      ends.append(instructions.count)
    }
    return ExpressionProgram(
      instructions: instructions, offsets: offsets, ends: ends, results: results, cost: cost)
  }

  /// A machine for all programs compiled so far.
  func machine() -> ExpressionMachine {
    ExpressionMachine(registers: registers)
  }
}

extension ExpressionCompiler {
  /// Compiles steps that leave one operand.
  private mutating func compile(_ steps: ArraySlice<Expression.Step>) -> Operand {
    var operands: [Operand] = []
    var place = steps.startIndex
    while place < steps.endIndex {
      let step = steps[place]
      place += 1
      switch step {
      case .number(let number):
        operands.append(.known(number))
      case .variable(let variable):
        operands.append(known[variable].map { .known($0) } ?? .variable(UInt16(variable.rawValue)))
      case .value(let value):
        operands.append(.variable(UInt16(ExpressionVariable.registerCount + value)))
      case .apply(let operation, let offset):
        let b = operation.isUnary ? .known(0) : operands.removeLast()
        operands.append(apply(operation, operands.removeLast(), b, offset))
      case .branch(let then, let otherwise):
        let middle = place + then
        let end = middle + otherwise
        operands.append(branch(on: operands.removeLast(), steps[place..<middle], steps[middle..<end]))
        place = end
      }
    }
    return operands.removeLast()
  }

  private mutating func apply(
    _ operation: ExpressionOperation, _ a: Operand, _ b: Operand, _ offset: Int
  ) -> Operand {
    if case .known(let a) = a, case .known(let b) = b {
      let result = operation.result(a, b)
      if result.isFinite { return .known(result) }
    }
    let (first, second) = (register(of: a), operation.isUnary ? 0 : register(of: b))
    release(a)
    release(b)
    let target = allocate()
    emit(.init(code: .apply(operation), target: target, a: first, b: second), offset, cost: operation.cost)
    return .temporary(target)
  }

  private mutating func branch(
    on condition: Operand, _ then: ArraySlice<Expression.Step>, _ otherwise: ArraySlice<Expression.Step>
  ) -> Operand {
    if case .known(let value) = condition { return compile(value != 0 ? then : otherwise) }
    let branch = instructions.count
    emit(.init(code: .branch, target: 0, a: register(of: condition)))
    release(condition)
    // Allocated before either side is compiled, so that neither uses it for something else.
    let target = allocate()
    copy(compile(then), to: target)
    let jump = instructions.count
    emit(.init(code: .jump, target: 0))
    instructions[branch].target = UInt16(instructions.count)
    copy(compile(otherwise), to: target)
    instructions[jump].target = UInt16(instructions.count)
    return .temporary(target)
  }

  private mutating func copy(_ operand: Operand, to target: UInt16) {
    emit(.init(code: .copy, target: target, a: register(of: operand)))
    release(operand)
  }

  private mutating func emit(
    _ instruction: ExpressionProgram.Instruction, _ offset: Int = 0, cost: Int = 1
  ) {
    instructions.append(instruction)
    offsets.append(UInt16(offset))
    self.cost += cost
  }
}

extension ExpressionCompiler {
  private mutating func register(of operand: Operand) -> UInt16 {
    switch operand {
    case .variable(let register), .temporary(let register): return register
    case .known(let value):
      if let register = constants[value] { return register }
      registers.append(value)
      let register = UInt16(registers.count - 1)
      constants[value] = register
      return register
    }
  }

  private mutating func allocate() -> UInt16 {
    if let register = free.popLast() { return register }
    registers.append(0)
    return UInt16(registers.count - 1)
  }

  private mutating func release(_ operand: Operand) {
    if case .temporary(let register) = operand { free.append(register) }
  }
}
