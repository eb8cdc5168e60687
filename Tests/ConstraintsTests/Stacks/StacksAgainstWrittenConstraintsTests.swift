import Geometry
import TestSupport
import Testing

@testable import Constraints

/// Nested stacks against the constraints that someone without stacks would write, in a template without levels.
@Suite struct StacksAgainstWrittenConstraintsTests {
  static let seeds = TestEffort.part(of: (0..<12).map { UInt64($0) * 7919 + 3 })

  @Test(arguments: seeds)
  func `stacks are the constraints that one would write instead`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var compared = 0
    for round in 0..<20 {
      let design = StackDesign(&random)
      let fitting = random.pick([Fitting.width(300), .height(120), .compressed, .width(90)])
      let direction = random.pick(LayoutDirection.allCases)
      let stacks = try stacked(
        design.arrangement, design.views, margins: design.margins, direction: direction)
      var solver = try CellSolver(stacks, fitting)
      let written = try Template(
        views: design.flatViews, constraints: design.written, margins: design.margins, direction: direction)
      // The cell's own content changes, so that the compiled form is edited, too.
      for item in 0..<3 {
        let metrics = design.metrics(&random, original: item == 0)
        let solution = try solver.solve(metrics)
        let system = try CellSystem(
          design.needsProportions ? design.proportional(written, metrics) : written, fitting,
          metrics.map(\.shown) + metrics.map { _ in ViewMetrics() })
        let place = "seed \(seed), round \(round), item \(item): \(design)"
        #expect(solution.broken.isEmpty == system.broken.isEmpty, "\(place)")
        guard system.broken.isEmpty else { continue }
        let expected = CellSolution(written, broken: []) { system.solver.tableau.value(of: $0) }
        var face = OptimalFace(of: system.solver.tableau, workLimit: 3_000_000)
        for view in design.views.indices where !stacks.isCollapsed[view] {
          let pairs = zip(values(solution.frames[view]), values(expected.frames[view]))
          for (offset, pair) in pairs.enumerated() where !face.leavesOpen(4 * view + offset) {
            compared += 1
            #expect(abs(pair.0 - pair.1) < 1e-5, "\(place), view \(view), \(offset): \(pair)")
          }
        }
      }
    }
    #expect(compared > 500)
  }

  private func values(_ frame: Rect) -> [Double] { [frame.x, frame.y, frame.width, frame.height] }
}

/// A random cell of stacks, and the constraints of the same cell without stacks.
private struct StackDesign: CustomStringConvertible {
  var arrangement: StackArrangement
  var margins: LayoutMargins
  var views: [TemplateView] = []

  private static func arrangement(_ random: inout SeededGenerator) -> StackArrangement {
    var arrangement = StackArrangement(
      axis: random.pick(LayoutAttribute.Axis.allCases),
      distribution: random.pick(StackArrangement.Distribution.allCases),
      alignment: random.pick(StackArrangement.Alignment.allCases),
      spacing: Double(random.pick([0, 4, 10, -3])))
    if arrangement.axis == .vertical, arrangement.alignment.isBaseline { arrangement.alignment = .center }
    arrangement.isBaselineRelative = random.chance(1, in: 4)
    arrangement.isLayoutMarginsRelative = random.chance(1, in: 3)
    return arrangement
  }

  init(_ random: inout SeededGenerator) {
    arrangement = Self.arrangement(&random)
    margins = LayoutMargins(top: 3, leading: 5, bottom: 7, trailing: 11)
    for index in 0..<random.integer(1...9) {
      let stacks = views.indices.filter { views[$0].arrangement != nil }
      let parent = stacks.isEmpty || random.chance(1, in: 3) ? nil : random.pick(stacks)
      var view = TemplateView("v\(index)", Self.metrics(&random))
      // All different: constraints cannot write which of two equal views gives way.
      let order = Double(random.integer(0...40) * 10 + index)
      view.hugging = TemplateView.Priorities(
        horizontal: priority(200 + order / 10), vertical: priority(260 - order / 10))
      view.compressionResistance = TemplateView.Priorities(
        horizontal: priority(700 + order / 10), vertical: priority(760 - order / 10))
      view.parent = parent
      view.isArranged = true
      if random.chance(1, in: 3) {
        view.arrangement = Self.arrangement(&random)
        view.metrics = ViewMetrics()
      }
      if random.chance(1, in: 5) { view.customSpacingAfter = 17 }
      if random.chance(1, in: 6) { view.metrics.isHidden = true }
      view.margins = LayoutMargins(top: 1, leading: 2, bottom: 3, trailing: 4)
      views.append(view.showingText)
    }
  }

  private static func metrics(_ random: inout SeededGenerator) -> ViewMetrics {
    let isText = random.chance(2, in: 3)
    return ViewMetrics(
      width: Double(random.integer(5...80)), height: Double(random.integer(20...50)),
      firstBaseline: isText ? Double(random.integer(10...18)) : 0,
      lastBaseline: isText ? Double(random.integer(3...9)) : 0)
  }

  /// Content of the same shape.
  func metrics(_ random: inout SeededGenerator, original: Bool) -> [ViewMetrics] {
    views.map { view in
      guard view.arrangement == nil, !original else { return view.metrics }
      var metrics = Self.metrics(&random)
      metrics.isHidden = view.metrics.isHidden
      if !view.isText { (metrics.firstBaseline, metrics.lastBaseline) = (0, 0) }
      return metrics
    }
  }

  /// The same views side by side, and a spacer for each.
  var flatViews: [TemplateView] {
    let flat = views.map { view in
      TemplateView(
        view.name, view.metrics.shown, hugging: view.hugging,
        compressionResistance: view.compressionResistance,
        margins: view.margins)
    }
    return flat + views.map { TemplateView(Self.spacer(before: $0)) }
  }

  private static func spacer(before view: TemplateView) -> String { "before " + view.name }

  private func isCollapsed(_ view: TemplateView) -> Bool {
    view.metrics.isHidden || (view.parent.map { isCollapsed(views[$0]) } ?? false)
  }

  private func children(of parent: Int?) -> [Int] {
    views.indices.filter { views[$0].parent == parent && !isCollapsed(views[$0]) }
  }

  var needsProportions: Bool {
    arrangement.distribution == .fillProportionally
      || views.contains { $0.arrangement?.distribution == .fillProportionally }
  }

  /// All constraints but those of proportions, which depend on the content.
  var written: [LayoutConstraint] {
    var all = constraints(of: nil, arrangement)
    for (index, view) in views.enumerated() where !isCollapsed(view) {
      if let arrangement = view.arrangement { all += constraints(of: index, arrangement) }
    }
    return all
  }

  /// The template with the proportions of some content: each size is to the first one as their contents are.
  func proportional(_ template: Template, _ metrics: [ViewMetrics]) throws -> Template {
    var all = template.constraints
    for (parent, stack) in [(nil, arrangement)] + views.indices.map({ (Optional($0), views[$0].arrangement) })
    {
      guard let stack, stack.distribution == .fillProportionally else { continue }
      if let parent, isCollapsed(views[parent]) { continue }
      let leaves = children(of: parent).filter { views[$0].arrangement == nil }
      let size = stack.axis == .horizontal ? LayoutAttribute.width : .height
      func content(_ view: Int) -> Double {
        (stack.axis == .horizontal ? metrics[view].width : metrics[view].height) ?? 0
      }
      for leaf in leaves.dropFirst() {
        all.append(
          LayoutConstraint(
            .view(views[leaf].name), size, to: .view(views[leaves[0]].name), size,
            multiplier: content(leaf) / content(leaves[0]), priority: priority(999)))
      }
    }
    return try Template(
      views: template.views, constraints: all, margins: template.margins, direction: template.direction)
  }

  private func constraints(of stack: Int?, _ arrangement: StackArrangement) -> [LayoutConstraint] {
    let item = stack.map { LayoutItem.view(views[$0].name) } ?? .superview
    let children = children(of: stack)
    let isRow = arrangement.axis == .horizontal
    let margins = arrangement.isLayoutMarginsRelative
    var all: [LayoutConstraint] = []
    func name(_ view: Int) -> LayoutItem { .view(views[view].name) }
    let inset = stack.map { _ in (before: [2.0, 1], after: [4.0, 3]) } ?? (before: [5, 3], after: [11, 7])
    func fit(_ attribute: LayoutAttribute, _ axis: Int) {
      let constant = margins ? inset.before[axis] + inset.after[axis] : 0
      all.append(LayoutConstraint(item, attribute, constant: constant, priority: priority(49)))
    }
    guard let first = children.first, let last = children.last else {
      fit(.width, 0)
      fit(.height, 1)
      return all
    }
    let (start, end): (LayoutAttribute, LayoutAttribute) = isRow ? (.leading, .trailing) : (.top, .bottom)
    let (startMargin, endMargin): (LayoutAttribute, LayoutAttribute) =
      isRow ? (.leadingMargin, .trailingMargin) : (.topMargin, .bottomMargin)
    func baseline(_ view: Int, last: Bool) -> Bool {
      guard let stack = views[view].arrangement else { return views[view].isText }
      let inner = self.children(of: view)
      guard let child = main(inner, stack, last: last) else { return false }
      return baseline(child, last: last)
    }
    /// The descendant whose baseline a view has.
    func baselineView(_ view: Int, last: Bool) -> Int {
      guard let stack = views[view].arrangement, let child = main(self.children(of: view), stack, last: last)
      else { return view }
      return baselineView(child, last: last)
    }
    let between = arrangement.isBaselineRelative && !isRow
    // The ends.
    let byFirst = between && baseline(first, last: false)
    let byLast = between && baseline(last, last: true)
    all.append(
      LayoutConstraint(
        name(byFirst ? baselineView(first, last: false) : first), byFirst ? .firstBaseline : start, to: item,
        margins ? startMargin : start, constant: byFirst ? arrangement.spacing : 0))
    all.append(
      LayoutConstraint(
        name(byLast ? baselineView(last, last: true) : last), byLast ? .lastBaseline : end, to: item,
        margins ? endMargin : end, constant: byLast ? -arrangement.spacing : 0))
    // The sizes and gaps. Equal gaps, and equal distances of centres, are the sizes of further views. A gap may be negative,
    // so that these reach into their neighbours.
    let reach = 1000.0
    let size = isRow ? LayoutAttribute.width : .height
    let middle = isRow ? LayoutAttribute.centerX : .centerY
    for (view, next) in zip(children, children.dropFirst()) {
      let spacing = views[view].customSpacingAfter ?? arrangement.spacing
      let (a, b) = (between && baseline(view, last: true), between && baseline(next, last: false))
      let isRigid = [.fill, .fillEqually, .fillProportionally].contains(arrangement.distribution)
      func gap(_ relation: Relation, _ level: Double) {
        all.append(
          LayoutConstraint(
            name(b ? baselineView(next, last: false) : next), b ? .firstBaseline : start, relation,
            to: name(a ? baselineView(view, last: true) : view), a ? .lastBaseline : end, constant: spacing,
            priority: priority(level)))
      }
      gap(isRigid ? .equal : .greaterThanOrEqual, 1000)
      if isRigid { continue }
      gap(.equal, 49)
      let spacer = LayoutItem.view(Self.spacer(before: views[next]))
      if arrangement.distribution == .equalSpacing {
        all.append(
          LayoutConstraint(
            spacer, start, to: name(a ? baselineView(view, last: true) : view), a ? .lastBaseline : end,
            constant: -reach))
        all.append(
          LayoutConstraint(
            spacer, end, to: name(b ? baselineView(next, last: false) : next), b ? .firstBaseline : start,
            constant: reach))
      } else {
        all.append(LayoutConstraint(spacer, start, to: name(view), middle, constant: -reach))
        all.append(LayoutConstraint(spacer, end, to: name(next), middle, constant: reach))
      }
      if view != first {
        all.append(
          LayoutConstraint(
            spacer, size, to: .view(Self.spacer(before: views[view])), size,
            priority: priority(arrangement.distribution == .equalSpacing ? 1000 : 149)))
      }
    }
    if arrangement.distribution == .fillEqually {
      for child in children.dropFirst() {
        all.append(LayoutConstraint(name(child), size, to: name(first), size))
      }
    }
    // Across.
    let (near, far): (LayoutAttribute, LayoutAttribute) = isRow ? (.top, .bottom) : (.leading, .trailing)
    let (nearMargin, farMargin): (LayoutAttribute, LayoutAttribute) =
      isRow ? (.topMargin, .bottomMargin) : (.leadingMargin, .trailingMargin)
    let centers: [LayoutAttribute] =
      isRow ? [.centerY, .centerYWithinMargins] : [.centerX, .centerXWithinMargins]
    for child in children {
      // Coordinates of leading edges grow with the text.
      let alignment = arrangement.alignment
      all.append(
        LayoutConstraint(
          name(child), near, alignment == .fill || alignment == .leading ? .equal : .greaterThanOrEqual,
          to: item, margins ? nearMargin : near))
      all.append(
        LayoutConstraint(
          name(child), far, alignment == .fill || alignment == .trailing ? .equal : .lessThanOrEqual,
          to: item,
          margins ? farMargin : far))
      switch alignment {
      case .center:
        all.append(LayoutConstraint(name(child), centers[0], to: item, centers[margins ? 1 : 0]))
      case .firstBaseline, .lastBaseline:
        let isLast = alignment == .lastBaseline
        if child != first {
          all.append(
            LayoutConstraint(
              name(baselineView(child, last: isLast)), isLast ? .lastBaseline : .firstBaseline,
              to: name(baselineView(first, last: isLast)), isLast ? .lastBaseline : .firstBaseline))
        }
        all.append(
          LayoutConstraint(
            name(child), isLast ? far : near, to: item,
            isLast ? (margins ? farMargin : far) : (margins ? nearMargin : near), priority: priority(49)))
      default: break
      }
    }
    if arrangement.alignment != .fill { fit(isRow ? .height : .width, isRow ? 1 : 0) }
    return all
  }

  /// The arranged view whose baseline a stack has.
  private func main(_ children: [Int], _ stack: StackArrangement, last: Bool) -> Int? {
    if stack.axis == .vertical { return last ? children.last : children.first }
    return children.first { hasText($0) } ?? children.first
  }

  private func hasText(_ view: Int) -> Bool {
    views[view].arrangement == nil ? views[view].isText : children(of: view).contains { hasText($0) }
  }

  var description: String {
    func describe(_ parent: Int?, _ stack: StackArrangement) -> String {
      "\(stack.axis.rawValue) \(stack.distribution.rawValue) \(stack.alignment.rawValue) \(stack.spacing)"
        + (stack.isBaselineRelative ? " baselines" : "") + (stack.isLayoutMarginsRelative ? " margins" : "")
        + "("
        + children(of: parent).map { child in
          views[child].arrangement.map { describe(child, $0) }
            ?? "\(views[child].name) \(views[child].metrics.width ?? -1)×\(views[child].metrics.height ?? -1)"
        }.joined(separator: ", ") + ")"
    }
    return describe(nil, arrangement)
  }
}

extension ViewMetrics {
  /// The metrics of a view that is not hidden.
  fileprivate var shown: ViewMetrics {
    var metrics = self
    metrics.isHidden = false
    return metrics
  }
}
