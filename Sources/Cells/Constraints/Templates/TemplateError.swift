import Diagnostics

/// Why views and constraints do not form a template.
public enum TemplateError: Error, Hashable, Sendable {
  case tooManyViews(Int)
  case tooManyConstraints(Int)
  /// A margin of the superview is out of bounds.
  case invalidMargins
  case view(index: Int, ViewError)
  case constraint(index: Int, ConstraintError)

  /// A description of the error for the author of the template.
  public var detail: String {
    switch self {
    case .tooManyViews(let count):
      "a template may have at most \(TemplateLimits.views) views, got \(count)"
    case .tooManyConstraints(let count):
      "a template may have at most \(TemplateLimits.constraints) constraints, got \(count)"
    case .invalidMargins: ViewError.invalidMargins.detail
    case .view(_, let error): error.detail
    case .constraint(_, let error): error.detail
    }
  }
}

/// Why a view of a template is invalid.
public enum ViewError: Error, Hashable, Sendable {
  case duplicateName(String)
  /// A size, baseline or ratio is out of bounds.
  case invalidMetrics
  case invalidMargins
  /// A spacing of a stack is out of bounds.
  case invalidSpacing
  /// A vertical stack aligns its views at their baselines.
  case baselinesOfVerticalStack
  /// The enclosing view does not precede the view.
  case invalidParent

  /// A description of the error for the author of the template.
  public var detail: String {
    switch self {
    case .duplicateName(let name): "another view already has the name \"\(name.shortened())\""
    case .invalidMetrics:
      "intrinsic sizes are 0 to \(Int(TemplateLimits.length)) points, aspect ratios 0.001 to 1000"
    case .invalidSpacing: "spacings are at most \(Int(TemplateLimits.length)) points"
    case .baselinesOfVerticalStack: "only horizontal stacks align their views at baselines"
    case .invalidParent: "the enclosing view must precede the view"
    case .invalidMargins: "margins are at most \(Int(TemplateLimits.length)) points"
    }
  }
}

/// Why a constraint of a template is invalid. The rules and their reasons are those of `NSLayoutConstraint`.
public enum ConstraintError: Error, Hashable, Sendable {
  /// A member of the constraint that names a view.
  public enum Side: String, Hashable, Sendable {
    case item
    case toItem
  }

  case unknownView(String, Side, nearest: String?)
  case constantOutOfBounds
  case multiplierOutOfBounds
  /// A location is compared with a constant alone, or with 0 times another location.
  case unpairedLocation(LayoutAttribute)
  /// One of `toItem` and `toAttribute` is given without the other.
  case incompleteSecondItem
  /// The two attributes cannot be compared with each other.
  case mismatch(LayoutAttribute, LayoutAttribute)
  /// One of the attributes depends on the direction of text, and the other does not.
  case mixedDirections(LayoutAttribute, LayoutAttribute)

  /// A description of the error for the author of the template.
  public var detail: String {
    switch self {
    case .unknownView(let name, _, let nearest):
      "no view is named \"\(name.shortened())\"" + hint(nearest)
    case .constantOutOfBounds:
      "a constant is \(-Int(TemplateLimits.length)) to \(Int(TemplateLimits.length)) points"
    case .multiplierOutOfBounds: "a multiplier is 0, 0.001 to 1000, or -1000 to -0.001"
    case .unpairedLocation(let attribute):
      "\"\(attribute.rawValue)\" is a location, and locations are specified in pairs: "
        + "it needs a \"toItem\" and a multiplier other than 0"
    case .incompleteSecondItem: "\"toItem\" and \"toAttribute\" must be given together"
    case .mismatch(let first, let second):
      "\"\(first.rawValue)\" cannot be compared with \"\(second.rawValue)\": "
        + "sizes pair with sizes, and locations with locations along the same axis"
    case .mixedDirections(let first, let second):
      "\"\(first.rawValue)\" cannot be compared with \"\(second.rawValue)\": "
        + "use leading and trailing for both or for neither"
    }
  }
}

/// Returns the end of a message that suggests a name; empty if there is none.
func hint(_ nearest: String?) -> String {
  nearest.map { "; did you mean \"\($0.shortened())\"?" } ?? ""
}
