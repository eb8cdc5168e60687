/// A layout that places the items of each section by a formula, in the section's own stretch.
protocol FormulaLayout: CollectionLayout
where Solved == StackedLayout<FormulaSection<Formula>>, Metrics: FormulaMetrics {
  associatedtype Formula: ItemFormula

  /// Lays the sections out for the container; formulas have a result for every item.
  func prepare(_ sections: SectionList, in container: Container) -> Solved

  /// The formula of one section.
  func formula(_ metrics: Metrics, in room: FormulaRoom) -> Formula
}

/// The parameters that every section placed by a formula has.
protocol FormulaMetrics: LayoutMetrics {
  /// The size of items that give none.
  var commonSize: Size { get }
  var sectionInset: Insets { get }
}

extension FormulaLayout {
  var itemsPushOthers: Bool { false }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems { .none }

  /// - Complexity: O(s + n) for s sections and n items that differ; sections of items alike cost O(1) each.
  func prepare(_ sections: SectionList, in container: Container) -> Solved {
    let filled = Self.filledSections(sections)
    let solved = sections.solved { index, section in
      solve(
        section, in: container, isFirst: index <= filled.lowerBound, isLast: index >= filled.upperBound)
    }
    return StackedLayout(
      container: container, axis: scrollDirection, sections: solved, of: sections)
  }

  /// - Complexity: O(k log s) for s sections of which k change, and O(n) for the n items of those and of the
  ///   sections that come to stand at either end, or cease to.
  func prepare(_ updated: SectionList.Updated, from old: Solved, in container: Container) -> Solved {
    let sections = updated.sections
    let filled = Self.filledSections(sections)
    func solve(_ section: Section, _ index: Int) -> StackedSection<FormulaSection<Formula>> {
      self.solve(
        section, in: container, isFirst: index <= filled.lowerBound, isLast: index >= filled.upperBound)
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
    return StackedLayout(container: container, axis: scrollDirection, sections: solved, of: sections)
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

  private func solve(_ section: Section, in container: Container, isFirst: Bool, isLast: Bool)
    -> StackedSection<FormulaSection<Formula>>
  {
    let axis = scrollDirection
    let metrics = metrics.overridden(by: section.metrics)
    let insets = axis.axialInsets(metrics.sectionInset)
    let sizes = FormulaSizes(axis: axis, grid: container.grid, itemSize: metrics.commonSize)
    let viewLength = container.length(along: axis)
    let room = FormulaRoom(
      axis: axis, grid: container.grid, count: section.items.count, viewLength: viewLength,
      stretch: AxialSize(
        length: max(0, viewLength - insets.before - insets.after),
        breadth: max(0, container.breadth(across: axis) - insets.leading - insets.trailing)),
      leadingInset: insets.leading, trailingInset: insets.trailing, common: sizes.common,
      largest: sizes.largest(of: section.items), isFirst: isFirst, isLast: isLast)
    return StackedSection(
      header: strip(section.header, container.grid), insets: insets,
      body: FormulaSection(
        items: FormulaItems(sequence: section.items, sizes: sizes, largest: room.largest),
        formula: formula(metrics, in: room)),
      footer: strip(section.footer, container.grid))
  }

  private func strip(_ view: Supplementary?, _ grid: PixelGrid) -> Strip {
    Strip.resolve(view, axis: scrollDirection, grid: grid, fallback: .none, pins: false)
  }
}
