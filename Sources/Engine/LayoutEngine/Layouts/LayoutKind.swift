/// A layout of any kind, with its parameters.
///
/// Made by the kind: `.flow(layout)`.
///
/// ```swift
/// var flow = FlowLayout()
/// flow.metrics.itemSize = Size(width: 100, height: 100)
/// let kind = LayoutKind.flow(flow)
///
/// // Three squares, 10 points apart, fill a line: 67 lines of 100 points, with 10 points between them.
/// let photos = SectionList([Section(items: ItemSequence(count: 200))])
/// let container = Container(size: Size(width: 320, height: 480))
/// let layout = try kind.prepare(photos, in: container)
/// let height = layout.contentSize.height  // 7360.0
/// ```
public struct LayoutKind: Sendable {
  /// Every kind, with its default parameters: the one place that lists them.
  package static let all: [LayoutKind] = [
    .flow(FlowLayout()), .list(ListLayout()), .grid(GridLayout()), .waterfall(WaterfallLayout()),
    .justified(JustifiedLayout()), .magazine(MagazineLayout()), .stack(StackLayout()),
    .circle(CircleLayout()), .spiral(SpiralLayout()), .coverFlow(CoverFlowLayout()),
    .carousel(CarouselLayout()), .compositional(CompositionalLayout(sections: [])), .custom(.empty),
  ]

  private let box: any LayoutBox
  /// Whether the layout mirrors where the reader's language runs from right to left; true by default
  /// (`flipsHorizontallyInOppositeLayoutDirection`).
  public var flipsHorizontally = true

  /// The name of that choice, as in JSON; layouts of all kinds have it.
  package static let flippingParameter = "flipsHorizontallyInOppositeLayoutDirection"

  init<Layout: CollectionLayout>(_ layout: Layout) {
    box = BoxedLayout(layout)
  }

  /// The kind of that name, with its default parameters; nil if there is none.
  package static func named(_ name: String) -> LayoutKind? { all.first { $0.name == name } }

  /// The kind's name, as in JSON.
  public var name: String { box.name }

  /// The layout, if it is of that type.
  func layout<Layout: CollectionLayout>(_ type: Layout.Type = Layout.self) -> Layout? {
    (box as? BoxedLayout<Layout>)?.layout
  }

  /// Lays the sections out for the container.
  ///
  /// - Throws: where a parameter has no result for some item.
  /// - Complexity: O(s + n) for s sections and n items that differ; sections of items alike cost O(1) each.
  public func prepare(
    _ sections: SectionList, in container: Container
  ) throws(LayoutError) -> any SolvedLayout {
    try box.prepare(sections, in: seen(container))
  }

  /// Lays out the sections that a batch changed, and shares with the old layout all that the batch did not touch.
  ///
  /// - Parameter old: the sections before the batch, laid out by this kind with the same parameters for the same
  ///   container.
  /// - Throws: where a parameter has no result for some item.
  /// - Complexity: O(k log s) for s sections of which k change, and for each of those:
  ///   - list: O(e (log n + c)) for e changed items of n, in chunks of c;
  ///   - flow: the same for every item up to where lines fall back into step, O(n) where they never do;
  ///   - waterfall whose items keep their columns: O(e c log n) for c columns;
  ///   - grid: O(1) where lines have a fixed length and items take one cell each;
  ///   - custom: O(e log n) for e changed items of n, O(n) where items come, go or move;
  ///   - others: O(n). Custom and compositional layouts are laid out anew where sections come, go or move; a section of
  ///     another kind in a compositional one costs as much as in its own kind.
  public func prepare(
    _ updated: SectionList.Updated, from old: any SolvedLayout, in container: Container
  ) throws(LayoutError) -> any SolvedLayout {
    try box.prepare(updated, from: old, in: seen(container))
  }

  /// The container as the layout sees it: for one that does not mirror, a language that runs from left to right.
  private func seen(_ container: Container) -> Container {
    guard !flipsHorizontally else { return container }
    var container = container
    container.direction = .leftToRight
    return container
  }
}

/// Parameters by their names.
extension LayoutKind {
  /// Every parameter of the kind but `kind` itself.
  package var parameters: ParameterTable { box.parameters }

  /// The rough memory and work of sections and items of the kind.
  package var cost: LayoutCost { box.cost }

  /// Whether sections may have a background, and headers and footers may give a height alone.
  package var hasBackgrounds: Bool { box.hasBackgrounds }

  /// The layout with parameters assigned by name.
  ///
  /// - Throws: `ParameterError` for a name that is no parameter's, or a value of another type.
  package func assigning(_ given: [GivenParameter]) throws(ParameterError) -> LayoutKind {
    try box.assigning(given)
  }

  /// The metrics of a section with parameters assigned by name.
  ///
  /// - Throws: `ParameterError` for a name that is no parameter's, or a value of another type.
  package func metrics(given: [GivenParameter]) throws(ParameterError) -> SectionMetrics {
    try box.metrics(given: given)
  }
}

/// What measuring and viewports need to know of a layout.
extension LayoutKind {
  /// The direction in which the content grows; a layout by the client's formulas may grow in both.
  public var scrollAxis: ScrollAxis { box.scrollDirection }

  /// What content is measured for in a container: its breadth, how the layout divides it, the size of text, its fonts.
  public func measuredBreadth(in container: Container) -> MeasuredBreadth {
    let category = container.contentSizeCategory
    var arrangement = box.arrangement(in: container)
    if category != .large { arrangement += " \(category.rawValue)" }
    if let fonts = container.fonts { arrangement += " fonts \(fonts)" }
    return MeasuredBreadth(points: container.breadth(across: scrollAxis), arrangement: arrangement)
  }

  /// Whether the size of an item decides where the items behind it are.
  public var itemsPushOthers: Bool { box.itemsPushOthers }

  /// Whether measured sizes determine the estimate for items that are not measured
  /// (`UICollectionViewFlowLayout.automaticSize`, `UITableView.automaticDimension`).
  public var learnsEstimates: Bool { box.learnsEstimates }

  /// The layout with an estimate in place of one that it learns; the same layout if it learns none.
  ///
  /// - Parameter size: the learned estimate; nil if there is none yet.
  public func expecting(_ size: Size?) -> LayoutKind {
    guard learnsEstimates, let size else { return self }
    var expecting = box.expecting(size)
    expecting.flipsHorizontally = flipsHorizontally
    return expecting
  }

  /// The number of items of one cell whose longest decides the length of a line; 1 if a learned estimate is that of an
  /// item by itself.
  public func itemsPerLine(in container: Container) -> Int { box.itemsPerLine(in: container) }

  /// Whether items keep the columns of a waterfall, in some sections at least.
  package var keepsColumns: Bool {
    if let layout: WaterfallLayout = layout() { return layout.keepsColumns }
    guard let layout: CompositionalLayout = layout() else { return false }
    return layout.kinds.contains { $0.keepsColumns }
  }

  /// How the extents of items add up to that of the content.
  public var packing: ItemPacking { box.packing }

  /// Whether a section scrolls across the scroll direction, in a container of some width.
  package func scrollsAcross(section index: Int) -> Bool {
    guard let layout: CompositionalLayout = layout() else { return false }
    return layout.hasDefinition(of: index) { $0.orthogonalScrolling != .none }
  }

  /// Which items of a section may have a size that is only estimated.
  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems {
    box.estimatedItems(of: section, at: index)
  }
}

/// How the extents of items add up to that of the content along the scroll direction.
public enum ItemPacking: Sendable {
  /// Lines follow one another, each as long as its longest item.
  case lines
  /// The same, and the breadths of items decide how many share a line.
  case wrappedLines
  /// Items follow one another in columns of equal length.
  case columns
}

/// What content is measured for: a row of a list, half of it in a grid of two columns, a column of three.
public struct MeasuredBreadth: Hashable, Sendable {
  /// The container's extent across the scroll direction less its insets, in points, whatever its scale.
  public var points: Double
  /// Distinguishes layouts that divide the same points differently, since a measurement of a list's row does not hold
  /// for a cell of a grid, text of another size category, which is named if it is not `large`, and fonts of the client.
  public var arrangement: String

  /// Creates a breadth in points for one arrangement.
  public init(points: Double, arrangement: String) {
    self.points = points
    self.arrangement = arrangement
  }
}

/// A layout of any kind, behind one reference: a value of any protocol type would need storage for the largest.
private protocol LayoutBox: AnyObject, Sendable {
  var name: String { get }
  var cost: LayoutCost { get }
  var parameters: ParameterTable { get }
  var hasBackgrounds: Bool { get }
  var scrollDirection: ScrollAxis { get }
  var itemsPushOthers: Bool { get }
  var learnsEstimates: Bool { get }

  func assigning(_ given: [GivenParameter]) throws(ParameterError) -> LayoutKind
  func metrics(given: [GivenParameter]) throws(ParameterError) -> SectionMetrics
  var packing: ItemPacking { get }

  func arrangement(in container: Container) -> String
  func expecting(_ size: Size) -> LayoutKind
  func itemsPerLine(in container: Container) -> Int
  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems
  func prepare(_ sections: SectionList, in container: Container) throws(LayoutError) -> any SolvedLayout
  func prepare(
    _ updated: SectionList.Updated, from old: any SolvedLayout, in container: Container
  ) throws(LayoutError) -> any SolvedLayout
}

private final class BoxedLayout<Layout: CollectionLayout>: LayoutBox {
  let layout: Layout

  init(_ layout: Layout) { self.layout = layout }

  var name: String { Layout.kind }
  var cost: LayoutCost { Layout.cost }
  var parameters: ParameterTable { Layout.table(of: layout) }
  var hasBackgrounds: Bool { Layout.hasBackgrounds }
  var scrollDirection: ScrollAxis { layout.scrollDirection }
  var itemsPushOthers: Bool { layout.itemsPushOthers }
  var learnsEstimates: Bool { layout.learnsEstimates }
  var packing: ItemPacking { Layout.packing }

  func assigning(_ given: [GivenParameter]) throws(ParameterError) -> LayoutKind {
    LayoutKind(try layout.assigning(given))
  }

  func metrics(given: [GivenParameter]) throws(ParameterError) -> SectionMetrics {
    SectionMetrics(try Layout.Metrics(given: given))
  }

  func arrangement(in container: Container) -> String { layout.arrangement(in: container) }

  func expecting(_ size: Size) -> LayoutKind { LayoutKind(layout.expecting(size)) }

  func itemsPerLine(in container: Container) -> Int { layout.itemsPerLine(in: container) }

  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems {
    layout.estimatedItems(of: section, at: index)
  }

  func prepare(
    _ sections: SectionList, in container: Container
  ) throws(LayoutError) -> any SolvedLayout {
    try layout.prepare(sections, in: container)
  }

  func prepare(
    _ updated: SectionList.Updated, from old: any SolvedLayout, in container: Container
  ) throws(LayoutError) -> any SolvedLayout {
    try layout.prepare(updated, fromAny: old, in: container)
  }
}
