/// Rows of photographs that reach from edge to edge, all of about one height (Flickr's justified-layout).
///
/// A row takes items until their aspect ratios fill it at a height near the target; the height then gives way
/// so that the row fills its room exactly.
public struct JustifiedLayout: Hashable, Sendable {
  /// The parameters that sections may override.
  public var metrics = JustifiedMetrics()

  /// Creates a layout with the default of every parameter.
  public init() {}
}

extension JustifiedLayout: StackedKind {
  static let cost = LayoutCost(section: 800, item: 48, work: 2)

  static func fields<Visitor: ParameterVisitor>(_ layout: inout Self, _ visitor: inout Visitor) {
    visitor.metrics(&layout.metrics)
  }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems { .regardlessOfContent }

  /// - Complexity: O(n) for n items that differ.
  func solved(_ section: Section, in container: Container) -> StackedSection<JustifiedSection> {
    let metrics = metrics.overridden(by: section.metrics, in: container)
    let padding = ScrollAxis.vertical.axialInsets(metrics.containerPadding)
    return StackedSection(
      header: strip(section.header, container.grid),
      insets: padding,
      body: JustifiedSection(
        section.items, aspects: JustifiedAspects(forced: metrics.forceAspectRatio),
        rule: JustifiedRowRule(metrics, padding: padding, in: container)),
      footer: strip(section.footer, container.grid))
  }

  func stack(
    _ solved: SummaryTree<StackedSection<JustifiedSection>>, of sections: SectionList, in container: Container
  ) -> StackedLayout<JustifiedSection> {
    StackedLayout(
      container: container, axis: .vertical, sections: solved, of: sections)
  }

  private func strip(_ view: Supplementary?, _ grid: PixelGrid) -> Strip {
    Strip.resolve(view, axis: .vertical, grid: grid, fallback: .none, pins: false)
  }
}

extension LayoutKind {
  /// A justified layout.
  public static func justified(_ layout: JustifiedLayout) -> LayoutKind { LayoutKind(layout) }
}
