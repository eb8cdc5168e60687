import Geometry

/// The size of a cell and the frames of its views.
public struct CellSolution: Hashable, Sendable {
  /// In points, unrounded.
  public var size: Size
  /// One frame for each view of the template, in the cell's coordinates, unrounded.
  public var frames: [Rect]
  /// The required constraints that do not hold because they contradict earlier ones.
  public var broken: [ConstraintSource]

  /// Makes the solution from the values of the unknowns.
  ///
  /// - Parameter unknown: returns the value of an unknown, by its index.
  @inline(__always)
  init(_ template: Template, broken: [ConstraintSource], unknown: (Int) -> Double) {
    let unknowns = template.unknowns
    func value(_ index: Int) -> Double {
      let settled = CellSolution.settled(unknown(index))
      // A size is below 0 at most by the solver's tolerance.
      return unknowns.isNonnegative(index) ? max(0, settled) : settled
    }
    size = Size(width: value(unknowns.superviewWidth), height: value(unknowns.superviewHeight))
    var frames: [Rect] = []
    frames.reserveCapacity(unknowns.views)
    for view in 0..<unknowns.views {
      if template.isCollapsed[view] {
        // A point at the corner of the view around it, which has a frame by now.
        let origin = template.views[view].parent.map { frames[$0].origin } ?? .zero
        frames.append(Rect(origin: origin, size: .zero))
        continue
      }
      frames.append(
        Rect(
          x: value(unknowns.left(view)), y: value(unknowns.top(view)), width: value(unknowns.width(view)),
          height: value(unknowns.height(view))))
    }
    self.frames = frames
    self.broken = broken
  }

  /// Returns a length without the rounding errors of the pivots: the nearest multiple of 1/1024 if that is
  /// within a billionth of a point, or else the length itself.
  @inline(__always)
  private static func settled(_ length: Double) -> Double {
    // Adding and subtracting 1.5 · 2^52 rounds to the nearest integer.
    let near = (length * 1024 + 0x1.8p52 - 0x1.8p52) / 1024
    // Adding 0 turns -0 into 0.
    return abs(near - length) <= 1e-9 * max(1, abs(length)) ? near + 0 : length
  }

  /// Whether all lengths are within the limits of templates; the constants of all views may have added up.
  var isValid: Bool {
    let limit = TemplateLimits.length * Double(TemplateLimits.views)
    return frames.allSatisfy {
      abs($0.x) <= limit && abs($0.y) <= limit && $0.width <= limit && $0.height <= limit
    } && size.width <= limit && size.height <= limit
  }
}

/// The origin of a constraint that a cell breaks.
public enum ConstraintSource: Hashable, Sendable {
  /// The fitting size. It is added first, so it never breaks.
  case fitting
  /// The template's constraint at that index, and its identifier.
  case constraint(Int, identifier: String?)
  /// The arrangement of a stack; nil for the cell itself.
  case arrangement(view: Int?)
  /// The proportion of an arranged view to its content.
  case proportion(view: Int)
  /// The aspect ratio of a view.
  case aspectRatio(view: Int)
  /// Content hugging: the view is no larger than its content.
  case hugging(view: Int, LayoutAttribute.Axis)
  /// Compression resistance: the view is no smaller than its content.
  case compressionResistance(view: Int, LayoutAttribute.Axis)
}
