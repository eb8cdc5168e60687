@testable import Constraints

import Geometry

extension FuzzTarget {
  /// Makes a template from bytes, and solves cells of it. The solution for an item does not depend on the item before
  /// it.
  static let constraints = FuzzTarget("constraints", longestInput: 600) { (input) throws(Violation) in
    var decisions = Decisions(input)
    guard let template = try? decisions.template() else { return }
    let fitting = Fitting(
      Size(width: decisions.pick([320, 0, 44, 0.5, 1e7]), height: decisions.pick([0, 80, 1e-3, 1e7])),
      horizontalPriority: decisions.priority(), verticalPriority: decisions.priority())
    let items = (0..<2).map { _ in template.views.map { decisions.edited($0.metrics) } }
    guard let solver = try? CellSolver(template, fitting, workLimit: 300_000) else { return }
    try solver.checkIndependence(of: items[0], from: items[1])
  }
}

extension Decisions {
  /// A template that may be invalid.
  fileprivate mutating func template() throws(TemplateError) -> Template {
    let views = (0...below(5)).map { number in
      TemplateView(
        "v\(number)", metrics(),
        hugging: TemplateView.Priorities(horizontal: priority(), vertical: priority()),
        compressionResistance: TemplateView.Priorities(horizontal: priority(), vertical: priority()),
        heightFollowsWidth: once(in: 4))
    }
    let constraints = (0..<below(12)).map { _ in constraint(among: views.count) }
    return try Template(views: views, constraints: constraints, direction: pick(LayoutDirection.allCases))
  }

  fileprivate mutating func priority() -> Priority {
    Priority(pick([1000, 750, 250, 50, 999, 1, 500, 1e-300]))!
  }

  private mutating func metrics() -> ViewMetrics {
    ViewMetrics(
      width: pick([20, nil, 0, 150.5, 1e7]), height: pick([10, nil, 0, 33.25, 1e7]),
      firstBaseline: pick([0, 8, 1e7]),
      lastBaseline: pick([0, 3, 1e7]), aspectRatio: pick([nil, nil, 1.5, 1e-3, 1e3]))
  }

  /// Metrics of an item's content, most of the time with the same sizes as those of the template.
  fileprivate mutating func edited(_ expected: ViewMetrics) -> ViewMetrics {
    var metrics = self.metrics()
    if once(in: 8) { return metrics }
    metrics.width = expected.width.map { metrics.width ?? $0 }
    metrics.height = expected.height.map { metrics.height ?? $0 }
    metrics.aspectRatio = expected.aspectRatio.map { metrics.aspectRatio ?? $0 }
    return metrics
  }

  private mutating func constraint(among views: Int) -> LayoutConstraint {
    let attributes = LayoutAttribute.allCases
    let isPaired = !once(in: 6)
    return LayoutConstraint(
      item(among: views), pick(attributes), pick(Relation.allCases), to: isPaired ? item(among: views) : nil,
      isPaired ? pick(attributes) : nil, multiplier: pick([1, 1, 0.5, -1, 0, 1e-3, 1e3, 1.001]),
      constant: pick([0, 8, -8, 100, 0.1, 1e7, -1e7]), priority: priority())
  }

  private mutating func item(among views: Int) -> LayoutItem {
    let number = below(views + 1)
    return number == views ? .superview : .view("v\(number)")
  }
}

extension CellSolver {
  /// Throws unless an item has the same valid solution before and after another one.
  func checkIndependence(of item: [ViewMetrics], from earlier: [ViewMetrics]) throws(Violation) {
    var solver = self
    var other = self
    let first = try? solver.solve(item)
    let second = try? other.solve(earlier)
    let again = try? other.solve(item)
    for solution in [first, second] { if let solution { try solution.check() } }
    try promise(
      first?.broken == again?.broken,
      "\(first?.broken ?? []) are broken, and later \(again?.broken ?? [])")
    if let first, let again {
      try promise(first.isNear(again), "a cell is \(first), and after another one \(again)")
    }
    _ = try? solver.ambiguousViews()
  }
}

extension CellSolution {
  /// Throws for a length that is not finite, or below 0 where it is a size.
  func check() throws(Violation) {
    for frame in frames + [Rect(x: 0, y: 0, width: size.width, height: size.height)] {
      try promise(
        [frame.x, frame.y, frame.width, frame.height].allSatisfy(\.isFinite), "a view is at \(frame)")
      try promise(frame.width >= 0 && frame.height >= 0, "a view has the size \(frame.size)")
    }
  }

  /// Whether both have the same lengths, but for the rounding errors of pivots.
  fileprivate func isNear(_ other: CellSolution) -> Bool {
    let largest = frames.reduce(1) { max($0, abs($1.x), abs($1.y), $1.width, $1.height) }
    func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-6 * largest }
    return near(size.width, other.size.width) && near(size.height, other.size.height)
      && zip(frames, other.frames).allSatisfy {
        near($0.x, $1.x) && near($0.y, $1.y) && near($0.width, $1.width) && near($0.height, $1.height)
      }
  }
}
