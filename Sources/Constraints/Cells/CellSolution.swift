import Geometry

/// Where a cell's views are, and how large that makes the cell.
public struct CellSolution: Hashable, Sendable {
  public var size: Size
  /// One for each view of the template.
  public var frames: [Rect]
  /// The required constraints that do not hold, because those before them left no room.
  public var broken: [ConstraintSource]

  /// Reads a solution.
  ///
  /// - Parameter unknown: the value of an unknown, by its index.
  @inline(__always)
  init(_ unknowns: CellUnknowns, broken: [ConstraintSource], unknown: (Int) -> Double) {
    func value(_ index: Int) -> Double {
      let settled = CellSolution.settled(unknown(index))
      // Below 0, a size is so by what the solver tolerates.
      return unknowns.isSize(index) ? max(0, settled) : settled
    }
    size = Size(width: value(unknowns.superviewWidth), height: value(unknowns.superviewHeight))
    frames = []
    frames.reserveCapacity(unknowns.views)
    for view in 0..<unknowns.views {
      frames.append(
        Rect(
          x: value(unknowns.left(view)), y: value(unknowns.top(view)), width: value(unknowns.width(view)),
          height: value(unknowns.height(view))))
    }
    self.broken = broken
  }

  /// A length without the rounding of the pivots that led to it, where it is within a billionth of a point of
  /// a multiple of 1/1024.
  @inline(__always)
  private static func settled(_ length: Double) -> Double {
    // Adding so large a number leaves no bits for a fraction.
    let near = (length * 1024 + 0x1.8p52 - 0x1.8p52) / 1024
    // Adding 0 takes the sign off a zero.
    return abs(near - length) <= 1e-9 * max(1, abs(length)) ? near + 0 : length
  }

  /// Whether all lengths are such as templates may have; constants of all views may have added up.
  var isValid: Bool {
    let limit = TemplateLimits.length * Double(TemplateLimits.views)
    return frames.allSatisfy {
      abs($0.x) <= limit && abs($0.y) <= limit && $0.width <= limit && $0.height <= limit
    } && size.width <= limit && size.height <= limit
  }
}
