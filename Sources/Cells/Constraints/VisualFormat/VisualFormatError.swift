import Diagnostics

/// Why a text is no visual format, and the position of the error.
public struct VisualFormatError: Error, Hashable, Sendable {
  /// The kind of an error.
  public enum Reason: Hashable, Sendable {
    /// Descriptions of the valid tokens at the position, and of the one that is there.
    case expected(String, got: String)
    case unknownView(String, nearest: String?)
    case unknownMetric(String, nearest: String?)
    /// The name of neither a view nor a metric, where both are valid.
    case unknownName(String, nearest: String?)
    /// The name of a view in place of a distance or a priority.
    case viewAsNumber(String)
    case numberTooLarge
    /// A distance below 0 outside parentheses.
    case negativeDistance
    case priorityOutOfBounds
    /// An option that aligns views along the format's own axis.
    case alignment(LayoutAttribute, LayoutAttribute.Axis)
    /// Two options with different directions.
    case twoDirections
  }

  /// The kind of the error.
  public var reason: Reason
  /// The position of the error: the number of Unicode scalars before it.
  public var offset: Int

  /// A description of the error for the author of the format, without its position.
  public var detail: String {
    switch reason {
    case .expected(let expected, let got): "expected \(expected), got \(got)"
    case .unknownView(let name, let nearest): "no view is named \"\(name.shortened())\"" + hint(nearest)
    case .unknownMetric(let name, let nearest): "no metric is named \"\(name.shortened())\"" + hint(nearest)
    case .unknownName(let name, let nearest):
      "no metric and no view is named \"\(name.shortened())\"" + hint(nearest)
    case .viewAsNumber(let name):
      "\"\(name.shortened())\" is a view, and only the length of another view can be compared with a view"
    case .numberTooLarge: "the number is too large: lengths are at most \(Int(TemplateLimits.length)) points"
    case .negativeDistance: "a negative distance must be in parentheses, as in -(-8)-"
    case .priorityOutOfBounds: "a priority is above 0 and at most 1000"
    case .alignment(let attribute, let axis):
      "views in a \(axis.rawValue) format cannot be aligned by \"\(attribute.rawValue)\""
    case .twoDirections: "a format has one direction: give at most one direction option"
    }
  }
}
