/// The part of a solved section that differs between kinds that stack their sections: its cells.
///
/// Local coordinates: `along` is 0 at the body's start, after the header and the section's inset; `across` is 0 at the
/// container's edge, so that a body places its own leading inset.
protocol SectionBody: Sendable {
  /// The extent along the scroll direction, without the section's insets.
  var length: Double { get }

  /// The extent that the body needs across the scroll direction if that is more than the container has; else 0.
  var breadth: Double { get }

  /// How far cells may reach beyond where the next ones begin: spacing below zero makes them overlap.
  var overlap: Double { get }

  /// How far elements reach out of the body before its start.
  var leadingOverhang: Double { get }

  /// A bound of how far cells and decorations reach across the scroll direction beyond the container and the section's
  /// insets.
  var sideReach: Double { get }

  /// Whether its cells follow the visible rect, which the collector knows.
  var followsVisibleRect: Bool { get }

  /// Where scrolling may come to rest in the body; nil where it rests anywhere.
  var rests: RestingPlaces? { get }

  /// Whether its items keep their columns, and some got theirs only here.
  var choosesColumns: Bool { get }

  /// The columns of the items that got theirs only here.
  var chosenColumns: ContiguousArray<ColumnRun> { get }

  /// How many of its items are not placed.
  var unplacedItemCount: Int { get }

  /// Whether cells stand in front of one another: all but two of a body at most have a z-index other than 0.
  static var stacksCells: Bool { get }

  /// Takes the rules of another section where they are equal to its own.
  mutating func share(with other: Self)

  /// A problem that did not stop solving the body; nil if there was none.
  var warning: BodyWarning? { get }

  /// Adds the cells that may meet `range`, in order; the collector drops those that do not.
  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector)

  /// Adds all cells but some, which `sharedRows` has found, in ascending order.
  func addCells(except skipped: [Range<Int>], to collector: inout ElementCollector)

  /// The cells that look the same in the body of the section before a batch, in stretches that are moved as a whole.
  func sharedRows(with old: Self, _ kept: KeptItems) -> [SharedRows]

  /// Adds one cell.
  func addCell(_ item: Int, to collector: inout ElementCollector)

  /// Adds the decorations that may meet `range`, in order.
  func addDecorations(meeting range: ClosedRange<Double>, to collector: inout ElementCollector)

  /// Adds one element that is neither a cell nor a strip, if the kind has it.
  func addElement(_ kind: ElementKind, _ index: Int, to collector: inout ElementCollector)

  /// The size available to the content of one of its elements.
  ///
  /// - Parameters:
  ///   - element: one that is estimated.
  ///   - breadth: the layout's extent across the scroll direction.
  func fittingRoom(of element: LayoutAttributes, along axis: ScrollAxis, in breadth: Double) -> FittingRoom

  /// The elements of a layout of such bodies: `StackedLayout.findElements`.
  ///
  /// No body brings its own. As a requirement it is compiled for each kind of body; otherwise one function would serve
  /// all kinds and look up the kind of body at every turn.
  static func elements(of layout: StackedLayout<Self>, in rect: Rect?, visible: Rect?) -> ElementList
}

extension SectionBody {
  var breadth: Double { 0 }

  var leadingOverhang: Double { 0 }

  var sideReach: Double { 0 }

  var followsVisibleRect: Bool { false }

  var rests: RestingPlaces? { nil }

  var choosesColumns: Bool { false }

  var chosenColumns: ContiguousArray<ColumnRun> { [] }

  var unplacedItemCount: Int { 0 }

  static var stacksCells: Bool { false }

  mutating func share(with other: Self) {}

  func addCells(except skipped: [Range<Int>], to collector: inout ElementCollector) {
    addCells(meeting: .everything, to: &collector)
  }

  func sharedRows(with old: Self, _ kept: KeptItems) -> [SharedRows] { [] }

  func addDecorations(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {}

  func addElement(_ kind: ElementKind, _ index: Int, to collector: inout ElementCollector) {}

  func fittingRoom(of element: LayoutAttributes, along axis: ScrollAxis, in breadth: Double) -> FittingRoom {
    FittingRoom(upTo: breadth, along: axis)
  }

  static func elements(of layout: StackedLayout<Self>, in rect: Rect?, visible: Rect?) -> ElementList {
    layout.findElements(in: rect, visible: visible)
  }
}

/// A warning about cells of one section.
struct BodyWarning: Sendable {
  var code: LayoutWarning.Code
  var firstItem: Int
  var count: Int

  func layoutWarning(ofSection section: Int) -> LayoutWarning {
    LayoutWarning(code: code, section: section, item: firstItem, count: count, kind: nil)
  }
}
