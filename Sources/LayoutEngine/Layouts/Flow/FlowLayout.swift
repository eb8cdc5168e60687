/// Items in lines, lines in sections (`UICollectionViewFlowLayout`).
///
/// A line takes items until the next one no longer fits; a full line spreads its slack between its items.
public struct FlowLayout: Hashable, Sendable {
  /// How the items of a line stand across the scroll direction.
  public enum ItemAlignment: String, CaseIterable, Sendable {
    /// UIKit's rule: full lines reach from edge to edge.
    case justified, leading, center, trailing
  }

  /// How items shorter than their line stand in it.
  public enum LineAlignment: String, CaseIterable, Sendable {
    case center, top, bottom
  }

  /// The size of items that name none while self-sizing is on.
  public enum EstimatedItemSize: Hashable, Sendable {
    case none
    case size(Size)
    /// What was measured so far decides; until then, `itemSize`.
    case automatic
  }

  public var scrollDirection = ScrollAxis.vertical
  public var metrics = FlowMetrics()
  public var estimatedItemSize = EstimatedItemSize.none
  public var sectionHeadersPinToVisibleBounds = false
  public var sectionFootersPinToVisibleBounds = false
  public var itemAlignment = ItemAlignment.justified
  public var lineAlignment = LineAlignment.center

  public init() {}
}

extension FlowLayout: StackedKind {
  /// - Complexity: O(n) for n items that differ.
  func solved(_ section: Section, in container: Container) -> StackedSection<FlowSection> {
    let metrics = metrics.overridden(by: section.metrics)
    let insets = scrollDirection.axialInsets(metrics.sectionInset)
    return StackedSection(
      header: strip(
        section.header, metrics.headerReferenceSize, pins: sectionHeadersPinToVisibleBounds, container.grid),
      insets: insets,
      body: FlowSection(
        section.items,
        sizing: FlowSizing(axis: scrollDirection, itemSize: metrics.itemSize, estimate: estimate(metrics)),
        line: FlowLineRule(
          room: max(0, container.breadth(across: scrollDirection) - insets.leading - insets.trailing),
          leadingInset: insets.leading, minimumSpacing: metrics.minimumInteritemSpacing,
          itemAlignment: itemAlignment, lineAlignment: lineAlignment, grid: container.grid),
        lineSpacing: metrics.minimumLineSpacing),
      footer: strip(
        section.footer, metrics.footerReferenceSize, pins: sectionFootersPinToVisibleBounds, container.grid))
  }

  /// - Complexity: O(k log n + f) for k changed items of n, where f items stand on lines before the breaks fall
  ///   back into step with the old ones.
  func solved(
    _ section: Section, reusing old: StackedSection<FlowSection>, _ edits: ItemEdits, in container: Container
  ) -> StackedSection<FlowSection> {
    var solved = old
    solved.body = FlowSection(old.body, of: section.items, after: edits)
    return solved
  }

  func stack(
    _ solved: SummaryTree<StackedSection<FlowSection>>, of sections: SectionList, in container: Container
  ) -> StackedLayout<FlowSection> {
    StackedLayout(
      container: container, axis: scrollDirection, sections: solved, of: sections)
  }

  private func strip(
    _ view: Supplementary?, _ reference: Size, pins: Bool, _ grid: PixelGrid
  ) -> Strip {
    let fallback = Strip(length: scrollDirection.length(of: reference), isEstimated: false)
    return Strip.resolve(view, axis: scrollDirection, grid: grid, fallback: fallback, pins: pins)
  }

  private func estimate(_ metrics: FlowMetrics) -> Size? {
    switch estimatedItemSize {
    case .none: nil
    case .size(let size): size == .zero ? nil : size
    case .automatic: metrics.itemSize
    }
  }
}
