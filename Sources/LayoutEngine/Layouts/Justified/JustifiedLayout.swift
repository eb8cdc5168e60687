/// Rows of photographs that reach from edge to edge, all of about one height (Flickr's justified-layout).
///
/// A row takes items until their aspect ratios fill it at a height near the target; the height then gives way
/// so that the row fills its room exactly.
public struct JustifiedLayout: Hashable, Sendable {
  public var metrics = JustifiedMetrics()

  public init() {}
}

extension JustifiedLayout: CollectionLayout {
  /// - Complexity: O(s + n) for s sections and n items that differ.
  func prepare(_ sections: SectionList, in container: Container) -> StackedLayout<JustifiedSection> {
    let solved = sections.map { solve($1, in: container) }
    return StackedLayout(
      container: container, axis: .vertical, sections: solved,
      warnings: StackedLayout.warnings(of: solved, from: sections))
  }

  private func solve(_ section: Section, in container: Container) -> StackedSection<JustifiedSection> {
    let metrics = metrics.overridden(by: section.metrics)
    let padding = ScrollAxis.vertical.axialInsets(metrics.containerPadding)
    return StackedSection(
      header: strip(section.header, container.grid),
      insets: padding,
      body: JustifiedSection(
        section.items, aspects: JustifiedAspects(forced: metrics.forceAspectRatio),
        rule: JustifiedRowRule(metrics, padding: padding, in: container)),
      footer: strip(section.footer, container.grid))
  }

  private func strip(_ view: Supplementary?, _ grid: PixelGrid) -> Strip {
    Strip.resolve(view, axis: .vertical, grid: grid, fallback: .none, pins: false)
  }
}
