extension CustomProgram where Results == CustomFormulas.AppearanceResults {
  /// How an element is drawn, left to right, for the machine's variables.
  ///
  /// - Throws: where a formula has no result, or one that no attribute can hold.
  func appearance(
    on machine: inout ExpressionMachine, for item: IndexPath?
  ) throws(LayoutError) -> Appearance {
    try run(on: &machine, for: item)
    var appearance = Appearance()
    if let zIndex = results.zIndex { appearance.zIndex = try whole(zIndex, on: machine, for: item) }
    if let alpha = results.alpha { appearance.alpha = min(1, max(0, machine[alpha])) }
    appearance.transform = try transform(on: machine, for: item)
    return appearance
  }

  /// The nearest whole number that 32 bits hold.
  private func whole(
    _ result: Result, on machine: ExpressionMachine, for item: IndexPath?
  ) throws(LayoutError) -> Int {
    guard let number = Int32(exactly: machine[result].rounded(.toNearestOrAwayFromZero)) else {
      throw failure(of: result, "a result beyond 2^31 (\(machine[result]))", for: item)
    }
    return Int(number)
  }

  private func transform(
    on machine: ExpressionMachine, for item: IndexPath?
  ) throws(LayoutError) -> AffineTransform {
    func number(_ result: Result) throws(LayoutError) -> Double {
      guard abs(machine[result]) <= Coordinate.limit else {
        throw failure(of: result, "a result beyond 2^53 (\(machine[result]))", for: item)
      }
      // Adding 0 takes the sign off a zero.
      return machine[result] + 0
    }
    switch results.transform {
    case .none:
      return .identity
    case .turn(let rotation, let scale):
      let factor = try scale.map { (scale) throws(LayoutError) in try number(scale) } ?? 1
      return .rotation(rotation.map { machine[$0] } ?? 0, scale: factor)
    case .matrix(let a, let b, let c, let d, let tx, let ty):
      return AffineTransform(
        a: try number(a), b: try number(b), c: try number(c), d: try number(d), tx: try number(tx),
        ty: try number(ty))
    }
  }

  private typealias Result = ExpressionProgram.Result
}
