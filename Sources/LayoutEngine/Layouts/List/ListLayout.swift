/// Rows that span the width (`UITableView`, and list configurations of compositional layouts).
public struct ListLayout: Hashable, Sendable {
  public enum Style: String, CaseIterable, Sendable {
    /// Headers and footers pin to the visible rect.
    case plain
    case grouped
    case insetGrouped
  }

  public var style = Style.plain
  public var metrics = ListMetrics()
  /// The whole list's header and footer; only their heights count.
  public var tableHeader: Size?
  public var tableFooter: Size?

  /// How far an inset grouped list keeps its rows from the sides.
  public static let groupInset = 16.0

  public init() {}
}

extension ListLayout: StackedKind {
  /// - Complexity: O(n) for n rows that differ.
  func solved(_ section: Section, in container: Container) -> StackedSection<ListSection> {
    let metrics = metrics.overridden(by: section.metrics)
    let insets = ScrollAxis.vertical.axialInsets(metrics.sectionInset ?? styleInset)
    let rows = ListRowRule(
      breadth: container.grid.nearest(
        max(0, container.breadth(across: .vertical) - insets.leading - insets.trailing)),
      leadingInset: insets.leading, unsized: unsizedRow(metrics), spacing: metrics.rowSpacing,
      separator: metrics.separator, separatesLast: style == .plain, grid: container.grid)
    return StackedSection(
      header: strip(
        section.header, metrics.sectionHeaderHeight, metrics.estimatedSectionHeaderHeight, container.grid),
      insets: insets,
      body: ListSection(section.items, rule: rows),
      footer: strip(
        section.footer, metrics.sectionFooterHeight, metrics.estimatedSectionFooterHeight, container.grid))
  }

  /// - Complexity: O(k (log n + c)) for k changed items of n, in chunks of c.
  func solved(
    _ section: Section, reusing old: StackedSection<ListSection>, _ edits: ItemEdits, in container: Container
  ) -> StackedSection<ListSection> {
    var solved = old
    solved.body = ListSection(old.body, after: edits)
    return solved
  }

  func stack(
    _ solved: SummaryTree<StackedSection<ListSection>>, of sections: SectionList, in container: Container
  ) -> StackedLayout<ListSection> {
    StackedLayout(
      container: container, axis: .vertical, leading: tableStrip(tableHeader, container.grid),
      trailing: tableStrip(tableFooter, container.grid), sections: solved, of: sections)
  }

  private var styleInset: Insets {
    style == .insetGrouped ? Insets(left: ListLayout.groupInset, right: ListLayout.groupInset) : .zero
  }

  /// The height of a row that says nothing of its own.
  func unsizedRow(_ metrics: ListMetrics) -> RowHeight {
    let estimate = metrics.estimatedRowHeight ?? 0
    switch metrics.rowHeight {
    case .points(let height):
      return RowHeight(points: height, isEstimated: false)
    case nil where estimate == 0, .automatic where metrics.estimatedRowHeight == 0:
      return RowHeight(points: ListMetrics.defaultRowHeight, isEstimated: false)
    case nil, .automatic:
      return RowHeight(points: estimate > 0 ? estimate : ListMetrics.defaultRowHeight, isEstimated: true)
    }
  }

  private func strip(_ view: Supplementary?, _ height: Double, _ estimate: Double, _ grid: PixelGrid) -> Strip
  {
    let isEstimated = height == 0 && estimate > 0
    let fallback = Strip(length: isEstimated ? estimate : height, isEstimated: isEstimated)
    return Strip.resolve(view, axis: .vertical, grid: grid, fallback: fallback, pins: style == .plain)
  }

  private func tableStrip(_ size: Size?, _ grid: PixelGrid) -> Strip {
    Strip(length: grid.nearest(size?.height ?? 0), isEstimated: false)
  }
}
