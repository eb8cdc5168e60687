/// Items of one width in columns, each as high as its aspect makes it (CHTCollectionViewWaterfallLayout).
///
/// Scrolls vertically.
public struct WaterfallLayout: Hashable, Sendable {
  /// Which column takes the next item.
  public enum ItemRenderDirection: String, ParameterChoice, Sendable {
    /// The one that ends highest up, of equals the first.
    case shortestFirst
    /// One after the other, from the leading side.
    case leftToRight
    /// One after the other, from the trailing side.
    case rightToLeft
  }

  /// Whether an item may change columns when items before it change their sizes.
  public enum ColumnAssignment: String, ParameterChoice, Sendable {
    /// It may: the render direction decides.
    case balanced
    /// It may not: `shortestFirst`, which looks at heights, takes the columns in turn instead.
    case sticky
    /// It may not, nor when items come or go: a collection remembers the column that was the shortest when the item was
    /// first placed.
    case kept
  }

  /// The parameters that sections may override.
  public var metrics = WaterfallMetrics()
  /// The column that the next item goes to; by default the shortest one.
  /// Whether items stay in the columns that were chosen for them; `balanced`, the default, lets them change.
  @Parameter public var itemRenderDirection = ItemRenderDirection.shortestFirst
  @Parameter public var columnAssignment = ColumnAssignment.balanced
  /// The least height of the content, in points; 0 or more.
  @Parameter public var minimumContentHeight = 0.0
  /// The size, learned from measured items, whose aspect items without a size are estimated to have; nil estimates
  /// squares.
  var expectedSize: Size?

  /// Creates a layout with the default of every parameter.
  public init() {}
}

extension WaterfallLayout: StackedKind {
  static let cost = LayoutCost(section: 800, item: 64, work: 2)

  static func fields<Visitor: ParameterVisitor>(_ layout: inout Self, _ visitor: inout Visitor) {
    visitor.metrics(&layout.metrics)
    visitor.field(
      "itemRenderDirection", .choice(of: ItemRenderDirection.self), &layout.$itemRenderDirection)
    visitor.field("columnAssignment", .choice(of: ColumnAssignment.self), &layout.$columnAssignment)
    visitor.field("minimumContentHeight", .length, &layout.$minimumContentHeight)
  }

  var arrangement: String { "waterfall \(metrics.columnCount) \(metrics.minimumColumnSpacing)" }

  /// Whether items stay in the columns that were chosen for them.
  var keepsColumns: Bool { columnAssignment == .kept }

  static let packing = ItemPacking.columns

  var learnsEstimates: Bool { true }

  func expecting(_ size: Size) -> WaterfallLayout {
    var layout = self
    if size.width > 0, size.height > 0 { layout.expectedSize = size }
    return layout
  }

  /// - Complexity: O(k c log n) for k changed chunks of n items that keep c columns; else that of solving the section.
  func solved(
    _ section: Section, reusing old: StackedSection<WaterfallSection>, _ edits: ItemEdits,
    in container: Container
  ) -> StackedSection<WaterfallSection> {
    guard let body = WaterfallSection(old.body, section.items, after: edits) else {
      return self.solved(section, in: container)
    }
    var solved = old
    solved.body = body
    return solved
  }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems { .all }

  /// - Complexity: O(n log c) for n items in c columns; O(1) where all items say nothing of their size.
  func solved(_ section: Section, in container: Container) -> StackedSection<WaterfallSection> {
    let metrics = metrics.overridden(by: section.metrics, in: container)
    let rule = WaterfallRule(
      metrics, room: container.breadth(across: .vertical), from: container.sides.leading, order: order,
      expectedSize: expectedSize, grid: container.grid)
    return StackedSection(
      header: strip(section.header, metrics.headerHeight, metrics.headerInset, container.grid),
      insets: ScrollAxis.vertical.axialInsets(metrics.sectionInset),
      body: WaterfallSection(section.items, rule: rule),
      footer: strip(section.footer, metrics.footerHeight, metrics.footerInset, container.grid))
  }

  func stack(
    _ solved: SummaryTree<StackedSection<WaterfallSection>>, of sections: SectionList, in container: Container
  ) -> StackedLayout<WaterfallSection> {
    StackedLayout(
      container: container, axis: .vertical,
      minimumLength: minimumContentHeight.scaled(by: metrics.lengthFactor(in: container)),
      sections: solved, of: sections)
  }

  private var order: WaterfallRule.Order {
    switch (itemRenderDirection, columnAssignment) {
    case (.rightToLeft, .kept): .keptFromLast
    case (_, .kept): .kept
    case (.shortestFirst, .balanced): .shortest
    case (.shortestFirst, .sticky), (.leftToRight, _): .inTurn
    case (.rightToLeft, _): .inTurnFromLast
    }
  }

  private func strip(_ view: Supplementary?, _ height: Double, _ inset: Insets, _ grid: PixelGrid) -> Strip {
    let fallback = Strip(length: height, isEstimated: false)
    var strip = Strip.resolve(view, axis: .vertical, grid: grid, fallback: fallback, pins: false)
    strip.insets = ScrollAxis.vertical.axialInsets(inset)
    if !strip.exists { strip.insets.after = 0 }
    return strip
  }
}

extension LayoutKind {
  /// A waterfall.
  public static func waterfall(_ layout: WaterfallLayout) -> LayoutKind { LayoutKind(layout) }
}
