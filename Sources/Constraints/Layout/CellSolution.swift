/// Where a cell's views are, and how large that makes the cell.
public struct CellSolution: Hashable, Sendable {
  public var size: Extent
  /// One for each view of the template.
  public var frames: [Frame]
  /// The required constraints that do not hold, because those before them left no room.
  public var broken: [ConstraintSource]

  init(_ tableau: Tableau, unknowns: CellUnknowns, broken: [ConstraintSource]) {
    func value(_ unknown: Int) -> Double { CellSolution.settled(tableau.value(of: unknown)) }
    size = Extent(width: value(unknowns.superviewWidth), height: value(unknowns.superviewHeight))
    frames = []
    frames.reserveCapacity(unknowns.views)
    for view in 0..<unknowns.views {
      frames.append(
        Frame(
          x: value(unknowns.left(view)), y: value(unknowns.top(view)), width: value(unknowns.width(view)),
          height: value(unknowns.height(view))))
    }
    self.broken = broken
  }

  /// A length without the rounding of the pivots that led to it, where it is within a billionth of a point of a
  /// multiple of 1/1024.
  @inline(__always)
  private static func settled(_ length: Double) -> Double {
    let near = (length * 1024).rounded() / 1024
    // Adding 0 takes the sign off a zero.
    return abs(near - length) <= 1e-9 * max(1, abs(length)) ? near + 0 : length
  }
}
