/// A layout that places the items of each section by a formula, in the section's own stretch.
///
/// A kind is a formula, its parameters, which conform to `FormulaMetrics`, and a name for the layout with them.
public struct FormulaLayout<Metrics: Hashable & Sendable>: Hashable, Sendable {
  @Parameter public var scrollDirection: ScrollAxis
  public var metrics: Metrics

  /// Creates a layout of a kind.
  ///
  /// - Parameter axis: the direction in which the kind scrolls by default.
  init(_ metrics: Metrics, scrolling axis: ScrollAxis) {
    _scrollDirection = Parameter(wrappedValue: axis)
    self.metrics = metrics
  }
}

extension FormulaLayout: CollectionLayout where Metrics: FormulaMetrics {
  static var cost: LayoutCost { Metrics.cost }

  var itemsPushOthers: Bool { false }

  static func fields<Visitor: ParameterVisitor>(_ layout: inout Self, _ visitor: inout Visitor) {
    visitor.field("scrollDirection", .choice(of: ScrollAxis.self), &layout.$scrollDirection)
    visitor.metrics(&layout.metrics)
  }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems { .none }

  func prepare(_ sections: SectionList, in container: Container) -> StackedLayout<Metrics.Body> {
    metrics.prepare(sections, along: scrollDirection, in: container)
  }

  func prepare(
    _ updated: SectionList.Updated, from old: StackedLayout<Metrics.Body>, in container: Container
  ) -> StackedLayout<Metrics.Body> {
    metrics.prepare(updated, from: old, along: scrollDirection, in: container)
  }
}

/// The parameters of a kind that places items by a formula: all that the kind is.
protocol FormulaMetrics: LayoutMetrics {
  associatedtype Formula: ItemFormula
  typealias Body = FormulaSection<Formula>

  /// The rough memory and work of sections and items of the kind.
  static var cost: LayoutCost { get }

  /// The size of items that give none.
  var commonSize: Size { get }
  var sectionInset: Insets { get }

  /// The spacing of items that take as much space as they are long, in points; nil where positions are evenly apart.
  var spacingOfPlaces: Double? { get }

  /// The formula of one section.
  func formula(in room: FormulaRoom) -> Formula

  /// Lays the sections out for the container; formulas have a result for every item.
  ///
  /// No kind brings its own. As requirements these are compiled for each kind; the layout, which is generic, would look
  /// up what `Formula` is for each section.
  func prepare(
    _ sections: SectionList, along axis: ScrollAxis, in container: Container
  ) -> StackedLayout<Body>

  /// Lays out the sections that a batch changed.
  func prepare(
    _ updated: SectionList.Updated, from old: StackedLayout<Body>, along axis: ScrollAxis,
    in container: Container
  ) -> StackedLayout<Body>
}

extension FormulaMetrics {
  var spacingOfPlaces: Double? { nil }

  /// - Complexity: O(s + n) for s sections and n items that differ; sections of items alike cost O(1) each.
  func prepare(
    _ sections: SectionList, along axis: ScrollAxis, in container: Container
  ) -> StackedLayout<Body> {
    let filled = Self.filledSections(sections)
    let solved = sections.solved { index, section in
      solve(
        section, along: axis, in: container, isFirst: index <= filled.lowerBound,
        isLast: index >= filled.upperBound)
    }
    return StackedLayout(container: container, axis: axis, sections: solved, of: sections)
  }

  /// - Complexity: O(k log s) for s sections of which k change, and O(n) for the n items of those and of the
  ///   sections that come to stand at either end, or cease to.
  func prepare(
    _ updated: SectionList.Updated, from old: StackedLayout<Body>, along axis: ScrollAxis,
    in container: Container
  ) -> StackedLayout<Body> {
    let sections = updated.sections
    let filled = Self.filledSections(sections)
    func solve(_ section: Section, _ index: Int) -> StackedSection<Body> {
      self.solve(
        section, along: axis, in: container, isFirst: index <= filled.lowerBound,
        isLast: index >= filled.upperBound)
    }
    var solved = updated.follow(old.sections) {
      solve($0, $1)
    } changing: { section, _, _, index in
      solve(section, index)
    }
    // Sections without items take no room: only those at the ends ask whether they stand there.
    let before = Self.filledSections(old.source)
    var outermost: Set = [filled.lowerBound, filled.upperBound]
    for end in [before.lowerBound, before.upperBound] where end < old.source.count {
      if let index = updated.map.newSection(of: end) { outermost.insert(index) }
    }
    for index in outermost where index < sections.count {
      solved = solved.replacing(index..<index + 1, with: [solve(sections[index], index)])
    }
    return StackedLayout(container: container, axis: axis, sections: solved, of: sections)
  }

  /// From the first to the last section with items; `Int.max` for both if there is none.
  ///
  /// - Complexity: O(log s) for s sections.
  private static func filledSections(_ sections: SectionList) -> ClosedRange<Int> {
    guard sections.itemCount > 0 else { return .max ... .max }
    let tree = sections.tree
    let first = tree.leaf(beyond: 0, by: { Double($0.items) })!
    let last = tree.leaf(beyond: Double(sections.itemCount - 1), by: { Double($0.items) })!
    return first.index...last.index
  }

  private func solve(
    _ section: Section, along axis: ScrollAxis, in container: Container, isFirst: Bool, isLast: Bool
  ) -> StackedSection<Body> {
    let metrics = overridden(by: section.metrics, in: container)
    let insets = axis.axialInsets(metrics.sectionInset)
    let sizes = FormulaSizes(axis: axis, grid: container.grid, itemSize: metrics.commonSize)
    let viewLength = container.length(along: axis)
    let room = FormulaRoom(
      axis: axis, grid: container.grid, count: section.items.count, viewLength: viewLength,
      stretch: AxialSize(
        length: max(0, viewLength - insets.before - insets.after),
        breadth: max(0, container.breadth(across: axis) - insets.leading - insets.trailing)),
      insets: insets, common: sizes.common, largest: sizes.largest(of: section.items),
      places: metrics.spacingOfPlaces.map { ItemPlaces(section.items, sizes, spacing: $0) }, isFirst: isFirst,
      isLast: isLast)
    return StackedSection(
      header: Self.strip(section.header, along: axis, container.grid), insets: insets,
      body: FormulaSection(
        items: FormulaItems(sequence: section.items, sizes: sizes, largest: room.largest),
        formula: metrics.formula(in: room)),
      footer: Self.strip(section.footer, along: axis, container.grid))
  }

  private static func strip(_ view: Supplementary?, along axis: ScrollAxis, _ grid: PixelGrid) -> Strip {
    Strip.resolve(view, axis: axis, grid: grid, fallback: .none, pins: false)
  }
}
