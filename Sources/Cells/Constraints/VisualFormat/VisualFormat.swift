/// Apple's Visual Format Language: constraints written as a picture of a line of views.
public enum VisualFormat {
  /// Returns the constraints of a visual format: distances and lengths in the order of the text, then
  /// alignments.
  ///
  /// - Parameter identifier: the identifier of each constraint.
  /// - Throws: `VisualFormatError`, with the position of the error in the text; position 0 for an option.
  /// - Complexity: O(l) for a text of length l.
  public static func constraints(
    _ format: String, options: VisualFormatOptions = [], in context: VisualFormatContext,
    identifier: String? = nil
  ) throws(VisualFormatError) -> [LayoutConstraint] {
    var parser = try VisualFormatParser(format, context)
    let (axis, pieces) = try parser.parse()
    try validate(options, along: axis)
    var builder = VisualFormatBuilder(
      axis: axis, options: options, context: context, identifier: identifier)
    for (index, piece) in pieces.enumerated() {
      if index > 0 { builder.connect(pieces[index - 1].item, piece.item, piece.connection) }
      for predicate in piece.predicates { builder.constrain(piece.item, predicate) }
    }
    builder.align(pieces.map { $0.item }.filter { $0 != .superview })
    return builder.constraints
  }

  private static func validate(
    _ options: VisualFormatOptions, along axis: LayoutAttribute.Axis
  ) throws(VisualFormatError) {
    for attribute in options.alignedAttributes where attribute.axis == axis {
      throw VisualFormatError(reason: .alignment(attribute, axis), offset: 0)
    }
    if options.isSuperset(of: [.directionLeftToRight, .directionRightToLeft]) {
      throw VisualFormatError(reason: .twoDirections, offset: 0)
    }
  }
}

/// The views and metrics that a visual format may name, and the distances of a bare `-`.
public struct VisualFormatContext: Sendable {
  /// The distance of a bare `-` between a view and the superview.
  public enum SuperviewSpacing: Hashable, Sendable {
    /// A fixed number of points.
    case points(Double)
    /// The superview's margin on that side.
    case margins
  }

  /// The names of the views. Suggestions for misspelt names prefer earlier ones.
  public let views: [String]
  /// The values of the metrics by name: points, or a priority after `@`.
  public let metrics: [String: Double]
  /// The distance of a bare `-` between two views, in points; 8 by default.
  public var siblingSpacing = 8.0
  /// 20 points by default.
  public var superviewSpacing = SuperviewSpacing.points(20)
  let viewNames: Set<String>

  /// Creates a context of the names of views, and of metrics in points by their names.
  public init(views: [String], metrics: [String: Double] = [:]) {
    self.views = views
    self.metrics = metrics
    viewNames = Set(views)
  }

  var metricNames: [String] { metrics.keys.sorted() }
}
