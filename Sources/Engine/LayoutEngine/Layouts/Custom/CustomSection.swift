import Cancellation

/// A section's elements, and indexes that spare queries from computing all of them again.
struct CustomSection: Sendable {
  let items: ItemSequence
  private let index: BoundsIndex
  /// Its other elements, in the order of the layout's kinds, without kinds of which it has none.
  private let views: [CustomViews]
  /// The cost of evaluating the formulas of the kinds of these, also of kinds of which it has none.
  private let steps: Double

  /// - Throws: the first failure of any formula for any of the elements, or where its views are too many for the layout.
  /// - Complexity: O(n) for n items and views.
  init(
    _ section: Section, at number: Int, _ placers: inout CustomPlacers, _ tally: inout CustomViewTally
  ) throws(LayoutError) {
    items = section.items
    placers.cells.enter(section: number, of: items.count)
    var walk = CustomItemWalk(items, placers.cells.formulas)
    index = try BoundsIndex(count: items.count) { (item) throws(LayoutError) in
      try walk.frame(item, &placers.cells)
    }
    let stepsBefore = tally.steps
    var views: [CustomViews] = []
    for rule in placers.views.indices {
      let found = try CustomViews(section, at: number, rule: rule, &placers.views[rule], &tally)
      if found.count > 0 { views.append(found) }
    }
    self.views = views
    steps = tally.steps - stepsBefore
  }

  private init(_ items: ItemSequence, _ index: BoundsIndex, of old: CustomSection) {
    self.items = items
    self.index = index
    views = old.views
    steps = old.steps
  }

  /// The section after a change of its items.
  ///
  /// - Parameter tally: counts its views if they are worked out again.
  /// - Throws: the first failure of any formula for any of the changed items, or where there are too many views.
  /// - Complexity: O(k log n) for k of n items that have got new descriptions; O(n) if items are inserted, deleted or
  ///   moved.
  func following(
    _ section: Section, at number: Int, _ edits: ItemEdits, _ placers: inout CustomPlacers,
    _ tally: inout CustomViewTally
  ) throws(LayoutError) -> CustomSection {
    guard edits.splices.allSatisfy({ $0.items.count == $0.newCount }) else {
      return try CustomSection(section, at: number, &placers, &tally)
    }
    placers.cells.enter(section: number, of: section.items.count)
    var walk = CustomItemWalk(section.items, placers.cells.formulas)
    var index = index
    for splice in edits.splices {
      index = try index.replacing(splice.items) { (item) throws(LayoutError) in
        try walk.frame(item, &placers.cells)
      }
    }
    return CustomSection(section.items, index, of: self)
  }

  /// Adds the elements that may meet the ranges, in order; the collector drops those that do not.
  ///
  /// - Complexity: O(b log n) for n elements where b boxes are met.
  func addElements(
    along: ClosedRange<Double>, across: ClosedRange<Double>, _ placers: inout CustomPlacers,
    to collector: inout ElementCollector
  ) {
    for views in views where placers.views[views.rule].kind == .header {
      views.add(along: along, across: across, of: items.count, &placers.views[views.rule], to: &collector)
    }
    addCells(along: along, across: across, &placers.cells, to: &collector)
    for views in views where placers.views[views.rule].kind != .header {
      views.add(along: along, across: across, of: items.count, &placers.views[views.rule], to: &collector)
    }
  }

  private func addCells(
    along: ClosedRange<Double>, across: ClosedRange<Double>, _ placer: inout CustomPlacer,
    to collector: inout ElementCollector
  ) {
    guard var cursor = ItemCursor(items, at: 0) else { return }
    placer.enter(section: collector.section, of: items.count)
    index.forEachItem(along: along, across: across) { item in
      if collector.isStopped { return }
      cursor.move(to: item)
      Self.addCell(item, at: item - cursor.first, in: cursor.chunk, &placer, to: &collector)
    }
  }

  /// Adds one element.
  ///
  /// - Complexity: O(log n + k) for n items and k kinds of views.
  func addElement(
    _ kind: ElementKind, _ number: Int, _ placers: inout CustomPlacers, to collector: inout ElementCollector
  ) {
    guard kind == .cell else {
      for views in views where placers.views[views.rule].kind == kind {
        views.add(number, of: items.count, &placers.views[views.rule], to: &collector)
      }
      return
    }
    guard let (chunk, place) = items.find(number) else { return }
    placers.cells.enter(section: collector.section, of: items.count)
    Self.addCell(number, at: place, in: chunk, &placers.cells, to: &collector)
  }

  private static func addCell(
    _ item: Int, at place: Int, in chunk: ItemChunk, _ placer: inout CustomPlacer,
    to collector: inout ElementCollector
  ) {
    placer.move(to: item, at: place, in: chunk)
    // What failed would have failed before: then there was no solution to ask.
    guard let frame = try? placer.frame() else { return }
    if placer.formulas.appearance == nil, chunk.appearances.isEmpty {
      return collector.addCell(item, frame, isEstimated: placer.frameIsEstimated, appearance: nil)
    }
    var appearance = try? placer.appearance()
    if collector.isMirrored { appearance = appearance?.mirrored }
    if let own = chunk.appearances[place] { appearance = own.overriding(appearance ?? .plain) }
    collector.addCell(item, frame, isEstimated: placer.frameIsEstimated, appearance: appearance)
  }
}

extension CustomSection: Summarized {
  var totals: CustomTotals {
    views.reduce(CustomTotals(bounds: index.totals, steps: steps)) { $0 + $1.totals }
  }
}

/// Asks for the frames of items in order, and evaluates all other formulas on the way, which may have no result.
private struct CustomItemWalk {
  private var cursor: ItemCursor?
  private var pace = Pace()
  private let steps: Int
  private let drawsPlainly: Bool

  init(_ items: ItemSequence, _ formulas: CustomFormulas) {
    cursor = ItemCursor(items, at: 0)
    steps = 8 + formulas.cost
    drawsPlainly = formulas.appearance == nil
  }

  mutating func frame(_ item: Int, _ placer: inout CustomPlacer) throws(LayoutError) -> AxialRect {
    if pace.isOver(after: steps) { throw .cancelled }
    cursor!.move(to: item)
    placer.move(to: item, at: item - cursor!.first, in: cursor!.chunk)
    let frame = try placer.frame()
    if !drawsPlainly { _ = try placer.appearance() }
    return frame
  }
}
