/// Items in lines, lines in sections (`UICollectionViewFlowLayout`).
///
/// A line takes items until the next one no longer fits; a full line spreads its slack between its items.
public struct FlowLayout: Hashable, Sendable {
  /// How the items of a line stand across the scroll direction.
  public enum ItemAlignment: String, ParameterChoice, Sendable {
    /// UIKit's rule: full lines reach from edge to edge.
    case justified, leading, center, trailing
  }

  /// How items shorter than their line stand in it.
  public enum LineAlignment: String, ParameterChoice, Sendable {
    case center, top, bottom
  }

  /// Where the section insets at the sides begin (`UICollectionViewFlowLayout.SectionInsetReference`).
  public enum SectionInsetReference: String, ParameterChoice, Sendable {
    case fromContentInset
    /// The container's insets are those of the safe area, so that both are the same.
    case fromSafeArea
    /// Inside the system's margins.
    case fromLayoutMargins
  }

  /// The size of items that give none while self-sizing is on.
  public enum EstimatedItemSize: Hashable, Sendable {
    /// Self-sizing is off.
    case none
    /// A size in points; zero turns self-sizing off.
    case size(Size)
    /// Learned from the items measured so far; until then, `itemSize`.
    case automatic
  }

  /// The direction in which the content scrolls; `vertical` by default.
  /// The parameters that sections may override.
  @Parameter public var scrollDirection = ScrollAxis.vertical
  public var metrics = FlowMetrics()
  /// The expected size of items that give none until they are measured; by default self-sizing is off.
  @Parameter public var estimatedItemSize = EstimatedItemSize.none
  /// Whether headers that do not say otherwise stay at the start of the visible rect while their section is there.
  @Parameter public var sectionHeadersPinToVisibleBounds = false
  /// The same for footers, at its end.
  @Parameter public var sectionFootersPinToVisibleBounds = false
  @Parameter public var itemAlignment = ItemAlignment.justified
  @Parameter public var lineAlignment = LineAlignment.center
  @Parameter public var sectionInsetReference = SectionInsetReference.fromContentInset
  /// The size of items that give none, in points, learned from measured items; nil estimates the layout's.
  var expectedSize: Size?

  /// Creates a layout with the default of every parameter.
  public init() {}
}

extension FlowLayout: StackedKind {
  static let cost = LayoutCost(section: 800, item: 48, work: 1)

  static func fields<Visitor: ParameterVisitor>(_ layout: inout Self, _ visitor: inout Visitor) {
    visitor.field("scrollDirection", .choice(of: ScrollAxis.self), &layout.$scrollDirection)
    visitor.metrics(&layout.metrics)
    visitor.field(
      "estimatedItemSize", .automatic(or: .size, expected: "a size or \"automatic\""),
      &layout.$estimatedItemSize)
    visitor.field("sectionHeadersPinToVisibleBounds", .flag, &layout.$sectionHeadersPinToVisibleBounds)
    visitor.field("sectionFootersPinToVisibleBounds", .flag, &layout.$sectionFootersPinToVisibleBounds)
    visitor.field("itemAlignment", .choice(of: ItemAlignment.self), &layout.$itemAlignment)
    visitor.field("lineAlignment", .choice(of: LineAlignment.self), &layout.$lineAlignment)
    visitor.field(
      "sectionInsetReference", .choice(of: SectionInsetReference.self), &layout.$sectionInsetReference)
  }

  static let packing = ItemPacking.wrappedLines

  var learnsEstimates: Bool { estimatedItemSize == .automatic }

  func expecting(_ size: Size) -> FlowLayout {
    var layout = self
    if size != .zero { layout.expectedSize = size }
    return layout
  }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems {
    estimatedItemSize == .none || estimatedItemSize == .size(.zero) ? .withEstimate : .all
  }

  /// - Complexity: O(n) for n items that differ.
  func solved(_ section: Section, in container: Container) -> StackedSection<FlowSection> {
    let metrics = metrics.overridden(by: section.metrics, in: container)
    let breadth = container.breadth(across: scrollDirection)
    var insets = scrollDirection.axialInsets(metrics.sectionInset)
    if sectionInsetReference == .fromLayoutMargins {
      insets.leading += ContentMargins.margin(in: breadth)
      insets.trailing += ContentMargins.margin(in: breadth)
    }
    return StackedSection(
      header: strip(
        section.header, metrics.headerReferenceSize, pins: sectionHeadersPinToVisibleBounds, container.grid),
      insets: insets,
      body: FlowSection(
        section.items,
        sizing: FlowSizing(
          axis: scrollDirection, itemSize: metrics.itemSize, estimate: estimate(metrics, in: container)),
        line: FlowLineRule(
          room: max(0, breadth - insets.leading - insets.trailing),
          leadingInset: container.sides.leading + insets.leading,
          minimumSpacing: metrics.minimumInteritemSpacing,
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

  private func estimate(_ metrics: FlowMetrics, in container: Container) -> Size? {
    switch estimatedItemSize {
    case .none: nil
    case .size(let size): size == .zero ? nil : size.scaled(by: metrics.lengthFactor(in: container))
    case .automatic: expectedSize ?? metrics.itemSize
    }
  }
}

extension LayoutKind {
  /// A flow layout.
  public static func flow(_ layout: FlowLayout) -> LayoutKind { LayoutKind(layout) }
}

extension FlowLayout.EstimatedItemSize: ParameterType {
  init?(_ value: ParameterValue, of field: String) {
    switch value {
    case .size(let size): self = .size(size)
    case .text("automatic"): self = .automatic
    default: return nil
    }
  }

  func value(of field: String) -> ParameterValue? {
    switch self {
    case .none: nil
    case .size(let size): .size(size)
    case .automatic: .text("automatic")
    }
  }
}
