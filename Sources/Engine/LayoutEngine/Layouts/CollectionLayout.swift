/// A layout kind with its parameters: it can solve a collection (`UICollectionViewLayout`, before `prepare`).
///
/// A new kind is a folder beside this file with a type that conforms, and an entry in `LayoutKind.all`. All that the
/// service needs to know of a kind is a requirement here; where most kinds agree it has a default.
protocol CollectionLayout: Sendable {
  /// The parameters that a section may override; `NoMetrics` for none.
  associatedtype Metrics: LayoutMetrics
  associatedtype Solved: SolvedLayout

  /// The name of the kind, as in JSON.
  static var kind: String { get }

  /// The rough memory and work of sections and items of the kind.
  static var cost: LayoutCost { get }

  /// The parameters that sections override.
  var metrics: Metrics { get }

  /// Hands every parameter of the layout to a visitor, and the metrics as a whole.
  static func fields<Visitor: ParameterVisitor>(_ layout: inout Self, _ visitor: inout Visitor)

  /// Whether sections may have a background, and headers and footers may give a height alone.
  static var hasBackgrounds: Bool { get }

  /// The direction in which the content grows; a layout by the client's formulas may grow in both.
  var scrollDirection: ScrollAxis { get }

  /// How the layout divides a breadth among items, as far as its parameters alone decide: measurements taken for one
  /// arrangement do not hold for another.
  var arrangement: String { get }

  /// The arrangement in a container, where the container chooses among the parameters.
  func arrangement(in container: Container) -> String

  /// Whether the size of an item decides where the items behind it are.
  var itemsPushOthers: Bool { get }

  /// Whether measured sizes determine the estimate for items that are not measured
  /// (`UICollectionViewFlowLayout.automaticSize`, `UITableView.automaticDimension`).
  var learnsEstimates: Bool { get }

  /// The layout with an estimate in place of one that it learns.
  func expecting(_ size: Size) -> Self

  /// The number of items of one cell whose longest decides the length of a line; 1 if a learned estimate is that of an
  /// item by itself.
  func itemsPerLine(in container: Container) -> Int

  /// How the extents of items add up to that of the content.
  static var packing: ItemPacking { get }

  /// Which items of a section may have a size that is only estimated.
  func estimatedItems(of section: Section, at index: Int) -> EstimatedItems

  /// Lays the sections out for the container.
  ///
  /// - Throws: where a parameter has no result for some item; most kinds never do.
  func prepare(_ sections: SectionList, in container: Container) throws(LayoutError) -> Solved

  /// Lays out the sections that a batch changed.
  ///
  /// - Parameter old: the sections before the batch, laid out by this layout for the same container.
  /// - Throws: where a parameter has no result for some item.
  func prepare(
    _ updated: SectionList.Updated, from old: Solved, in container: Container
  ) throws(LayoutError) -> Solved

  /// The same from any solved layout: one of another kind is of no use.
  ///
  /// No kind brings its own. As a requirement it is compiled for each kind; else it would look up what `Solved` is
  /// each time it runs.
  func prepare(
    _ updated: SectionList.Updated, fromAny old: any SolvedLayout, in container: Container
  ) throws(LayoutError) -> any SolvedLayout
}

extension CollectionLayout {
  static var kind: String { Metrics.kind }

  static var hasBackgrounds: Bool { false }

  var scrollDirection: ScrollAxis { .vertical }

  var arrangement: String { Self.kind }

  func arrangement(in container: Container) -> String { arrangement }

  var itemsPushOthers: Bool { true }

  var learnsEstimates: Bool { false }

  func expecting(_ size: Size) -> Self { self }

  func itemsPerLine(in container: Container) -> Int { 1 }

  static var packing: ItemPacking { .lines }

  func prepare(
    _ updated: SectionList.Updated, from old: Solved, in container: Container
  ) throws(LayoutError) -> Solved {
    try prepare(updated.sections, in: container)
  }

  func prepare(
    _ updated: SectionList.Updated, fromAny old: any SolvedLayout, in container: Container
  ) throws(LayoutError) -> any SolvedLayout {
    guard let old = old as? Solved else { return try prepare(updated.sections, in: container) }
    return try prepare(updated, from: old, in: container)
  }
}

extension CollectionLayout where Metrics == NoMetrics {
  var metrics: NoMetrics { NoMetrics() }
}

extension CollectionLayout {
  /// The layout's parameters.
  static func table(of layout: Self) -> ParameterTable {
    var layout = layout
    var lister = ParameterLister()
    fields(&layout, &lister)
    return lister.table
  }

  /// The layout with parameters assigned by name.
  ///
  /// - Throws: `ParameterError` for a name that is no parameter's, or a value of another type.
  func assigning(_ given: [GivenParameter]) throws(ParameterError) -> Self {
    var layout = self
    var setter = ParameterSetter(given)
    Self.fields(&layout, &setter)
    try setter.finish(Self.kind) { Self.table(of: self) }
    return layout
  }
}
