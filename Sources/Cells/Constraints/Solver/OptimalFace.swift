/// The set of all solutions that are as good as the one that a tableau shows.
struct OptimalFace {
  private let tableau: Tableau
  /// The work that is left for further queries.
  private var budget: Int

  init(of tableau: Tableau, workLimit: Int) {
    budget = workLimit
    var tableau = tableau
    // A variable with a cost is 0 in every solution that is as good.
    for column in 0..<tableau.columnCount where tableau.costSign(column) != 0 {
      tableau.kinds[tableau.nonbasics[column]] = .fixed
    }
    tableau = tableau.reduced(toRows: Array(0..<tableau.rowCount))
    tableau.levels = [1]
    tableau.costs = ContiguousArray(repeating: 0, count: tableau.columnCount)
    self.tableau = tableau
  }

  /// Whether the tableau shows without a pivot that there is no other solution.
  var isPoint: Bool { tableau.columnCount == 0 }

  /// Returns whether a variable has another value in some solution; true also if the work limit does not
  /// suffice to find out.
  mutating func leavesOpen(_ variable: Int) -> Bool {
    if tableau.kinds[variable] == .fixed { return false }
    let position = tableau.positions[variable]
    if position >= 0 {
      var isMoved = false
      tableau.occupied.forEach(in: position) { _ in
        isMoved = true
        return false
      }
      if !isMoved { return false }
    }
    return moves(variable, by: 1) || moves(variable, by: -1)
  }

  /// Returns whether a variable can rise (1) or fall (-1).
  private mutating func moves(_ variable: Int, by direction: Double) -> Bool {
    var trial = tableau
    budget -= trial.cells.count
    trial.work = 0
    let start = trial.value(of: variable)
    let position = trial.positions[variable]
    if position >= 0 {
      for column in 0..<trial.columnCount {
        trial.costs[column] = -direction * trial.cells[position * trial.stride + column]
      }
    } else {
      trial.costs[~position] = -direction
    }
    let limit = budget
    defer { budget -= trial.work }
    if limit < 0 { return true }
    return trial.improves { $0.work > limit || abs($0.value(of: variable) - start) > Tolerance.width }
  }
}
