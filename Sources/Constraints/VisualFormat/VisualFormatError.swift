import Diagnostics

/// Why a text is no visual format, and where.
public struct VisualFormatError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// What could stand here, and what does, in words.
    case expected(String, got: String)
    case unknownView(String, nearest: String?)
    case unknownMetric(String, nearest: String?)
    /// A name that is neither, where both may stand.
    case unknownName(String, nearest: String?)
    /// A view's name where a distance or a priority belongs.
    case viewAsNumber(String)
    case numberTooLarge
    /// A distance below 0 outside parentheses.
    case negativeDistance
    case priorityOutOfBounds
    /// An option that aligns views along the axis on which the format lines them up.
    case alignment(LayoutAttribute, LayoutAttribute.Axis)
    case twoDirections
  }

  public var reason: Reason
  /// How many characters of the text stand before the place.
  public var offset: Int

  /// What is wrong, in words for whoever wrote the format; the place is left to the reader of `offset`.
  public var detail: String {
    switch reason {
    case .expected(let expected, let got): "expected \(expected), got \(got)"
    case .unknownView(let name, let nearest): "no view is named \"\(name.shortened())\"" + hint(nearest)
    case .unknownMetric(let name, let nearest): "no metric is named \"\(name.shortened())\"" + hint(nearest)
    case .unknownName(let name, let nearest):
      "no metric and no view is named \"\(name.shortened())\"" + hint(nearest)
    case .viewAsNumber(let name):
      "\"\(name.shortened())\" is a view, and only a view's own length can be compared with one"
    case .numberTooLarge: "the number is too large; lengths are at most \(Int(TemplateLimits.length)) points"
    case .negativeDistance: "a distance below 0 stands in parentheses, like -(-8)-"
    case .priorityOutOfBounds: "a priority is above 0 and at most 1000"
    case .alignment(let attribute, let axis):
      "views in a \(axis.rawValue) format cannot be aligned by \"\(attribute.rawValue)\""
    case .twoDirections: "a format runs in one direction; give one of the direction options"
    }
  }

  private func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean \"\($0.shortened())\"?" } ?? ""
  }
}
