internal import Geometry

/// The lengths of one property at the four sides of a box.
struct FlexEdges {
  var top: FlexLength
  var left: FlexLength
  var bottom: FlexLength
  var right: FlexLength

  /// Whether a side is a percentage.
  var hasPercentage: Bool { top.isPercent || left.isPercent || bottom.isPercent || right.isPercent }

  /// The sides that are `auto`.
  var automaticSides: FlexSides {
    var sides: FlexSides = []
    if top.isAuto { sides.insert(.top) }
    if left.isAuto { sides.insert(.left) }
    if bottom.isAuto { sides.insert(.bottom) }
    if right.isAuto { sides.insert(.right) }
    return sides
  }

  /// The lengths in points, where `auto` is 0.
  ///
  /// - Parameter whole: the length that percentages refer to, in points.
  func points(of whole: Double) -> Insets {
    Insets(
      top: top.points(of: whole) ?? 0, left: left.points(of: whole) ?? 0,
      bottom: bottom.points(of: whole) ?? 0, right: right.points(of: whole) ?? 0)
  }

  /// Gives the lengths of the start and the end to the sides that a direction makes of them.
  @inline(__always)
  fileprivate func replaced(
    start: FlexLength?, end: FlexLength?, in direction: FlexInlineDirection
  ) -> FlexEdges {
    var edges = self
    let (left, right) = direction == .rtl ? (end, start) : (start, end)
    if let left { edges.left = left }
    if let right { edges.right = right }
    return edges
  }
}

/// Sides of a box.
struct FlexSides: OptionSet {
  let rawValue: UInt8

  static let top = FlexSides(rawValue: 1)
  static let left = FlexSides(rawValue: 2)
  static let bottom = FlexSides(rawValue: 4)
  static let right = FlexSides(rawValue: 8)
  /// The number of sides.
  var count: Int { rawValue.nonzeroBitCount }

  static let all: FlexSides = [.top, .left, .bottom, .right]
}

/// Edges in the direction of a box.
extension FlexStyle {
  @inline(__always)
  func padding(in direction: FlexInlineDirection) -> FlexEdges {
    FlexEdges(top: paddingTop, left: paddingLeft, bottom: paddingBottom, right: paddingRight)
      .replaced(start: paddingInlineStart, end: paddingInlineEnd, in: direction)
  }

  @inline(__always)
  func margins(in direction: FlexInlineDirection) -> FlexEdges {
    FlexEdges(top: marginTop, left: marginLeft, bottom: marginBottom, right: marginRight)
      .replaced(start: marginInlineStart, end: marginInlineEnd, in: direction)
  }

  @inline(__always)
  func insets(in direction: FlexInlineDirection) -> FlexEdges {
    FlexEdges(top: top, left: left, bottom: bottom, right: right)
      .replaced(start: insetInlineStart, end: insetInlineEnd, in: direction)
  }
}
