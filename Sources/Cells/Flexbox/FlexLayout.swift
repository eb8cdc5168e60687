public import Geometry

/// The positions and sizes of the boxes of a tree.
public struct FlexLayout: Hashable, Sendable {
  /// The border boxes by node, in points and unrounded, relative to the top left corner of the root's border box; y grows
  /// downward. Nodes with `display: none` and collapsed ones, and their descendants, have zero rects.
  public let frames: [Rect]
  /// The space between the frame of each box and its contents, in points: its border and its padding.
  public let contentInsets: [Insets]
  /// The widths of the border of each box, in points.
  public let borderWidths: [Insets]
  /// The distance of the root's first baseline below its top, in points; nil for a root without contents.
  public let firstBaseline: Double?
  /// The distance of the root's last baseline below its top, in points.
  public let lastBaseline: Double?
  /// The nodes whose `height`, `minHeight` or `maxHeight` is a percentage of a height that is not known: it has no effect, as
  /// in CSS. In ascending order.
  public let unknownPercentages: [Int]
  /// How much work the layout was, for tests and limits.
  public let work: FlexWork
}

/// Counts of the work of a layout.
public struct FlexWork: Hashable, Sendable {
  /// How many boxes were laid out, each time counted.
  public internal(set) var layouts = 0
  /// How many times the minimum and maximum width of the contents of a box were computed.
  public internal(set) var contentWidths = 0
  /// How many times the closure measured contents.
  public internal(set) var measurements = 0
}

/// The narrowest and the widest useful width of a tree, in points.
public struct FlexContentWidths: Hashable, Sendable {
  /// The smallest width without contents that exceed it needlessly: `min-content`.
  public let minimum: Double
  /// The width at which nothing wraps: `max-content`.
  public let maximum: Double
}

extension FlexLayout {
  /// Returns the layout of a tree, as Chromium lays out the same boxes (CSS Flexible Box Layout Level 1).
  ///
  /// - Parameters:
  ///   - width: the width of the root's border box, in points; nil for the root's own `width`, or the width of its
  ///     contents. If it is given, the root's `width`, `minWidth` and `maxWidth` have no effect; the padding is the least.
  ///   - height: the height of the root's border box, in the same way.
  ///   - direction: the direction of a root that sets none.
  ///   - measure: returns the size of the contents of a `measured` node at a width. It is called at most once for each
  ///     node and width.
  /// - Throws: the first error of `measure`.
  /// - Complexity: O(n) for n boxes: a box is laid out once for each distinct size that its parent offers, two or three
  ///   times in common trees and at most 16 times. O(n²) for a line of n items that reach their limits one after another.
  @inlinable
  public static func solve<Failure: Error>(
    _ tree: FlexTree, width: Double? = nil, height: Double? = nil, direction: FlexInlineDirection = .ltr,
    measure: (_ node: Int, _ width: FlexSpace) throws(Failure) -> FlexMeasurement
  ) throws(Failure) -> FlexLayout {
    try untilFailure(of: measure) { measure in
      solution(of: tree, width: width, height: height, direction, measure)
    }
  }

  /// Returns the minimum and maximum width of the root's border box, with its own `width`, `minWidth` and `maxWidth`.
  ///
  /// - Throws: the first error of `measure`.
  /// - Complexity: as `solve`.
  @inlinable
  public static func contentWidths<Failure: Error>(
    of tree: FlexTree, direction: FlexInlineDirection = .ltr,
    measure: (_ node: Int, _ width: FlexSpace) throws(Failure) -> FlexMeasurement
  ) throws(Failure) -> FlexContentWidths {
    try untilFailure(of: measure) { measure in solvedContentWidths(of: tree, direction, measure) }
  }

  /// Calls `body` with measurements that do not fail: after an error of `measure`, all contents are empty, and the error is
  /// thrown at the end.
  @inlinable
  static func untilFailure<Failure: Error, Result>(
    of measure: (_ node: Int, _ width: FlexSpace) throws(Failure) -> FlexMeasurement,
    _ body: @escaping ((_ node: Int, _ width: FlexSpace) -> FlexMeasurement) -> Result
  ) throws(Failure) -> Result {
    var failure: Failure?
    let result = body { node, width in
      guard failure == nil else { return FlexMeasurement(size: .zero) }
      do throws(Failure) {
        return try measure(node, width)
      } catch {
        failure = error
        return FlexMeasurement(size: .zero)
      }
    }
    if let failure { throw failure }
    return result
  }

  // Not generic, so that callers compile the functions above for their own type of errors.

  @usableFromInline
  static func solution(
    of tree: FlexTree, width: Double?, height: Double?, _ direction: FlexInlineDirection,
    _ measure: (Int, FlexSpace) -> FlexMeasurement
  ) -> FlexLayout {
    FlexSolver.run(tree, direction, measure) { $0.solve(width: width, height: height) }
  }

  @usableFromInline
  static func solvedContentWidths(
    of tree: FlexTree, _ direction: FlexInlineDirection, _ measure: (Int, FlexSpace) -> FlexMeasurement
  ) -> FlexContentWidths {
    FlexSolver.run(tree, direction, measure) { $0.rootWidths() }
  }
}
