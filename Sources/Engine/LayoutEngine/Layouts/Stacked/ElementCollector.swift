import Cancellation

/// Gathers the elements that a query finds: places each, drops those that do not meet the query's rect.
struct ElementCollector {
  private(set) var list = ElementList()
  private var pace = Pace()
  let space: ContentSpace
  /// The rect of the query, in content coordinates; nil takes every element.
  private let query: Rect?
  /// That rect, as the next elements see it.
  private var filter: Rect?
  /// How far sections are scrolled across.
  var orthogonalOffsets = OrthogonalOffsets()
  /// How far the next elements are scrolled across, in points from the leading edge.
  private(set) var scrolledAcross = 0.0
  /// The section whose elements come next.
  var section = 0
  /// Where that section's local coordinates begin, along the scroll direction.
  var origin = 0.0
  /// The query's rect, seen from the scroll direction; a little wider, because frames move by up to half a pixel when
  /// they snap. Nil seeks everything.
  let sought: AxialRect?
  /// The stretch of content that pinned elements stay in; nil does not pin them.
  let pinRange: ClosedRange<Double>?
  /// The middle of the visible rect along the scroll direction, which elements follow that follow scrolling.
  let focus: Double

  init(space: ContentSpace, filter: Rect?, pinRange: ClosedRange<Double>?, focus: Double) {
    self.space = space
    (query, self.filter) = (filter, filter)
    self.pinRange = pinRange
    self.focus = focus
    let margin = max(1, space.grid.hairline)
    sought = filter.map { space.axialRect($0).widened(by: margin) }
    // About a viewport: else the list is copied again and again while it grows to that.
    if filter != nil { list.reserveCapacity(32) }
  }

  /// The stretch across the scroll direction in which elements may meet the query's rect.
  var soughtAcross: ClosedRange<Double> {
    sought?.stretchAcross ?? .everything
  }

  /// Whether it takes no more elements, because the computation should stop.
  var isStopped: Bool { pace.isStopped }

  /// Whether the content is mirrored, so that transforms a formula makes have to be too.
  var isMirrored: Bool { space.mirrorWidth != nil }

  /// Takes the next elements if they meet the query's rect after scrolling across by a distance.
  mutating func scroll(across distance: Double) {
    guard distance != scrolledAcross else { return }
    scrolledAcross = distance
    filter = query?.moved(by: space.vector(across: distance))
  }

  mutating func code(of kind: ElementKind) -> UInt16 { list.code(of: kind) }

  /// Makes room for that many more elements, if they are more than there are: asked for section by section,
  /// any less would copy the list each time.
  mutating func reserve(_ additional: Int) {
    if additional > list.count { list.reserveCapacity(list.count + additional) }
  }

  /// Takes an element whose rect is given in the section's local coordinates, its size already snapped.
  @inline(__always)
  mutating func add(
    kind: UInt16, item: Int, _ local: AxialRect, isEstimated: Bool, isPinned: Bool = false,
    pins: PinnedEdge? = nil, appearance: Appearance? = nil
  ) {
    add(kind: kind, item: item, local, isEstimated: isEstimated, isPinned: isPinned, pins: pins) {
      appearance
    }
  }

  /// Takes an element whose appearance costs something to find: asked for only where the element is taken.
  @inline(__always)
  mutating func add(
    kind: UInt16, item: Int, _ local: AxialRect, isEstimated: Bool, isPinned: Bool,
    pins: PinnedEdge? = nil, appearance: () -> Appearance?
  ) {
    if pace.isOver(after: 4) { return }
    var rect = local
    rect.along += origin
    let frame = space.place(rect)
    if let filter, !frame.intersects(filter) { return }
    let record = ElementList.Record(
      frame: frame, section: Int32(truncatingIfNeeded: section), item: Int32(truncatingIfNeeded: item),
      kind: kind, isEstimated: isEstimated, isPinned: isPinned, pins: pins, appearance: -1)
    if let appearance = appearance() {
      list.append(record, appearance: appearance)
    } else {
      list.append(record)
    }
  }

  @inline(__always)
  mutating func addCell(
    _ item: Int, _ local: AxialRect, isEstimated: Bool, appearance: @autoclosure () -> Appearance?
  ) {
    add(kind: 0, item: item, local, isEstimated: isEstimated, isPinned: false, appearance: appearance)
  }

  /// How many cells `addPlainCells` should be given at once, at most: it asks once whether the computation should stop.
  static let cellsAtOnce = Pace.steps / 4

  /// Takes cells that follow one another and are drawn plainly, several at a time.
  ///
  /// - Parameters:
  ///   - space: the collector's, or a plain one that gives the same frames.
  ///   - cell: returns the rect of a cell, and whether it is estimated, as `addCell` takes them. It is asked for each,
  ///     in order.
  @inline(__always)
  mutating func addPlainCells(
    _ items: Range<Int>, in space: some CellSpace, _ cell: (Int) -> (rect: AxialRect, isEstimated: Bool)
  ) {
    if pace.isOver(after: 4 * items.count) { return }
    let (section, origin) = (Int32(truncatingIfNeeded: section), origin)
    list.append(upTo: items.count) { records in
      for item in items {
        var (rect, isEstimated) = cell(item)
        rect.along += origin
        guard let frame = space.frame(of: rect) else { continue }
        records.append(
          ElementList.Record(
            frame: frame, section: section, item: Int32(truncatingIfNeeded: item), kind: 0,
            isEstimated: isEstimated, isPinned: false, appearance: -1))
      }
    }
  }

  /// Draws the cells from a row on otherwise than they were added.
  ///
  /// - Parameters:
  ///   - steps: the cost of drawing one of them.
  ///   - draw: returns how a cell is drawn that was drawn in another way.
  mutating func redrawCells(
    from first: Int, steps: Int, _ draw: (ElementList.Record, Appearance) -> Appearance
  ) {
    for row in first..<list.count where list.records[row].kind == 0 {
      if pace.isOver(after: 4 + steps) { return }
      let record = list.records[row]
      list.draw(row, as: draw(record, list.appearance(of: record)))
    }
  }

  /// The space of the query, for `addPlainCells`.
  var querySpace: QuerySpace { QuerySpace(content: space, filter: filter) }
}
