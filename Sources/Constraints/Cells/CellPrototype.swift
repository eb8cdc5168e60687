/// A template solved for the metrics that it expects, ready to be edited to an item's.
struct CellPrototype: Sendable {
  let broken: [ConstraintSource]
  /// Whether edits lead to what building anew would: not where content decides what breaks.
  private let isEditable: Bool
  let tableau: Tableau
  let readout: CellReadout
  private let metrics: [ViewMetrics]
  private let workLimit: Int
  private let content: ContiguousArray<Double>
  private let ratios: [RatioRule]
  private var influence = SparseRows()

  init(_ template: Template, _ fitting: Fitting, workLimit: Int) throws(CellError) {
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
    readout = CellReadout(solved, influence, ratios, for: content, unknowns: template.unknowns.count)
    // In the reduced tableau, a row's number is how many restricted ones come before it.
    var places = [Int?](repeating: nil, count: solved.rowCount)
    for (place, row) in solved.restrictedRows.enumerated() { places[row] = place }
    for effect in influence.effects {
      self.influence.append(
        effect.compactMap { cell in
          places[cell.index].map { SparseRows.Cell(index: $0, factor: cell.factor) }
        })
    }
  }

  /// Edits a copy of the prototype's tableau to an item's content; nil where that leads to no solution, and
  /// otherwise the content's numbers for the readout.
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
