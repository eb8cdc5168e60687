/// Why a cell has no solution.
public enum CellError: Error, Hashable, Sendable {
  /// A target that is negative, not a number, or longer than any length may be.
  case invalidFitting
  /// Other metrics than one for each view of the template.
  case wrongViewCount(Int)
  /// A size, a baseline or a ratio that is out of bounds.
  case invalidMetrics(view: Int)
  /// The constraints depend on each other in more ways than the work allowed for a cell can sort out.
  case tooMuchWork
  /// A length in the solution is longer than any may be: multipliers that go round in circles add up to it.
  case outOfBounds
}
