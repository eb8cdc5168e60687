/// Views and the constraints between them, checked and compiled: the design of a cell.
///
/// Constraints that are required and contradict each other do not make it invalid: a cell breaks those that
/// do not go with the ones given before them, and says so.
public struct Template: Sendable {
  public let views: [TemplateView]
  public let constraints: [LayoutConstraint]
  public let margins: LayoutMargins
  public let direction: LayoutDirection
  let unknowns: CellUnknowns
  /// One for each constraint, in the same order.
  let rules: [LayoutRule]
  /// The views whose height follows their width.
  let followers: [Int]

  /// Compiles a template.
  ///
  /// - Parameter margins: the superview's.
  /// - Throws: what is wrong with a view or a constraint, and which one it is.
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
      places: try Template.places(of: views))
    var rules: [LayoutRule] = []
    for (index, constraint) in constraints.enumerated() {
      do throws(ConstraintFault) {
        rules.append(try compiler.rule(for: constraint, at: index))
      } catch {
        throw .constraint(index: index, error)
      }
    }
    self.rules = rules
  }

  /// The views that no constraint names. Their content says how large they are, and they stand in the corner.
  ///
  /// - Complexity: O(v + c) for v views and c constraints.
  public var unconstrainedViews: [Int] {
    let named = Set(constraints.flatMap { [$0.item, $0.toItem] })
    return views.indices.filter { !named.contains(.view(views[$0].name)) }
  }

  /// What an item is expected to have: the views' own metrics, and a size where one will be measured.
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

  private static func places(of views: [TemplateView]) throws(TemplateError) -> [String: Int] {
    var places: [String: Int] = [:]
    for (index, view) in views.enumerated() {
      guard view.metrics.isValid else { throw .view(index: index, .invalidMetrics) }
      guard view.margins.isValid else { throw .view(index: index, .invalidMargins) }
      guard places.updateValue(index, forKey: view.name) == nil else {
        throw .view(index: index, .duplicateName(view.name))
      }
    }
    return places
  }
}
