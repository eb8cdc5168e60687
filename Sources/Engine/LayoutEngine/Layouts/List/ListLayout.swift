/// Rows that span the width (`UITableView`, and list configurations of compositional layouts).
public struct ListLayout: Hashable, Sendable {
  /// The styles of a list.
  public enum Style: String, ParameterChoice, Sendable {
    /// Headers and footers pin to the visible rect.
    case plain
    case grouped
    /// Rows, headers and footers keep a margin at the sides.
    case insetGrouped
  }

  /// The style of the list; `plain` by default.
  /// The parameters that sections may override.
  @Parameter public var style = Style.plain
  public var metrics = ListMetrics()
  /// The whole list's header, in points, of which only the height counts; nil, the default, is none. A view of the kind
  /// `tableHeader` of the first section overrides it.
  public var tableHeader: Size?
  /// The same for its footer, and views of the kind `tableFooter`.
  public var tableFooter: Size?
  /// Whether rows are no wider than text that reads well, and stand in the middle
  /// (`UITableView.cellLayoutMarginsFollowReadableWidth`).
  @Parameter public var cellLayoutMarginsFollowReadableWidth = false
  /// The height of rows that give none, in points, learned from measured rows; nil estimates the default height.
  var expectedHeight: Double?

  /// Creates a layout with the default of every parameter.
  public init() {}
}

extension ListLayout: StackedKind {
  static let cost = LayoutCost(section: 800, item: 24, work: 1)

  static func fields<Visitor: ParameterVisitor>(_ layout: inout Self, _ visitor: inout Visitor) {
    visitor.field("style", .choice(of: Style.self), &layout.$style)
    visitor.metrics(&layout.metrics)
    visitor.field("tableHeader", .size, &layout.tableHeader)
    visitor.field("tableFooter", .size, &layout.tableFooter)
    visitor.field(
      "cellLayoutMarginsFollowReadableWidth", .flag, &layout.$cellLayoutMarginsFollowReadableWidth)
  }

  var arrangement: String {
    cellLayoutMarginsFollowReadableWidth ? "\(Self.kind) of readable width" : Self.kind
  }

  var learnsEstimates: Bool { metrics.rowHeight == .automatic && metrics.estimatedRowHeight == nil }

  func expecting(_ size: Size) -> ListLayout {
    var layout = self
    if size.height > 0 { layout.expectedHeight = size.height }
    return layout
  }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems {
    unsizedRow(metrics.overridden(by: section.metrics)).isEstimated ? .all : .withEstimate
  }

  /// - Complexity: O(n) for n rows that differ.
  func solved(_ section: Section, in container: Container) -> StackedSection<ListSection> {
    let metrics = metrics.overridden(by: section.metrics, in: container)
    let insets = rowInsets(metrics, in: container)
    var sides = AxialInsets.zero
    if style == .insetGrouped { (sides.leading, sides.trailing) = (insets.leading, insets.trailing) }
    let rows = ListRowRule(
      breadth: container.grid.nearest(
        max(0, container.breadth(across: .vertical) - insets.leading - insets.trailing)),
      leadingInset: container.sides.leading + insets.leading, unsized: unsizedRow(metrics),
      spacing: metrics.rowSpacing, separator: metrics.separator, separatesLast: style == .plain,
      indentationWidth: metrics.indentationWidth, grid: container.grid)
    var header = strip(
      section.header, metrics.sectionHeaderHeight, metrics.estimatedSectionHeaderHeight, sides, container.grid
    )
    if header.exists { header.insets.before = metrics.sectionHeaderTopPadding }
    return StackedSection(
      header: header,
      insets: insets,
      body: ListSection(section.items, rule: rows),
      footer: strip(
        section.footer, metrics.sectionFooterHeight, metrics.estimatedSectionFooterHeight, sides,
        container.grid))
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
      container: container, axis: .vertical,
      leading: tableStrip(.tableHeader, tableHeader, of: sections, in: container),
      trailing: tableStrip(.tableFooter, tableFooter, of: sections, in: container),
      sections: solved, of: sections)
  }

  /// Around the rows of a section: its own insets or the style's, and at least the width beyond the readable one.
  private func rowInsets(_ metrics: ListMetrics, in container: Container) -> AxialInsets {
    let breadth = container.breadth(across: .vertical)
    let margin = style == .insetGrouped ? ContentMargins.margin(in: breadth) : 0
    var insets = ScrollAxis.vertical.axialInsets(
      metrics.sectionInset ?? Insets(left: margin, right: margin))
    if cellLayoutMarginsFollowReadableWidth {
      let free = ContentMargins.besideReadable(in: breadth)
      (insets.leading, insets.trailing) = (max(insets.leading, free), max(insets.trailing, free))
    }
    return insets
  }

  /// The height of a row that says nothing of its own.
  func unsizedRow(_ metrics: ListMetrics) -> RowHeight {
    let estimate = metrics.estimatedRowHeight ?? expectedHeight ?? 0
    switch metrics.rowHeight {
    case .points(let height):
      return RowHeight(points: height, isEstimated: false)
    case nil where estimate == 0, .automatic where metrics.estimatedRowHeight == 0:
      return RowHeight(points: ListMetrics.defaultRowHeight, isEstimated: false)
    case nil, .automatic:
      return RowHeight(points: estimate > 0 ? estimate : ListMetrics.defaultRowHeight, isEstimated: true)
    }
  }

  /// - Parameter insets: around the header or footer.
  private func strip(
    _ view: Supplementary?, _ height: Double, _ estimate: Double, _ insets: AxialInsets, _ grid: PixelGrid
  ) -> Strip {
    let isEstimated = height == 0 && estimate > 0
    let fallback = Strip(length: isEstimated ? estimate : height, isEstimated: isEstimated, insets: insets)
    return Strip.resolve(view, axis: .vertical, grid: grid, fallback: fallback, pins: style == .plain)
  }

  /// The table's header or footer: as the first section describes it, or of the layout's size.
  private func tableStrip(
    _ kind: ElementKind, _ size: Size?, of sections: SectionList, in container: Container
  ) -> Strip {
    let view = sections.count > 0 ? sections[0].supplementary(kind.name, 0) : nil
    let height = (size?.height ?? 0).scaled(by: metrics.lengthFactor(in: container))
    let fallback = Strip(length: height, isEstimated: false)
    return Strip.resolve(view, axis: .vertical, grid: container.grid, fallback: fallback, pins: false)
  }
}

extension LayoutKind {
  /// A list.
  public static func list(_ layout: ListLayout) -> LayoutKind { LayoutKind(layout) }
}
