/// Rows of mixed widths (Airbnb's `MagazineLayout`): each item says how many of its like share a row.
///
/// Sections follow one another down the page. Section insets stand around all of a section, its header and
/// its footer included; item insets stand around its items only.
public struct MagazineLayout: Hashable, Sendable {
  /// The parameters that sections may override.
  public var metrics = MagazineMetrics()
  /// The estimated height of items that state none, in points, learned from measured items; nil is
  /// `MagazineSizeMode.defaultHeight`.
  var expectedHeight: Double?

  /// Creates a layout with the default of every parameter.
  public init() {}
}

extension MagazineLayout: StackedKind {
  static let cost = LayoutCost(section: 800, item: 48, work: 2)

  static func fields<Visitor: ParameterVisitor>(_ layout: inout Self, _ visitor: inout Visitor) {
    visitor.metrics(&layout.metrics)
  }

  static var hasBackgrounds: Bool { true }

  var learnsEstimates: Bool { true }

  func expecting(_ size: Size) -> MagazineLayout {
    var layout = self
    if size.height > 0 { layout.expectedHeight = size.height }
    return layout
  }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems { .all }

  /// - Complexity: O(n) for n items that differ.
  func solved(_ section: Section, in container: Container) -> StackedSection<MagazineSection> {
    let metrics = metrics.overridden(by: section.metrics, in: container)
    let insets = ScrollAxis.vertical.axialInsets(metrics.sectionInsets)
    let itemInsets = ScrollAxis.vertical.axialInsets(metrics.itemInsets)
    return StackedSection(
      header: header(section.header, inside: insets, container.grid),
      insets: section.items.count > 0 ? itemInsets : .zero,
      body: MagazineSection(
        section.items,
        rule: MagazineRowRule(
          room: container.breadth(across: .vertical) - insets.leading - insets.trailing,
          leadingInset: insets.leading, itemInsets: itemInsets,
          horizontalSpacing: metrics.horizontalSpacing, verticalSpacing: metrics.verticalSpacing,
          expectedHeight: min(expectedHeight ?? MagazineSizeMode.defaultHeight, Coordinate.limit),
          grid: container.grid)),
      footer: footer(section.footer, inside: insets, container.grid),
      background: section.hasBackground ? insets : nil)
  }

  func stack(
    _ solved: SummaryTree<StackedSection<MagazineSection>>, of sections: SectionList, in container: Container
  ) -> StackedLayout<MagazineSection> {
    StackedLayout(
      container: container, axis: .vertical, sections: solved, of: sections)
  }

  /// The header takes the section's inset before it with it.
  private func header(_ view: Supplementary?, inside insets: AxialInsets, _ grid: PixelGrid) -> Strip {
    var strip = Strip.resolve(view, axis: .vertical, grid: grid, fallback: .none, pins: false)
    strip.insets = insets
    strip.insets.after = 0
    return strip
  }

  /// The footer takes the section's inset after it with it.
  private func footer(_ view: Supplementary?, inside insets: AxialInsets, _ grid: PixelGrid) -> Strip {
    var strip = Strip.resolve(view, axis: .vertical, grid: grid, fallback: .none, pins: false)
    strip.insets = insets
    strip.insets.before = 0
    return strip
  }
}

extension LayoutKind {
  /// A magazine layout.
  public static func magazine(_ layout: MagazineLayout) -> LayoutKind { LayoutKind(layout) }
}
