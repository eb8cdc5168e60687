/// The formulas of a layout, compiled for one collection and one container.
struct CustomFormulas: Sendable {
  /// The stacking order.
  let frame: CustomProgram<FrameResults>
  /// How it is drawn; nil is plainly.
  let appearance: CustomProgram<AppearanceResults>?
  /// Whether the size of a frame is an estimate where the size of its item is.
  let followsItemSize: Bool
  /// The cost of all of them for one item, in simple operations.
  let cost: Int

  typealias Result = ExpressionProgram.Result

  struct FrameResults: Sendable {
    var x, y, width, height: Result
  }

  struct AppearanceResults: Sendable {
    enum Transform: Sendable {
      case none
      case matrix(a: Result, b: Result, c: Result, d: Result, tx: Result, ty: Result)
      case turn(rotation: Result?, scale: Result?)
    }

    var zIndex, alpha: Result?
    var transform = Transform.none
  }

  init(_ layout: CustomLayout, _ compiler: inout ExpressionCompiler) {
    frame = Self.frame(layout.frame, &compiler)
    appearance = Self.appearance(layout, &compiler)
    followsItemSize = layout.frame.followsItemSize
    // Setting out is not free either.
    cost = 1 + frame.program.cost + (appearance?.program.cost ?? 0)
  }

  private static func frame(
    _ frame: CustomFrame, _ compiler: inout ExpressionCompiler
  ) -> CustomProgram<FrameResults> {
    // Without a formula an extent is the item's own, and no fault of any parameter.
    let width = frame.width ?? CustomFormula(Expression(.itemWidth), parameter: [])
    let height = frame.height ?? CustomFormula(Expression(.itemHeight), parameter: [])
    return CustomProgram([frame.x, frame.y, width, height], &compiler) {
      FrameResults(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
    }
  }

  private static func appearance(
    _ layout: CustomLayout, _ compiler: inout ExpressionCompiler
  ) -> CustomProgram<AppearanceResults>? {
    var formulas: [CustomFormula] = []
    /// Where a formula will stand among the results, if there is one.
    func add(_ formula: CustomFormula?) -> Int? {
      guard let formula else { return nil }
      formulas.append(formula)
      return formulas.count - 1
    }
    let zIndex = add(layout.zIndex)
    let alpha = add(layout.alpha)
    var turn: (rotation: Int?, scale: Int?)
    let matrix = formulas.count
    switch layout.transform {
    case nil: break
    case .matrix(let numbers): formulas += numbers
    case .turn(let rotation, let scale): turn = (add(rotation), add(scale))
    }
    if formulas.isEmpty { return nil }
    return CustomProgram(formulas, &compiler) { results in
      var appearance = AppearanceResults(zIndex: zIndex.map { results[$0] }, alpha: alpha.map { results[$0] })
      switch layout.transform {
      case nil: break
      case .matrix:
        let numbers = Array(results[matrix...])
        appearance.transform = .matrix(
          a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
      case .turn:
        appearance.transform = .turn(
          rotation: turn.rotation.map { results[$0] }, scale: turn.scale.map { results[$0] })
      }
      return appearance
    }
  }
}

/// Some formulas, compiled into one program, and where their results are.
struct CustomProgram<Results: Sendable>: Sendable {
  let program: ExpressionProgram
  let results: Results
  /// Of each formula, where it stands in the layout's parameters.
  private let parameters: [[String]]

  init(
    _ formulas: [CustomFormula], _ compiler: inout ExpressionCompiler,
    results: ([ExpressionProgram.Result]) -> Results
  ) {
    program = compiler.compile(formulas.map { $0.expression })
    parameters = formulas.map { $0.parameter }
    self.results = results(program.results)
  }

  /// Works out all results for the machine's variables.
  ///
  /// - Throws: where there is none.
  @inline(__always)
  func run(on machine: inout ExpressionMachine, for item: IndexPath?) throws(LayoutError) {
    do throws(EvaluationError) {
      try machine.run(program)
    } catch {
      throw LayoutError(
        parameter: parameters[error.expression], indexPath: item, detail: error.detail, offset: error.offset)
    }
  }

  /// The error of the formula that a result is of.
  @inline(never)
  func failure(
    of result: ExpressionProgram.Result, _ detail: String, for item: IndexPath?
  ) -> LayoutError {
    LayoutError(parameter: parameters[result.expression], indexPath: item, detail: detail)
  }

  /// The error of the first number that is no coordinate, or no extent, which is not below 0 either.
  @inline(never)
  func outOfBounds(
    _ coordinates: ExpressionProgram.Result..., extents: KeyValuePairs<String, ExpressionProgram.Result>,
    on machine: ExpressionMachine, for item: IndexPath?
  ) -> LayoutError? {
    for result in coordinates + extents.map({ $0.value }) where abs(machine[result]) > Coordinate.limit {
      return failure(of: result, "a result beyond 2^53 (\(machine[result]))", for: item)
    }
    for (name, result) in extents where machine[result] < 0 {
      return failure(of: result, "a \(name) below 0 (\(machine[result]))", for: item)
    }
    return nil
  }
}
