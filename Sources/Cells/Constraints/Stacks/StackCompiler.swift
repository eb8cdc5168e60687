/// Writes the arrangements of a template's stacks as rules over the unknowns of a cell.
///
/// The rules are those that Apple's documentation of `UIStackView` states. They are required, except where the
/// documentation says that something gives way: those have a priority below hugging.
struct StackCompiler {
  private let views: [TemplateView]
  private let tree: ViewTree
  private let margins: LayoutMargins
  private let arrangement: StackArrangement?
  private let direction: LayoutDirection
  private(set) var unknowns: CellUnknowns
  private(set) var rules: [LayoutRule] = []
  private(set) var proportions: [StackProportion] = []

  init(
    _ views: [TemplateView], _ tree: ViewTree, margins: LayoutMargins, arrangement: StackArrangement?,
    direction: LayoutDirection
  ) {
    self.views = views
    self.tree = tree
    self.margins = margins
    self.arrangement = arrangement
    self.direction = direction
    unknowns = CellUnknowns(views: views.count)
  }

  /// Writes the rules of all stacks, the outer ones first.
  ///
  /// - Complexity: O(v) for v views.
  mutating func compile() {
    if let arrangement { arrange(tree.arrangedByCell, in: nil, arrangement, margins) }
    for (index, view) in views.enumerated() where !tree.isCollapsed[index] {
      if let arrangement = view.arrangement {
        arrange(tree.arranged[index], in: index, arrangement, view.margins)
      }
    }
  }

  private mutating func arrange(
    _ arranged: [Int], in stack: Int?, _ arrangement: StackArrangement, _ margins: LayoutMargins
  ) {
    let margins =
      arrangement.isLayoutMarginsRelative
      ? margins.resolved(direction) : LayoutMargins(top: 0, left: 0, bottom: 0, right: 0)
    let along = StackAxis(arrangement.axis, direction, margins)
    let across = StackAxis(arrangement.axis.other, direction, margins)
    guard let first = arranged.first, let last = arranged.last else {
      for axis in [along, across] { fit(axis.size, of: stack, to: axis.before + axis.after, .equal) }
      return
    }
    pin(first, last, in: stack, along, arrangement)
    distribute(arranged, in: stack, along, arrangement)
    align(arranged, in: stack, across, arrangement.alignment)
  }

  /// Holds the first and the last view at the ends of the stack.
  private mutating func pin(
    _ first: Int, _ last: Int, in stack: Int?, _ axis: StackAxis, _ arrangement: StackArrangement
  ) {
    let isTextual = arrangement.isBaselineRelative && axis.isVertical
    let top = isTextual && isText(first, tree.firstBaseline)
    let bottom = isTextual && isText(last, tree.lastBaseline)
    relate(
      first, top ? .firstBaseline : axis.start, .equal, stack, axis.start,
      axis.sign * (axis.before + (top ? arrangement.spacing : 0)), of: stack)
    relate(
      stack, axis.end, .equal, last, bottom ? .lastBaseline : axis.end,
      axis.sign * (axis.after + (bottom ? arrangement.spacing : 0)), of: stack)
  }

  private func isText(_ view: Int, _ baselines: [Int]) -> Bool { views[baselines[view]].isText }

  /// Writes the sizes of arranged views along the axis, and the distances between them.
  private mutating func distribute(
    _ arranged: [Int], in stack: Int?, _ axis: StackAxis, _ arrangement: StackArrangement
  ) {
    let neighbours = Array(zip(arranged, arranged.dropFirst()))
    let isTextual = arrangement.isBaselineRelative && axis.isVertical
    let gaps = neighbours.map { view, next in
      axis.gap(
        view, isTextual && isText(view, tree.lastBaseline) ? .lastBaseline : axis.end, next,
        isTextual && isText(next, tree.firstBaseline) ? .firstBaseline : axis.start)
    }
    for (index, (view, next)) in neighbours.enumerated() {
      let gap = gaps[index]
      let spacing = views[view].customSpacingAfter ?? arrangement.spacing
      switch arrangement.distribution {
      case .fill, .fillEqually, .fillProportionally:
        add(gap, .equal, spacing, of: stack)
      case .equalSpacing:
        add(gap, .greaterThanOrEqual, spacing, of: stack)
        if index == 0 {
          add(gap, .lessThanOrEqual, spacing, .stackFit, of: stack)
        } else {
          add(gap + gaps[0].negated, .equal, 0, of: stack)
        }
      case .equalCentering:
        add(gap, .greaterThanOrEqual, spacing, of: stack)
        add(gap, .lessThanOrEqual, spacing, .stackFit, of: stack)
        if index > 0 {
          let before = neighbours[index - 1]
          let distance = axis.gap(view, axis.center, next, axis.center)
          let other = axis.gap(before.0, axis.center, before.1, axis.center).negated
          add(distance + other, .equal, 0, .equalCentering, of: stack)
        }
      }
    }
    switch arrangement.distribution {
    case .fillEqually:
      for view in arranged.dropFirst() {
        relate(view, axis.size, .equal, arranged[0], axis.size, 0, of: stack)
      }
    case .fillProportionally: makeProportional(arranged, axis)
    default: break
    }
  }

  /// Makes sizes along the axis multiples of those of the content, all by one factor.
  private mutating func makeProportional(_ arranged: [Int], _ axis: StackAxis) {
    let factor = unknowns.addExtra(isNonnegative: true)
    for view in arranged where views[view].arrangement == nil {
      let deviation = unknowns.addExtra(isNonnegative: false)
      proportions.append(
        StackProportion(view: view, isVertical: axis.isVertical, factor: factor, deviation: deviation))
      rules.append(
        LayoutRule(
          terms: [LayoutRule.Term(index: deviation, coefficient: 1)], relation: .equal,
          priority: .proportion, source: .proportion(view: view)))
    }
  }

  /// Writes the positions of arranged views across the axis.
  private mutating func align(
    _ arranged: [Int], in stack: Int?, _ axis: StackAxis, _ alignment: StackArrangement.Alignment
  ) {
    let (before, after) = (axis.sign * axis.before, axis.sign * axis.after)
    let within: Relation = axis.sign > 0 ? .greaterThanOrEqual : .lessThanOrEqual
    for view in arranged {
      let isAtStart = alignment == .fill || alignment == .leading
      let isAtEnd = alignment == .fill || alignment == .trailing
      relate(view, axis.start, isAtStart ? .equal : within, stack, axis.start, before, of: stack)
      relate(stack, axis.end, isAtEnd ? .equal : within, view, axis.end, after, of: stack)
      switch alignment {
      case .center: relate(view, axis.center, .equal, stack, axis.center, (before - after) / 2, of: stack)
      case .firstBaseline:
        relate(view, .firstBaseline, .equal, arranged[0], .firstBaseline, 0, of: stack)
        relate(view, axis.start, .lessThanOrEqual, stack, axis.start, before, .stackFit, of: stack)
      case .lastBaseline:
        relate(view, .lastBaseline, .equal, arranged[0], .lastBaseline, 0, of: stack)
        relate(stack, axis.end, .lessThanOrEqual, view, axis.end, after, .stackFit, of: stack)
      case .fill, .leading, .trailing: break
      }
    }
    if alignment != .fill { fit(axis.size, of: stack, to: axis.before + axis.after) }
  }

  /// Makes a stack no larger than it must be. Its views require at least the length; without views it has that length.
  private mutating func fit(
    _ size: LayoutAttribute, of stack: Int?, to length: Double, _ relation: Relation = .lessThanOrEqual
  ) {
    add(StackSum([(stack, size, 1)]), relation, length, .stackFit, of: stack)
  }

  /// Writes `first = second + constant`, or another relation.
  private mutating func relate(
    _ first: Int?, _ attribute: LayoutAttribute, _ relation: Relation, _ second: Int?,
    _ other: LayoutAttribute, _ constant: Double, _ priority: Priority = .required, of stack: Int?
  ) {
    if first == second, attribute == other { return }
    add(StackSum([(first, attribute, 1), (second, other, -1)]), relation, constant, priority, of: stack)
  }

  private mutating func add(
    _ sum: StackSum, _ relation: Relation, _ constant: Double, _ priority: Priority = .required,
    of stack: Int?
  ) {
    var rule = LayoutRule(relation: relation, priority: priority, source: .arrangement(view: stack))
    for (view, attribute, factor) in sum.terms {
      var side = LayoutRule(relation: .equal, priority: .required, source: rule.source)
      AttributeTerms(unknowns: unknowns, view: view, margins: margins, tree: tree).add(attribute, to: &side)
      rule.terms += side.terms.map { LayoutRule.Term(index: $0.index, coefficient: $0.coefficient * factor) }
      rule.parameters += side.parameters.map {
        LayoutRule.Term(index: $0.index, coefficient: $0.coefficient * factor)
      }
    }
    rule.constant = -constant
    rule.merge()
    rules.append(rule)
  }
}

/// An arranged view whose size along the axis is a multiple of the size of its content.
struct StackProportion: Sendable {
  let view: Int
  let isVertical: Bool
  /// The unknown that the sizes of the stack's content are multiplied by.
  let factor: Int
  /// The unknown difference between the size of the view and the multiple.
  let deviation: Int
}

/// A sum of attributes of views; nil is the cell itself.
private struct StackSum {
  var terms: [(view: Int?, attribute: LayoutAttribute, factor: Double)]

  init(_ terms: [(Int?, LayoutAttribute, Double)]) { self.terms = terms.map { ($0.0, $0.1, $0.2) } }

  static func + (a: StackSum, b: StackSum) -> StackSum {
    StackSum((a.terms + b.terms).map { ($0.view, $0.attribute, $0.factor) })
  }

  var negated: StackSum { StackSum(terms.map { ($0.view, $0.attribute, -$0.factor) }) }
}

/// The attributes along one axis of a stack, in the direction in which it arranges views.
private struct StackAxis {
  let isVertical: Bool
  let start: LayoutAttribute
  let end: LayoutAttribute
  let size: LayoutAttribute
  let center: LayoutAttribute
  /// -1 if coordinates fall in the direction of the axis: from right to left.
  let sign: Double
  /// The margins of the stack before its first view and after its last one, in points.
  let before: Double
  let after: Double

  init(_ axis: LayoutAttribute.Axis, _ direction: LayoutDirection, _ margins: LayoutMargins) {
    isVertical = axis == .vertical
    if isVertical {
      (start, end, size, center, sign) = (.top, .bottom, .height, .centerY, 1)
      (before, after) = (margins.top, margins.bottom)
    } else if direction == .rightToLeft {
      (start, end, size, center, sign) = (.right, .left, .width, .centerX, -1)
      (before, after) = (margins.right, margins.left)
    } else {
      (start, end, size, center, sign) = (.left, .right, .width, .centerX, 1)
      (before, after) = (margins.left, margins.right)
    }
  }

  /// The distance from an edge of a view to one of another view, in the direction of the axis.
  func gap(
    _ view: Int, _ edge: LayoutAttribute, _ next: Int, _ nextEdge: LayoutAttribute
  ) -> StackSum {
    StackSum([(next, nextEdge, sign), (view, edge, -sign)])
  }
}

extension LayoutAttribute.Axis {
  var other: LayoutAttribute.Axis { self == .horizontal ? .vertical : .horizontal }
}
