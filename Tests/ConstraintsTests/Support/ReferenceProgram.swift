@testable import Constraints

/// Constraints over variables 0..<n, solved the obvious way: by one linear program for each priority.
struct ReferenceProgram {
  struct Rule {
    var coefficients: [Double]
    var constant: Double
    var relation: Relation
    var priority: Double
    var weight: Double

    var isRequired: Bool { priority == 1000 }

    /// By how much values miss it.
    func error(_ values: [Double]) -> Double {
      let sum = zip(coefficients, values).reduce(constant) { $0 + $1.0 * $1.1 }
      return switch relation {
      case .equal: abs(sum)
      case .lessThanOrEqual: max(0, sum)
      case .greaterThanOrEqual: max(0, -sum)
      }
    }
  }

  var variables: Int
  var rules: [Rule] = []

  /// The sum of the errors of each priority, strongest first; the required ones are checked apart.
  func errors(_ values: [Double]) -> [Double] {
    priorities.map { priority in
      rules.filter { $0.priority == priority }.reduce(0) { $0 + $1.weight * $1.error(values) }
    }
  }

  var priorities: [Double] { Set(rules.map(\.priority)).subtracting([1000]).sorted(by: >) }

  /// The least errors that there can be; nil where the required rules contradict each other.
  func leastErrors() -> [Double]? {
    if rules.isEmpty { return [] }
    // Columns: each variable's positive and negative part, each rule's shortfall and excess.
    let errorStart = 2 * variables
    let count = errorStart + 2 * rules.count
    var rows: [ReferenceSimplex.Row] = []
    for (index, rule) in rules.enumerated() {
      var cells = [Double](repeating: 0, count: count)
      for (variable, coefficient) in rule.coefficients.enumerated() {
        cells[2 * variable] = coefficient
        cells[2 * variable + 1] = -coefficient
      }
      if !rule.isRequired {
        if rule.relation != .lessThanOrEqual { cells[errorStart + 2 * index] = 1 }
        if rule.relation != .greaterThanOrEqual { cells[errorStart + 2 * index + 1] = -1 }
      }
      rows.append(ReferenceSimplex.Row(cells: cells, relation: rule.relation, bound: -rule.constant))
    }
    guard !priorities.isEmpty else {
      return ReferenceSimplex(rows).minimum(of: [Double](repeating: 0, count: count)) == nil ? nil : []
    }
    var least: [Double] = []
    for priority in priorities {
      var cost = [Double](repeating: 0, count: count)
      for (index, rule) in rules.enumerated() where rule.priority == priority {
        cost[errorStart + 2 * index] = rule.weight
        cost[errorStart + 2 * index + 1] = rule.weight
      }
      guard let minimum = ReferenceSimplex(rows).minimum(of: cost) else { return nil }
      least.append(minimum)
      // Weaker priorities may not make this one worse.
      rows.append(ReferenceSimplex.Row(cells: cost, relation: .lessThanOrEqual, bound: minimum + 1e-9))
    }
    return least
  }
}
