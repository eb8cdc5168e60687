/// Constraints written as a picture of a line of views: Apple's Visual Format Language, all of it.
public enum VisualFormat {
  /// The constraints that a visual format stands for: distances and lengths from its beginning to its end,
  /// then alignments.
  ///
  /// - Parameter identifier: what each constraint gets as its identifier.
  /// - Throws: what is wrong with the text, and where; with an option, at its beginning.
  /// - Complexity: O(l) for a text of length l.
  public static func constraints(
    _ format: String, options: VisualFormatOptions = [], in context: VisualFormatContext,
    identifier: String? = nil
  ) throws(VisualFormatError) -> [LayoutConstraint] {
    var parser = try VisualFormatParser(format, context)
    let (axis, pieces) = try parser.parse()
    try check(options, along: axis)
    var builder = VisualFormatBuilder(
      axis: axis, options: options, context: context, identifier: identifier)
    for (index, piece) in pieces.enumerated() {
      if index > 0 { builder.connect(pieces[index - 1].item, piece.item, piece.connection) }
      for predicate in piece.predicates { builder.constrain(piece.item, predicate) }
    }
    builder.align(pieces.map(\.item).filter { $0 != .superview })
    return builder.constraints
  }

  private static func check(
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
