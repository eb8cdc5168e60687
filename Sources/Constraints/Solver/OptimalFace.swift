/// All solutions that are as good as the one a tableau shows.
struct OptimalFace {
  private let tableau: Tableau
  /// What may still be done to find out more.
  private var budget: Int

  init(of tableau: Tableau, workLimit: Int) {
    budget = workLimit
    var tableau = tableau
    // A variable with a cost stays 0 in every solution that is as good.
    for column in 0..<tableau.columnCount where tableau.costSign(column) != 0 {
      tableau.kinds[tableau.nonbasics[column]] = .fixed
    }
    tableau = tableau.reduced(toRows: Array(0..<tableau.rowCount))
    tableau.levels = [1]
    tableau.costs = ContiguousArray(repeating: 0, count: tableau.columnCount)
    self.tableau = tableau
  }

  /// Whether there is no other solution, as far as that can be seen without a pivot.
  var isPoint: Bool { tableau.columnCount == 0 }

  /// Whether a variable has another value in some solution, or may have one for all that the work allowed
  /// showed.
  mutating func leavesOpen(_ variable: Int) -> Bool {
    if tableau.kinds[variable] == .fixed { return false }
    let place = tableau.places[variable]
    if place >= 0 {
      var isMoved = false
      tableau.occupied.forEach(in: place) { _ in
        isMoved = true
        return false
      }
      if !isMoved { return false }
    }
    return moves(variable, by: 1) || moves(variable, by: -1)
  }

  /// Whether a variable can rise (1) or fall (-1).
  private mutating func moves(_ variable: Int, by direction: Double) -> Bool {
    var trial = tableau
    budget -= trial.cells.count
    trial.work = 0
    let start = trial.value(of: variable)
    let place = trial.places[variable]
    if place >= 0 {
      for column in 0..<trial.columnCount {
        trial.costs[column] = -direction * trial.cells[place * trial.stride + column]
      }
    } else {
      trial.costs[~place] = -direction
    }
    let limit = budget
    defer { budget -= trial.work }
    if limit < 0 { return true }
    return trial.improves { $0.work > limit || abs($0.value(of: variable) - start) > Tolerance.width }
  }
}
