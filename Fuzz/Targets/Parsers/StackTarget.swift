@testable import Constraints

import Geometry

extension FuzzTarget {
  /// Makes nested views and stacks from bytes, and solves cells of them with other content and other views hidden. The
  /// solution for an item does not depend on the item before it.
  static let stacks = FuzzTarget("stacks", longestInput: 400) { (input) throws(Violation) in
    var decisions = Decisions(input)
    guard let template = try? decisions.nestedTemplate() else { return }
    let fitting = Fitting(
      Size(width: decisions.pick([320, 0, 44, 1e7]), height: decisions.pick([0, 80, 1e7])),
      horizontalPriority: decisions.pick([.required, .fittingSizeLevel]))
    let items = (0..<2).map { _ in template.views.map { decisions.content(of: $0) } }
    guard let solver = try? CellSolver(template, fitting, workLimit: 300_000) else { return }
    try solver.checkIndependence(of: items[0], from: items[1])
  }
}

extension Decisions {
  /// A template of nested views, which may be invalid.
  fileprivate mutating func nestedTemplate() throws(TemplateError) -> Template {
    var views: [TemplateView] = []
    for number in 0...below(8) {
      let parent = below(number + 1)
      let isText = once(in: 3)
      var view = TemplateView(
        pick(["v\(number)", "v", "0"]),
        ViewMetrics(
          width: pick([20, nil, 0, 150.5]), height: pick([10, nil, 0, 33.25]), firstBaseline: isText ? 8 : 0,
          aspectRatio: once(in: 9) ? 1.5 : nil, isHidden: once(in: 5)),
        margins: LayoutMargins(top: 1, leading: 2, bottom: 3, trailing: pick([4, -4])),
        parent: parent == number ? nil : parent, arrangement: once(in: 2) ? arrangement() : nil,
        isArranged: !once(in: 4))
      view.isText = isText
      if once(in: 5) { view.customSpacingAfter = pick([9, -9, 1e7]) }
      views.append(view)
    }
    var constraints: [LayoutConstraint] = []
    for _ in 0..<below(5) {
      var constraint = LayoutConstraint(
        pick([.superview, .view("v1"), .view("v0.v1"), .view("v")]), pick(LayoutAttribute.allCases),
        to: pick([.superview, .view("v2"), .view("0")]), pick(LayoutAttribute.allCases),
        multiplier: pick([1, 1, 0.5]), constant: pick([0, 8, -100]))
      constraint.container = once(in: 2) ? below(views.count) : nil
      constraints.append(constraint)
    }
    return try Template(
      views: views, constraints: constraints, arrangement: once(in: 2) ? arrangement() : nil,
      direction: pick(LayoutDirection.allCases))
  }

  private mutating func arrangement() -> StackArrangement {
    StackArrangement(
      axis: pick(LayoutAttribute.Axis.allCases), distribution: pick(StackArrangement.Distribution.allCases),
      alignment: pick(StackArrangement.Alignment.allCases), spacing: pick([0, 8, -8, 1e7]),
      isBaselineRelative: once(in: 4), isLayoutMarginsRelative: once(in: 3))
  }

  /// Content of a view, most of the time with the same sizes as the template, and hidden or not.
  fileprivate mutating func content(of view: TemplateView) -> ViewMetrics {
    var metrics = view.metrics
    metrics.width = metrics.width.map { _ in pick([20, 0, 44.5, 1000]) }
    metrics.height = metrics.height.map { _ in pick([20, 0, 31.5]) }
    if once(in: 8) { metrics.width = nil }
    if once(in: 6) { metrics.isHidden.toggle() }
    return metrics
  }
}
