/// The design of a cell: views and the constraints between them, validated and compiled.
///
/// A template may have required constraints that contradict each other: a cell then breaks those that
/// contradict earlier ones, and reports them.
public struct Template: Sendable {
  /// The views, each after the view that encloses it.
  public let views: [TemplateView]
  /// The constraints between the views, in the order in which later ones give way to earlier ones.
  public let constraints: [LayoutConstraint]
  /// The margins of the cell.
  public let margins: LayoutMargins
  /// The direction of text, which decides where leading edges are.
  public let direction: LayoutDirection
  /// How the cell itself arranges its arranged views; nil if it arranges none.
  public let arrangement: StackArrangement?
  /// The indices of the views by their names.
  public let names: ViewNames
  let unknowns: CellUnknowns
  /// The rules of the stacks, then one for each constraint, in the same order. Constraints on views that take no room have
  /// none.
  let rules: [LayoutRule]
  /// The views whose height follows their width.
  let followers: [Int]
  /// The arranged views of proportional stacks.
  let proportions: [StackProportion]
  /// Whether each view is arranged by a stack, or within such a view.
  let isInStack: [Bool]
  /// Whether each view takes no room: hidden in a stack, or within such a view.
  let isCollapsed: [Bool]

  /// Validates and compiles a template.
  ///
  /// - Parameters:
  ///   - margins: the margins of the superview; 8 points on each side by default.
  ///   - arrangement: how the cell itself arranges its arranged views.
  /// - Throws: `TemplateError`, with the index of the invalid view or constraint.
  /// - Complexity: O(v + c) for v views and c constraints.
  public init(
    views: [TemplateView], constraints: [LayoutConstraint], margins: LayoutMargins = LayoutMargins(),
    arrangement: StackArrangement? = nil, direction: LayoutDirection = .leftToRight
  ) throws(TemplateError) {
    if views.count > TemplateLimits.views { throw .tooManyViews(views.count) }
    if constraints.count > TemplateLimits.constraints { throw .tooManyConstraints(constraints.count) }
    guard margins.isValid else { throw .invalidMargins }
    self.views = views
    self.constraints = constraints
    self.margins = margins
    self.direction = direction
    self.arrangement = arrangement
    try Template.validate(views)
    names = try ViewNames(views)
    let tree = ViewTree(views)
    isCollapsed = tree.isCollapsed
    isInStack = tree.isInStack
    followers = views.indices.filter { views[$0].heightFollowsWidth && !tree.isCollapsed[$0] }
    var stacks = StackCompiler(views, tree, margins: margins, arrangement: arrangement, direction: direction)
    stacks.compile()
    unknowns = stacks.unknowns
    proportions = stacks.proportions
    let compiler = RuleCompiler(
      views: views, tree: tree, margins: margins, direction: direction, unknowns: unknowns, names: names)
    var rules = stacks.rules
    for (index, constraint) in constraints.enumerated() {
      do throws(ConstraintError) {
        if let rule = try compiler.rule(for: constraint, at: index) { rules.append(rule) }
      } catch {
        throw .constraint(index: index, error)
      }
    }
    self.rules = rules
  }

  /// Returns the template for content that has the same sizes and ratios, and hides the same views, as `metrics`.
  ///
  /// - Complexity: O(v) for v views if this template has that shape, otherwise that of compiling one.
  public func expecting(_ metrics: [ViewMetrics]) -> Template {
    var views = views
    var isOther = false
    for (index, given) in metrics.enumerated() {
      let own = prototypeMetrics(of: index)
      if own.hasShape(of: given) { continue }
      views[index].metrics = ViewMetrics(
        width: given.width.map { _ in own.width ?? 0 }, height: given.height.map { _ in own.height ?? 0 },
        aspectRatio: given.aspectRatio.map { _ in own.aspectRatio ?? 1 }, isHidden: given.isHidden)
      isOther = true
    }
    guard isOther,
      // Constraints that are valid for some content are valid for all.
      let other = try? Template(
        views: views, constraints: constraints, margins: margins, arrangement: arrangement,
        direction: direction)
    else { return self }
    return other
  }

  /// The expected metrics of an item: those of the views, with a size for each view that will be measured.
  var prototypeMetrics: [ViewMetrics] {
    var metrics = views.indices.map(prototypeMetrics)
    // Equal sizes in a stack would leave open which view decides its size, and every item would have to find that.
    for view in views.indices where isInStack[view] {
      metrics[view].distinguish(view, isText: views[view].isText)
    }
    // All different from 0, so that the factor of the stack is part of the solution.
    for proportion in proportions { metrics[proportion.view].proportion = 100 }
    return metrics
  }

  private func prototypeMetrics(of view: Int) -> ViewMetrics {
    var metrics = views[view].metrics
    if views[view].heightFollowsWidth {
      metrics.width = metrics.width ?? 0
      metrics.height = metrics.height ?? 0
    }
    return metrics
  }

  private static func validate(_ views: [TemplateView]) throws(TemplateError) {
    for (index, view) in views.enumerated() {
      guard view.metrics.isValid else { throw .view(index: index, .invalidMetrics) }
      guard view.margins.isValid else { throw .view(index: index, .invalidMargins) }
      let spacings = [view.customSpacingAfter ?? 0, view.arrangement?.spacing ?? 0]
      guard spacings.allSatisfy({ abs($0) <= TemplateLimits.length }) else {
        throw .view(index: index, .invalidSpacing)
      }
      if let arrangement = view.arrangement, arrangement.alignment.isBaseline, arrangement.axis == .vertical {
        throw .view(index: index, .baselinesOfVerticalStack)
      }
    }
  }
}

extension ViewMetrics {
  /// Makes expected sizes different from those of other views; texts have those of a short one.
  fileprivate mutating func distinguish(_ view: Int, isText: Bool) {
    let difference = Double(view) / 16
    if isText {
      if width == 0 { width = 60 }
      if height == 0 { (height, firstBaseline, lastBaseline) = (20, 16, 4) }
    }
    width = width.map { $0 + difference }
    height = height.map { $0 + difference }
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
  /// The range of distances that may be negative, such as spacings, in points.
  public static let offsets = -1e7...1e7
  /// The range of lengths, in points.
  public static let lengths = 0...1e7
  /// The range of multipliers, ignoring their sign, and of aspect ratios.
  public static let factors = 1e-3...1e3
  /// How often the views whose height follows their width are measured for one cell, at most.
  public static let passes = 4
}
