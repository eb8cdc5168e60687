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
  private let factors: [FactorRule]
  private var influence = SparseRows()

  init(_ template: Template, _ fitting: Fitting, workLimit: Int) throws(CellSolverError) {
    metrics = template.prototypeMetrics
    let system = try CellSystem(template, fitting, metrics, workLimit: workLimit)
    self.workLimit = workLimit
    content = CellParameters.values(of: metrics)
    broken = system.broken
    isEditable = !system.isBrokenByContent
    let solved = system.solver.tableau
    factors = FactorRule.all(in: system, of: metrics, template)
    tableau = solved.reduced(keeping: factors.map { $0.equation })
    let influence = ContentInfluence(system, parameters: content.count)
    readout = CellReadout(
      of: solved, influence: influence, factors: factors, content: content, unknowns: template.unknowns.count)
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
    for rule in factors {
      let change = rule.factor - rule.factor(in: metrics)
      if change == 0 { continue }
      guard edited.add(change, times: rule.unknown, toEquation: rule.equation) else { return nil }
    }
    guard case .solved = edited.restoreFeasibility(workLimit: workLimit) else { return nil }
    for rule in factors {
      values[rule.parameter] = (rule.factor(in: metrics) - rule.factor) * edited.value(of: rule.unknown)
    }
    return values
  }
}

/// An equation of a solved tableau in which an unknown is multiplied by a number of the content: the aspect ratio of a
/// view, or the size of its content in a proportional stack.
struct FactorRule: Sendable {
  private enum Number: Sendable {
    case aspectRatio(view: Int)
    case proportion(StackProportion)
  }

  private let number: Number
  /// The variable of the equation.
  let equation: Int
  /// The unknown that is multiplied.
  let unknown: Int
  /// The number that the tableau is solved for.
  let factor: Double
  /// The index among `CellParameters` of the difference that another number makes.
  let parameter: Int

  /// Returns the number of some content.
  func factor(in metrics: [ViewMetrics]) -> Double {
    switch number {
    case .aspectRatio(let view): metrics[view].aspectRatio ?? factor
    case .proportion(let proportion): proportion.size(in: metrics)
    }
  }

  /// Returns the equations that hold in a system.
  static func all(in system: CellSystem, of metrics: [ViewMetrics], _ template: Template) -> [FactorRule] {
    var proportions: [Int: StackProportion] = [:]
    for proportion in template.proportions where proportions[proportion.view] == nil {
      proportions[proportion.view] = proportion
    }
    return system.entries.compactMap { entry in
      guard entry.rule.priority.isRequired else { return nil }
      let equation = system.solver.records[entry.id.index].marker
      switch entry.rule.source {
      case .aspectRatio(let view):
        guard let ratio = metrics[view].aspectRatio else { return nil }
        return FactorRule(
          number: .aspectRatio(view: view), equation: equation, unknown: template.unknowns.height(view),
          factor: ratio, parameter: CellParameters.excess(view))
      case .proportion(let view):
        guard let proportion = proportions[view] else { return nil }
        return FactorRule(
          number: .proportion(proportion), equation: equation, unknown: proportion.factor,
          factor: proportion.size(in: metrics), parameter: CellParameters.proportionExcess(view))
      default: return nil
      }
    }
  }
}
