/// A template solved for the metrics that it has itself, ready to be edited to an item's.
struct CellPrototype: Sendable {
  let broken: [ConstraintSource]
  /// Whether edits lead to what building anew would: not where content decides what breaks.
  let isEditable: Bool
  let tableau: Tableau
  let readout: CellReadout
  let workLimit: Int
  private let content: ContiguousArray<Double>
  private var influence = SparseRows()

  init(_ template: Template, _ fitting: Fitting) throws(CellError) {
    let metrics = template.views.map(\.metrics)
    let system = try CellSystem(template, fitting, metrics)
    content = CellParameters.values(of: metrics)
    broken = system.broken
    isEditable = !system.isBrokenByContent
    workLimit = system.solver.workLimit
    let solved = system.solver.tableau
    tableau = solved.reduced()
    let influence = ContentInfluence(system, parameters: content.count)
    readout = CellReadout(solved, influence, for: content, unknowns: template.unknowns.count)
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

  /// Edits a copy of the prototype's tableau to an item's content; false where that leads to no solution.
  ///
  /// - Complexity: O(m + n) for m constraints and n unknowns, and a few pivots.
  func edit(_ edited: inout Tableau, to values: ContiguousArray<Double>) -> Bool {
    edited.restore(from: tableau)
    for parameter in 0..<values.count {
      let difference = values[parameter] - content[parameter]
      if difference != 0 { influence.add(parameter, times: difference, to: &edited.constants) }
    }
    guard case .solved = edited.restoreFeasibility(workLimit: workLimit) else { return false }
    return true
  }
}
