/// All solutions that are as good as the one a tableau shows.
struct OptimalFace {
  private let tableau: Tableau
  private let openColumns: [Int]
  private let workLimit: Int

  init(of tableau: Tableau, workLimit: Int) {
    self.workLimit = workLimit
    var tableau = tableau
    // A variable with a cost stays 0 in every solution that is as good.
    var openColumns: [Int] = []
    for column in 0..<tableau.columnCount {
      let variable = tableau.nonbasics[column]
      if tableau.kinds[variable] == .fixed { continue }
      if tableau.costSign(column) == 0 {
        openColumns.append(column)
      } else {
        tableau.kinds[variable] = .fixed
      }
    }
    tableau.levels = [1]
    tableau.costs = ContiguousArray(repeating: 0, count: tableau.columnCount)
    tableau.work = 0
    self.tableau = tableau
    self.openColumns = openColumns
  }

  /// Whether there is no other solution, as far as that can be seen without a pivot.
  var isPoint: Bool { openColumns.isEmpty }

  /// Whether a variable has another value in some solution.
  func leavesOpen(_ variable: Int) -> Bool {
    let place = tableau.places[variable]
    if place >= 0 {
      let base = place * tableau.stride
      guard openColumns.contains(where: { abs(tableau.cells[base + $0]) > Tolerance.pivot }) else {
        return false
      }
    }
    return moves(variable, by: 1) || moves(variable, by: -1)
  }

  /// Whether a variable can rise (1) or fall (-1).
  private func moves(_ variable: Int, by direction: Double) -> Bool {
    var trial = tableau
    let start = trial.value(of: variable)
    let place = trial.places[variable]
    if place >= 0 {
      for column in 0..<trial.columnCount {
        trial.costs[column] = -direction * trial.cells[place * trial.stride + column]
      }
    } else {
      trial.costs[~place] = -direction
    }
    return trial.improves { $0.work > workLimit || abs($0.value(of: variable) - start) > Tolerance.width }
  }
}
