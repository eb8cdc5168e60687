import Diagnostics

/// Why views and constraints are no template.
public enum TemplateError: Error, Hashable, Sendable {
  case tooManyViews(Int)
  case tooManyConstraints(Int)
  /// A margin of the superview that is out of bounds.
  case invalidMargins
  case view(index: Int, ViewFault)
  case constraint(index: Int, ConstraintFault)

  /// What is wrong, in words for whoever wrote the template.
  public var detail: String {
    switch self {
    case .tooManyViews(let count): "a template may have \(TemplateLimits.views) views, got \(count)"
    case .tooManyConstraints(let count):
      "a template may have \(TemplateLimits.constraints) constraints, got \(count)"
    case .invalidMargins: ViewFault.invalidMargins.detail
    case .view(_, let fault): fault.detail
    case .constraint(_, let fault): fault.detail
    }
  }
}

/// What is wrong with a view of a template.
public enum ViewFault: Hashable, Sendable {
  case duplicateName(String)
  /// A size, margin, baseline or ratio that is out of bounds.
  case invalidMetrics
  case invalidMargins

  public var detail: String {
    switch self {
    case .duplicateName(let name): "another view is named \"\(name.shortened())\" already"
    case .invalidMetrics:
      "intrinsic sizes are 0 to \(Int(TemplateLimits.length)) points, aspect ratios 0.001 to 1000"
    case .invalidMargins: "margins are at most \(Int(TemplateLimits.length)) points"
    }
  }
}

/// What is wrong with a constraint of a template. The rules, and their reasons, are `NSLayoutConstraint`'s.
public enum ConstraintFault: Error, Hashable, Sendable {
  /// A place in the constraint that names a view.
  public enum Side: String, Hashable, Sendable {
    case item
    case toItem
  }

  case unknownView(String, Side, nearest: String?)
  case constantOutOfBounds
  case multiplierOutOfBounds
  /// A location is compared with nothing, or with 0 times another.
  case lonelyLocation(LayoutAttribute)
  /// One of `toItem` and `toAttribute` is given without the other.
  case halfASecondItem
  /// The two cannot be compared with each other.
  case mismatch(LayoutAttribute, LayoutAttribute)
  /// One depends on the direction of text, and the other does not.
  case mixedDirections(LayoutAttribute, LayoutAttribute)

  public var detail: String {
    switch self {
    case .unknownView(let name, _, let nearest):
      "no view is named \"\(name.shortened())\""
        + (nearest.map { "; did you mean \"\($0.shortened())\"?" } ?? "")
    case .constantOutOfBounds: "a constant is at most \(Int(TemplateLimits.length)) points, either way"
    case .multiplierOutOfBounds: "a multiplier is 0, or 0.001 to 1000, either way"
    case .lonelyLocation(let attribute):
      "\"\(attribute.rawValue)\" is a location, and locations are specified in pairs: "
        + "it needs a \"toItem\", and a multiplier other than 0"
    case .halfASecondItem: "\"toItem\" and \"toAttribute\" go together"
    case .mismatch(let first, let second):
      "\"\(first.rawValue)\" cannot be compared with \"\(second.rawValue)\": "
        + "sizes pair with sizes, and locations with locations along the same axis"
    case .mixedDirections(let first, let second):
      "\"\(first.rawValue)\" cannot be compared with \"\(second.rawValue)\": "
        + "use leading and trailing for both or for neither"
    }
  }
}
