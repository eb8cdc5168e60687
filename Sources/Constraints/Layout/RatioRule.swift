/// A view's aspect ratio, as it stands in a solved tableau.
struct RatioRule: Sendable {
  let view: Int
  /// The variable that stands for the equation.
  let equation: Int
  /// The unknown that the ratio is a coefficient of.
  let height: Int
  let ratio: Double

  /// The ratios that hold in a system.
  static func all(in system: CellSystem, of metrics: [ViewMetrics], _ unknowns: CellUnknowns) -> [RatioRule] {
    system.taken.compactMap { taken in
      guard case .aspectRatio(let view) = taken.rule.source, let ratio = metrics[view].aspectRatio else {
        return nil
      }
      let equation = system.solver.records[taken.id.index].marker
      return RatioRule(view: view, equation: equation, height: unknowns.height(view), ratio: ratio)
    }
  }
}
