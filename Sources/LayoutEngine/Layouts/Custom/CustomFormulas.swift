/// The formulas of a layout, compiled for one collection and one container.
struct CustomFormulas: Sendable {
  enum Transform: Sendable {
    case none
    case matrix(ContiguousArray<CustomProgram>)
    case turn(rotation: CustomProgram?, scale: CustomProgram?)
  }

  let x, y: CustomProgram
  let width, height: CustomProgram?
  let zIndex, alpha: CustomProgram?
  let transform: Transform
  /// Whether the size of a frame is an estimate where the size of its item is.
  let followsItemSize: Bool
  /// What all of them cost for one item, in simple operations.
  let cost: Int

  init(_ layout: CustomLayout, _ compiler: inout ExpressionCompiler) {
    var cost = 0
    func compile(_ formula: CustomFormula) -> CustomProgram {
      let program = CustomProgram(formula, &compiler)
      // Setting out is not free either.
      cost += program.program.cost + 1
      return program
    }
    x = compile(layout.frame.x)
    y = compile(layout.frame.y)
    width = layout.frame.width.map(compile)
    height = layout.frame.height.map(compile)
    zIndex = layout.zIndex.map(compile)
    alpha = layout.alpha.map(compile)
    transform =
      switch layout.transform {
      case nil: .none
      case .matrix(let formulas): .matrix(ContiguousArray(formulas.map(compile)))
      case .turn(let rotation, let scale):
        .turn(rotation: rotation.map(compile), scale: scale.map(compile))
      }
    followsItemSize = layout.frame.followsItemSize
    self.cost = cost
  }

  /// Whether cells are drawn in any way but plainly.
  var hasAppearance: Bool {
    if case .none = transform { return zIndex != nil || alpha != nil }
    return true
  }
}

/// A formula, compiled.
struct CustomProgram: Sendable {
  let program: ExpressionProgram
  let parameter: [String]

  init(_ formula: CustomFormula, _ compiler: inout ExpressionCompiler) {
    program = compiler.compile(formula.expression)
    parameter = formula.parameter
  }

  /// The result for the machine's variables.
  ///
  /// - Throws: where there is none, or one of a magnitude beyond the limit of coordinates.
  @inline(__always)
  func value(on machine: inout ExpressionMachine, for item: IndexPath?) throws(LayoutFailure) -> Double {
    let value: Double
    do throws(EvaluationError) {
      value = try machine.evaluate(program)
    } catch {
      throw LayoutFailure(
        parameter: parameter, indexPath: item, detail: error.detail, offset: error.offset)
    }
    guard abs(value) <= CustomLayout.coordinateLimit else {
      throw failure("a result beyond 2^53 (\(value))", for: item)
    }
    // Adding 0 takes the sign off a zero.
    return value + 0
  }

  /// The result, where it is an extent.
  ///
  /// - Parameter name: what it is the extent of, in words.
  @inline(__always)
  func extent(
    _ name: StaticString, on machine: inout ExpressionMachine, for item: IndexPath?
  ) throws(LayoutFailure) -> Double {
    let value = try value(on: &machine, for: item)
    guard value >= 0 else { throw failure("a \(name) below 0 (\(value))", for: item) }
    return value
  }

  @inline(never)
  func failure(_ detail: String, for item: IndexPath?) -> LayoutFailure {
    LayoutFailure(parameter: parameter, indexPath: item, detail: detail)
  }
}
