import Cancellation

/// The placers of a layout's elements, for one collection and one container.
struct CustomPlacers: Sendable {
  var cells: CustomPlacer
  /// One for each kind of the layout's views.
  var views: [CustomPlacer]

  init(_ layout: CustomLayout, knowing known: [ExpressionVariable: Double], on grid: PixelGrid) {
    cells = CustomPlacer(layout, nil, knowing: known, on: grid)
    views = layout.views.map { CustomPlacer(layout, $0, knowing: known, on: grid) }
  }
}

/// The supplementary views or the decorations of one kind in a section.
struct CustomViews: Sendable {
  /// The index of the kind's placer.
  let rule: Int
  /// The descriptions of supplementary views.
  private let descriptions: [Supplementary]
  private let index: BoundsIndex

  /// - Throws: the first failure of any formula for any of the elements, or where they are too many.
  /// - Complexity: O(v) for v elements.
  init(
    _ section: Section, at number: Int, rule: Int, _ placer: inout CustomPlacer,
    _ tally: inout CustomViewTally
  ) throws(LayoutError) {
    self.rule = rule
    placer.enter(section: number, of: section.items.count)
    let isDecoration = placer.kind.category == .decoration
    let descriptions = isDecoration ? [] : section.descriptions(of: placer.kind)
    self.descriptions = descriptions
    let count = isDecoration ? try placer.count() ?? 1 : descriptions.count
    try tally.add(
      views: count,
      steps: Double(count) * Double(placer.formulas.cost) + Double(placer.formulas.countCost))
    var pace = Pace()
    let cost = 8 + placer.formulas.cost
    index = try BoundsIndex(count: count) { (view) throws(LayoutError) in
      if pace.isOver(after: cost) { throw .cancelled }
      placer.move(to: view, isDecoration ? nil : descriptions[view])
      let frame = try placer.frame()
      _ = try placer.appearance()
      return frame
    }
  }

  var count: Int { index.count }

  var totals: CustomTotals { CustomTotals(bounds: index.totals, views: count) }

  /// Adds the elements that may meet the ranges.
  ///
  /// - Parameter items: the number of the section's items.
  func add(
    along: ClosedRange<Double>, across: ClosedRange<Double>, of items: Int, _ placer: inout CustomPlacer,
    to collector: inout ElementCollector
  ) {
    placer.enter(section: collector.section, of: items)
    let kind = collector.code(of: placer.kind)
    index.forEachItem(along: along, across: across) { view in
      if !collector.isStopped { add(view, kind, &placer, to: &collector) }
    }
  }

  /// Adds one element, if it exists.
  ///
  /// - Parameter items: the number of the section's items.
  func add(_ number: Int, of items: Int, _ placer: inout CustomPlacer, to collector: inout ElementCollector) {
    guard number >= 0, number < count else { return }
    placer.enter(section: collector.section, of: items)
    add(number, collector.code(of: placer.kind), &placer, to: &collector)
  }

  private func add(
    _ number: Int, _ kind: UInt16, _ placer: inout CustomPlacer, to collector: inout ElementCollector
  ) {
    placer.move(to: number, descriptions.isEmpty ? nil : descriptions[number])
    // What failed would have failed before: then there was no solution to ask.
    guard let frame = try? placer.frame() else { return }
    var appearance = try? placer.appearance()
    if collector.isMirrored { appearance = appearance?.mirrored }
    collector.add(
      kind: kind, item: number, frame, isEstimated: placer.frameIsEstimated, appearance: appearance)
  }
}

extension Section {
  /// The descriptions of the supplementary views of a kind. A header and a footer are the section's own.
  fileprivate func descriptions(of kind: ElementKind) -> [Supplementary] {
    switch kind {
    case .header: header.map { [$0] } ?? []
    case .footer: footer.map { [$0] } ?? []
    default: supplementaries[kind.name] ?? []
    }
  }
}

/// The elements of sections and the box around their frames, as a tree adds them up.
struct CustomTotals: Summary {
  var bounds = BoundsTotals.zero
  /// The number of elements that are no items.
  var views = 0
  /// The cost of evaluating the formulas of these and of their numbers, in simple operations.
  var steps = 0.0

  static let zero = CustomTotals()

  static func + (a: CustomTotals, b: CustomTotals) -> CustomTotals {
    CustomTotals(bounds: a.bounds + b.bounds, views: a.views + b.views, steps: a.steps + b.steps)
  }
}
