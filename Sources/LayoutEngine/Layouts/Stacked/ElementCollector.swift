/// Gathers the elements that a query finds: places each, drops what does not meet the query's rect.
struct ElementCollector {
  private(set) var list = ElementList()
  let space: ContentSpace
  /// Content coordinates; nil takes every element.
  private let filter: Rect?
  /// The section whose elements come next.
  var section = 0
  /// Where that section's local coordinates begin, along the scroll direction.
  var origin = 0.0
  /// The visible rect seen from the scroll direction, in content coordinates.
  let visible: AxialRect?
  /// The middle of what is visible, along the scroll direction: what elements follow that follow scrolling.
  let focus: Double
  /// The stretch across the scroll direction in which elements may meet the query's rect.
  let soughtAcross: ClosedRange<Double>

  init(space: ContentSpace, filter: Rect?, visible: Rect?, focus: Double = 0) {
    self.space = space
    self.visible = visible.map(space.axialRect)
    self.filter = filter
    self.focus = focus
    let margin = max(1, space.grid.hairline)
    soughtAcross =
      filter.map(space.axialRect).map { $0.across - margin...$0.across + $0.breadth + margin }
      ?? -Double.infinity...Double.infinity
  }

  /// Whether the content is mirrored, so that transforms a formula makes have to be too.
  var isMirrored: Bool { space.mirrorWidth != nil }

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
    appearance: Appearance? = nil
  ) {
    add(kind: kind, item: item, local, isEstimated: isEstimated, isPinned: isPinned) { appearance }
  }

  /// Takes an element whose appearance costs something to find: asked for only where the element is taken.
  @inline(__always)
  mutating func add(
    kind: UInt16, item: Int, _ local: AxialRect, isEstimated: Bool, isPinned: Bool,
    appearance: () -> Appearance?
  ) {
    var rect = local
    rect.along += origin
    let frame = space.place(rect)
    if let filter, !frame.intersects(filter) { return }
    let record = ElementList.Record(
      frame: frame, section: Int32(truncatingIfNeeded: section), item: Int32(truncatingIfNeeded: item),
      kind: kind, isEstimated: isEstimated, isPinned: isPinned, appearance: -1)
    if let appearance = appearance() {
      list.append(record, appearance: appearance)
    } else {
      list.append(record)
    }
  }

  @inline(__always)
  mutating func addCell(_ item: Int, _ local: AxialRect, isEstimated: Bool, appearance: Appearance?) {
    add(kind: 0, item: item, local, isEstimated: isEstimated, appearance: appearance)
  }
}
