/// The body of a section of a compositional layout: its groups, or the body that another kind makes of it.
///
/// A body is behind one reference, which is compiled once for each kind of body; the layout around it is compiled once.
struct CompositionalContent: Sendable {
  private var box: any BodyBox
  let breadth: Double
  /// A bound of how far the section's space at the sides moves the cells of another kind.
  private let displacement: Double
  /// Draws the cells by their places in the viewport; nil draws them as the body does.
  var drawing: VisibleItemsDrawing?

  /// Groups, whose places have the section's space in them.
  init(_ groups: CompositionalBody) {
    box = BoxedBody(groups)
    breadth = groups.breadth
    displacement = 0
  }

  /// The body of a section of another kind.
  init<Body: SectionBody>(_ body: Body, in space: KindSpace) {
    box = BoxedBody(body)
    breadth = max(space.breadth, body.breadth)
    displacement = abs(space.container.sides.leading) + abs(space.container.sides.trailing)
  }

  /// The groups of a section that has any.
  var groups: CompositionalBody? { body() }

  /// The body, if it is of that type.
  func body<Body: SectionBody>(_ type: Body.Type = Body.self) -> Body? {
    (box as? BoxedBody<Body>)?.body
  }

  /// The part that scrolls across, from side to side of the content.
  private var scroller: ClosedRange<Double>? {
    guard let groups, groups.isOrthogonal else { return nil }
    return groups.scroller
  }

  /// Adds cells, and draws them by their places in the viewport.
  private func addDrawn(
    to collector: inout ElementCollector, _ add: (any BodyBox, inout ElementCollector) -> Void
  ) {
    let first = collector.list.count
    add(box, &collector)
    drawing?.draw(from: first, across: scroller, to: &collector)
  }
}

extension CompositionalContent: SectionBody {
  var length: Double { box.length }

  var overlap: Double { box.overlap }

  var leadingOverhang: Double { box.leadingOverhang }

  var sideReach: Double { box.sideReach + 2 * displacement }

  /// Items of a section that scrolls across follow its own offset, not the visible rect.
  var followsVisibleRect: Bool { box.followsVisibleRect || drawing != nil && scroller == nil }

  var choosesColumns: Bool { box.choosesColumns }

  var chosenColumns: ContiguousArray<ColumnRun> { box.chosenColumns }

  var warning: BodyWarning? { box.warning }

  mutating func share(with other: CompositionalContent) {
    // Groups have no rules to share.
    if groups == nil { box = box.sharing(other.box) }
  }

  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    addDrawn(to: &collector) { $0.addCells(meeting: range, to: &$1) }
  }

  func addCells(except skipped: [Range<Int>], to collector: inout ElementCollector) {
    addDrawn(to: &collector) { $0.addCells(except: skipped, to: &$1) }
  }

  func sharedRows(with old: CompositionalContent, _ kept: KeptItems) -> [SharedRows] {
    drawing == nil && old.drawing == nil ? box.sharedRows(with: old.box, kept) : []
  }

  func addCell(_ item: Int, to collector: inout ElementCollector) {
    addDrawn(to: &collector) { $0.addCell(item, to: &$1) }
  }

  func addDecorations(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    box.addDecorations(meeting: range, to: &collector)
  }

  func addElement(_ kind: ElementKind, _ index: Int, to collector: inout ElementCollector) {
    box.addElement(kind, index, to: &collector)
  }

  func fittingRoom(of element: LayoutAttributes, along axis: ScrollAxis, in breadth: Double) -> FittingRoom {
    box.fittingRoom(of: element, along: axis, in: breadth)
  }
}

/// What a layout asks of a body that bodies of several kinds do not all leave to the defaults.
private protocol BodyBox: AnyObject, Sendable {
  var length: Double { get }
  var overlap: Double { get }
  var leadingOverhang: Double { get }
  var sideReach: Double { get }
  var followsVisibleRect: Bool { get }
  var choosesColumns: Bool { get }
  var chosenColumns: ContiguousArray<ColumnRun> { get }
  var warning: BodyWarning? { get }

  func sharing(_ other: any BodyBox) -> any BodyBox
  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector)
  func addCells(except skipped: [Range<Int>], to collector: inout ElementCollector)
  func sharedRows(with old: any BodyBox, _ kept: KeptItems) -> [SharedRows]
  func addCell(_ item: Int, to collector: inout ElementCollector)
  func addDecorations(meeting range: ClosedRange<Double>, to collector: inout ElementCollector)
  func addElement(_ kind: ElementKind, _ index: Int, to collector: inout ElementCollector)
  func fittingRoom(of element: LayoutAttributes, along axis: ScrollAxis, in breadth: Double) -> FittingRoom
}

private final class BoxedBody<Body: SectionBody>: BodyBox {
  let body: Body

  init(_ body: Body) { self.body = body }

  var length: Double { body.length }
  var overlap: Double { body.overlap }
  var leadingOverhang: Double { body.leadingOverhang }
  var sideReach: Double { body.sideReach }
  var followsVisibleRect: Bool { body.followsVisibleRect }
  var choosesColumns: Bool { body.choosesColumns }
  var chosenColumns: ContiguousArray<ColumnRun> { body.chosenColumns }
  var warning: BodyWarning? { body.warning }

  func sharing(_ other: any BodyBox) -> any BodyBox {
    guard let other = other as? BoxedBody<Body> else { return self }
    var shared = body
    shared.share(with: other.body)
    return BoxedBody(shared)
  }

  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    body.addCells(meeting: range, to: &collector)
  }

  func addCells(except skipped: [Range<Int>], to collector: inout ElementCollector) {
    body.addCells(except: skipped, to: &collector)
  }

  func sharedRows(with old: any BodyBox, _ kept: KeptItems) -> [SharedRows] {
    guard let old = old as? BoxedBody<Body> else { return [] }
    return body.sharedRows(with: old.body, kept)
  }

  func addCell(_ item: Int, to collector: inout ElementCollector) { body.addCell(item, to: &collector) }

  func addDecorations(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    body.addDecorations(meeting: range, to: &collector)
  }

  func addElement(_ kind: ElementKind, _ index: Int, to collector: inout ElementCollector) {
    body.addElement(kind, index, to: &collector)
  }

  func fittingRoom(of element: LayoutAttributes, along axis: ScrollAxis, in breadth: Double) -> FittingRoom {
    body.fittingRoom(of: element, along: axis, in: breadth)
  }
}
