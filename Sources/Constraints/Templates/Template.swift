/// The design of a cell: views and the constraints between them, validated and compiled.
///
/// A template may have required constraints that contradict each other: a cell then breaks those that
/// contradict earlier ones, and reports them.
public struct Template: Sendable {
  public let views: [TemplateView]
  public let constraints: [LayoutConstraint]
  public let margins: LayoutMargins
  public let direction: LayoutDirection
  let unknowns: CellUnknowns
  /// One rule for each constraint, in the same order.
  let rules: [LayoutRule]
  /// The views whose height follows their width.
  let followers: [Int]

  /// Validates and compiles a template.
  ///
  /// - Parameter margins: the margins of the superview; 8 points on each side by default.
  /// - Throws: `TemplateError`, with the index of the invalid view or constraint.
  /// - Complexity: O(v + c) for v views and c constraints.
  public init(
    views: [TemplateView], constraints: [LayoutConstraint], margins: LayoutMargins = LayoutMargins(),
    direction: LayoutDirection = .leftToRight
  ) throws(TemplateError) {
    if views.count > TemplateLimits.views { throw .tooManyViews(views.count) }
    if constraints.count > TemplateLimits.constraints { throw .tooManyConstraints(constraints.count) }
    guard margins.isValid else { throw .invalidMargins }
    self.views = views
    self.constraints = constraints
    self.margins = margins
    self.direction = direction
    followers = views.indices.filter { views[$0].heightFollowsWidth }
    unknowns = CellUnknowns(views: views.count)
    let compiler = RuleCompiler(
      views: views, margins: margins, direction: direction, unknowns: unknowns,
      viewIndices: try Template.indices(of: views))
    var rules: [LayoutRule] = []
    for (index, constraint) in constraints.enumerated() {
      do throws(ConstraintError) {
        rules.append(try compiler.rule(for: constraint, at: index))
      } catch {
        throw .constraint(index: index, error)
      }
    }
    self.rules = rules
  }

  /// The expected metrics of an item: those of the views, with a size for each view that will be measured.
  var prototypeMetrics: [ViewMetrics] {
    views.map { view in
      var metrics = view.metrics
      if view.heightFollowsWidth {
        metrics.width = metrics.width ?? 0
        metrics.height = metrics.height ?? 0
      }
      return metrics
    }
  }

  private static func indices(of views: [TemplateView]) throws(TemplateError) -> [String: Int] {
    var indices: [String: Int] = [:]
    for (index, view) in views.enumerated() {
      guard view.metrics.isValid else { throw .view(index: index, .invalidMetrics) }
      guard view.margins.isValid else { throw .view(index: index, .invalidMargins) }
      guard indices.updateValue(index, forKey: view.name) == nil else {
        throw .view(index: index, .duplicateName(view.name))
      }
    }
    return indices
  }
}

/// The limits of a template, with which compiling one takes a fraction of a second at most.
public enum TemplateLimits {
  /// The largest number of views.
  public static let views = 100
  /// The largest number of constraints, including those of Visual Format strings.
  public static let constraints = 500
  /// The largest constant, intrinsic size and margin, in points.
  public static let length = 1e7
  /// The range of multipliers, ignoring their sign, and of aspect ratios.
  public static let factors = 1e-3...1e3
  /// How often the views whose height follows their width are measured for one cell, at most.
  public static let passes = 4
}
