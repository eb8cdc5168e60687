/// Cells in columns of equal width (KRLCollectionViewGridLayout), which items may span, and lines whose
/// length a ratio, a number or their items decide.
public struct GridLayout: Hashable, Sendable {
  /// The direction in which the content scrolls; `vertical` by default.
  /// The parameters that sections may override.
  @Parameter public var scrollDirection = ScrollAxis.vertical
  public var metrics = GridMetrics()
  /// The estimated size of items of one cell that state none, in points, learned from measured items; nil estimates
  /// squares.
  var expectedSize: Size?

  /// Creates a layout with the default of every parameter.
  public init() {}
}

extension GridLayout: StackedKind {
  static let cost = LayoutCost(section: 800, item: 48, work: 1)

  static func fields<Visitor: ParameterVisitor>(_ layout: inout Self, _ visitor: inout Visitor) {
    visitor.field("scrollDirection", .choice(of: ScrollAxis.self), &layout.$scrollDirection)
    visitor.metrics(&layout.metrics)
  }

  var arrangement: String {
    switch metrics.columns {
    case .count(let count): "grid count(\(count)) \(metrics.columnSpacing)"
    case .minimumWidth(let width): "grid minimumWidth(\(width)) \(metrics.columnSpacing)"
    }
  }

  var learnsEstimates: Bool { true }

  func expecting(_ size: Size) -> GridLayout {
    var layout = self
    if scrollDirection.length(of: size) > 0 { layout.expectedSize = size }
    return layout
  }

  /// A line is as long as its longest item.
  func itemsPerLine(in container: Container) -> Int {
    let metrics = metrics.scaled(in: container)
    let insets = scrollDirection.axialInsets(metrics.sectionInset)
    return GridTracks(
      metrics.columns, spacing: metrics.columnSpacing, axis: scrollDirection, insets: insets, in: container
    ).count
  }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems {
    metrics.overridden(by: section.metrics).lineExtent == .automatic ? .all : .none
  }

  /// - Complexity: O(1) where items take one cell each and lines have a fixed length; else O(n) for n items that
  ///   differ, and O(n·c) at worst where items span some of c columns. Where lines are as long as their items, an
  ///   insertion puts other items on every line behind it, so it costs O(n).
  func solved(_ section: Section, in container: Container) -> StackedSection<GridSection> {
    let metrics = metrics.overridden(by: section.metrics, in: container)
    let insets = scrollDirection.axialInsets(metrics.sectionInset)
    let tracks = GridTracks(
      metrics.columns, spacing: metrics.columnSpacing, axis: scrollDirection, insets: insets, in: container)
    let sizing = GridSizing(
      axis: scrollDirection, tracks: tracks, lineExtent: metrics.lineExtent, rowSizing: metrics.rowSizing,
      lineSpacing: max(0, metrics.rowSpacing), expectedExtent: expectedSize.map(scrollDirection.length(of:)),
      grid: container.grid)
    return StackedSection(
      header: strip(section.header, metrics.headerHeight, container.grid),
      insets: insets,
      body: GridSection(section.items, sizing: sizing, packing: metrics.packing),
      footer: strip(section.footer, metrics.footerHeight, container.grid))
  }

  func stack(
    _ solved: SummaryTree<StackedSection<GridSection>>, of sections: SectionList, in container: Container
  ) -> StackedLayout<GridSection> {
    StackedLayout(
      container: container, axis: scrollDirection, sections: solved, of: sections)
  }

  private func strip(_ view: Supplementary?, _ length: Double, _ grid: PixelGrid) -> Strip {
    let fallback = Strip(length: length, isEstimated: false)
    return Strip.resolve(view, axis: scrollDirection, grid: grid, fallback: fallback, pins: false)
  }
}

extension LayoutKind {
  /// A grid.
  public static func grid(_ layout: GridLayout) -> LayoutKind { LayoutKind(layout) }
}
