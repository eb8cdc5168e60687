/// How the numbers of a cell's content move the constants of its solved tableau, as long as no pivot is made.
///
/// Packed by number of the content: the rows that it moves, and by how much for a point.
struct ContentInfluence: Sendable {
  private var starts: ContiguousArray<Int> = [0]
  private var rows: ContiguousArray<Int> = []
  private var factors: ContiguousArray<Double> = []

  init(_ system: CellSystem, parameters: Int) {
    var effects = [[Int: Double]](repeating: [:], count: parameters)
    let tableau = system.solver.tableau
    for taken in system.taken {
      let record = system.solver.records[taken.id.index]
      for parameter in taken.rule.parameters {
        let amount = parameter.coefficient * record.sign
        for (row, factor) in tableau.effects(ofShifting: record.marker) {
          effects[parameter.index][row, default: 0] += factor * amount
        }
      }
    }
    for effect in effects {
      for (row, factor) in effect.sorted(by: { $0.key < $1.key }) where factor != 0 {
        rows.append(row)
        factors.append(factor)
      }
      starts.append(rows.count)
    }
  }

  /// Moves constants from one content to another.
  ///
  /// - Complexity: O(p + r) for p numbers and r rows that those which differ move.
  func apply(
    from old: ContiguousArray<Double>, to new: ContiguousArray<Double>,
    on constants: inout ContiguousArray<Double>
  ) {
    for parameter in 0..<new.count {
      let difference = new[parameter] - old[parameter]
      if difference == 0 { continue }
      for place in starts[parameter]..<starts[parameter + 1] {
        constants[rows[place]] += factors[place] * difference
      }
    }
  }
}

extension Tableau {
  /// The rows that a shifted variable moves, and by how much for a point.
  fileprivate func effects(ofShifting variable: Int) -> [(row: Int, factor: Double)] {
    let place = places[variable]
    if place >= 0 { return [(place, 1)] }
    return (0..<rowCount).compactMap { row in
      let cell = cells[row * stride + ~place]
      return cell == 0 ? nil : (row, -cell)
    }
  }
}
