import Diagnostics

/// The formulas of an element, compiled for one collection and one container.
struct CustomFormulas: Sendable {
  /// The stacking order.
  let frame: CustomProgram<FrameResults>
  /// How it is drawn; nil is plainly.
  let appearance: CustomProgram<AppearanceResults>?
  /// How many elements a section has; nil where the section itself says so.
  let count: CustomProgram<Result>?
  /// Whether the size of a frame is an estimate where the size of its item is.
  let followsItemSize: Bool
  /// The cost of the frame and the appearance of one element, in simple operations.
  let cost: Int

  /// The cost of finding out how many elements a section has, in simple operations.
  var countCost: Int { count?.program.cost ?? 0 }

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

  init(
    _ element: CustomElement, of kind: ElementKind, count: CustomFormula? = nil,
    _ compiler: inout ExpressionCompiler
  ) {
    frame = Self.frame(element.frame, of: kind, &compiler)
    appearance = Self.appearance(element.appearance, of: kind, &compiler)
    self.count = count.map { CustomProgram([$0], of: kind, &compiler) { $0[0] } }
    followsItemSize = element.frame.followsItemSize
    // Setting out is not free either.
    cost = 1 + frame.program.cost + (appearance?.program.cost ?? 0)
  }

  private static func frame(
    _ frame: CustomFrame, of kind: ElementKind, _ compiler: inout ExpressionCompiler
  ) -> CustomProgram<FrameResults> {
    // Without a formula an extent is the element's own, and no fault of any parameter.
    let width = frame.width ?? CustomFormula(Expression(.itemWidth), parameter: [])
    let height = frame.height ?? CustomFormula(Expression(.itemHeight), parameter: [])
    return CustomProgram([frame.x, frame.y, width, height], of: kind, &compiler) {
      FrameResults(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
    }
  }

  /// One program for how an element is drawn; nil is plainly.
  static func appearance(
    _ element: AppearanceFormulas, of kind: ElementKind, _ compiler: inout ExpressionCompiler
  ) -> CustomProgram<AppearanceResults>? {
    var formulas: [CustomFormula] = []
    /// Where a formula will stand among the results, if there is one.
    func add(_ formula: CustomFormula?) -> Int? {
      guard let formula else { return nil }
      formulas.append(formula)
      return formulas.count - 1
    }
    let zIndex = add(element.zIndex)
    let alpha = add(element.alpha)
    var turn: (rotation: Int?, scale: Int?)
    let matrix = formulas.count
    switch element.transform {
    case nil: break
    case .matrix(let numbers): formulas += numbers
    case .turn(let rotation, let scale): turn = (add(rotation), add(scale))
    }
    if formulas.isEmpty { return nil }
    return CustomProgram(formulas, of: kind, &compiler) { results in
      var appearance = AppearanceResults(zIndex: zIndex.map { results[$0] }, alpha: alpha.map { results[$0] })
      switch element.transform {
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
  /// The kind of the elements; nil for formulas of sections or of the whole content.
  private let kind: ElementKind?

  init(
    _ formulas: [CustomFormula], of kind: ElementKind?, _ compiler: inout ExpressionCompiler,
    results: ([ExpressionProgram.Result]) -> Results
  ) {
    self.kind = kind
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
      throw failure(of: error.expression, error.detail, for: item, offset: error.offset)
    }
  }

  /// The error of a formula at an item, or at another element.
  @inline(never)
  private func failure(
    of expression: Int, _ detail: String, for item: IndexPath?, offset: Int? = nil
  ) -> LayoutError {
    var failure = LayoutError(
      parameter: parameters[expression], indexPath: item, detail: detail, offset: offset)
    if let kind, kind != .cell, let item {
      failure.indexPath = nil
      failure.detail += " for \"\(kind.name.shortened())\" [\(item.section), \(item.item)]"
    }
    return failure
  }

  /// The error of the formula that a result is of.
  @inline(never)
  func failure(
    of result: ExpressionProgram.Result, _ detail: String, for item: IndexPath?
  ) -> LayoutError {
    failure(of: result.expression, detail, for: item)
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
