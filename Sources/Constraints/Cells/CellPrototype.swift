/// A template solved for the metrics that it expects; edits lead from there to the metrics of an item.
struct CellPrototype: Sendable {
  let broken: [ConstraintSource]
  /// Whether edits give the same result as building anew: false if content decides which constraints break.
  private let isEditable: Bool
  let tableau: Tableau
  let readout: CellReadout
  private let metrics: [ViewMetrics]
  private let workLimit: Int
  private let content: ContiguousArray<Double>
  private let ratios: [RatioRule]
  private var influence = SparseRows()

  init(_ template: Template, _ fitting: Fitting, workLimit: Int) throws(CellSolverError) {
    metrics = template.prototypeMetrics
    let system = try CellSystem(template, fitting, metrics, workLimit: workLimit)
    self.workLimit = workLimit
    content = CellParameters.values(of: metrics)
    broken = system.broken
    isEditable = !system.isBrokenByContent
    let solved = system.solver.tableau
    ratios = RatioRule.all(in: system, of: metrics, template.unknowns)
    tableau = solved.reduced(keeping: ratios.map(\.equation))
    let influence = ContentInfluence(system, parameters: content.count)
    readout = CellReadout(
      of: solved, influence: influence, ratios: ratios, content: content, unknowns: template.unknowns.count)
    // The reduced tableau has the restricted rows alone, in the same order.
    var reducedRows = [Int?](repeating: nil, count: solved.rowCount)
    for (reduced, row) in solved.restrictedRows.enumerated() { reducedRows[row] = reduced }
    for effect in influence.effects {
      self.influence.append(
        effect.compactMap { cell in
          reducedRows[cell.index].map { SparseRows.Cell(index: $0, factor: cell.factor) }
        })
    }
  }

  /// Edits a copy of the prototype's tableau to an item's content, and returns the content's numbers for the
  /// readout; nil if the edits lead to no solution.
  ///
  /// - Complexity: O(m + n) for m constraints and n unknowns, and a few pivots.
  func edit(_ edited: inout Tableau, to metrics: [ViewMetrics]) -> ContiguousArray<Double>? {
    guard isEditable, zip(metrics, self.metrics).allSatisfy({ $0.hasShape(of: $1) }) else { return nil }
    edited.restore(from: tableau)
    var values = CellParameters.values(of: metrics)
    for parameter in 0..<values.count {
      let difference = values[parameter] - content[parameter]
      if difference != 0 { influence.add(parameter, times: difference, to: &edited.constants) }
    }
    for rule in ratios {
      let change = rule.ratio - (metrics[rule.view].aspectRatio ?? rule.ratio)
      if change == 0 { continue }
      guard edited.add(change, times: rule.height, toEquation: rule.equation) else { return nil }
    }
    guard case .solved = edited.restoreFeasibility(workLimit: workLimit) else { return nil }
    for rule in ratios {
      let change = (metrics[rule.view].aspectRatio ?? rule.ratio) - rule.ratio
      values[CellParameters.excess(rule.view)] = change * edited.value(of: rule.height)
    }
    return values
  }
}

/// The equation of a view's aspect ratio in a solved tableau.
struct RatioRule: Sendable {
  let view: Int
  /// The variable of the equation.
  let equation: Int
  /// The unknown that the ratio is a coefficient of.
  let height: Int
  let ratio: Double

  /// Returns the ratios that hold in a system.
  static func all(in system: CellSystem, of metrics: [ViewMetrics], _ unknowns: CellUnknowns) -> [RatioRule] {
    system.entries.compactMap { entry in
      guard case .aspectRatio(let view) = entry.rule.source, let ratio = metrics[view].aspectRatio else {
        return nil
      }
      let equation = system.solver.records[entry.id.index].marker
      return RatioRule(view: view, equation: equation, height: unknowns.height(view), ratio: ratio)
    }
  }
}
