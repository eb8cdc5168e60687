/// A collection that has been laid out: an immutable value with the attributes of every element.
///
/// Ask it for the elements in a rect; that takes no longer in a collection of a million items:
///
/// ```swift
/// let sections = SectionList([Section(items: ItemSequence(count: 1000))])
/// let container = Container(size: Size(width: 320, height: 440))
/// let list = try LayoutKind.list(ListLayout()).prepare(sections, in: container)
/// let height = list.contentSize.height  // 44000.0
///
/// // The rows in the viewport once it has scrolled by ten rows of 44 points.
/// let viewport = Rect(x: 0, y: 440, width: 320, height: 440)
/// let rows = list.elements(in: viewport, visible: viewport)
/// let count = rows.count  // 10
/// let first = rows[0].indexPath.item  // 10
/// ```
public protocol SolvedLayout: AnyObject, Sendable {
  /// The size of the content, in points.
  var contentSize: Size { get }

  /// The direction in which the content scrolls.
  var axis: ScrollAxis { get }

  /// Whether the leading edge is on the right.
  var isMirrored: Bool { get }

  /// Likely mistakes in the data that did not stop the layout.
  var warnings: [LayoutWarning] { get }

  /// A bound of the magnitudes of all coordinates and extents of elements, in points; it may be well above them.
  ///
  /// It bounds the numbers as they are, with the rounding of their sums and to pixels: `PixelGrid.bound(ofCoordinatesWithin:)`.
  ///
  /// - Complexity: O(1) for the sections.
  var coordinateBound: Double { get }

  /// About how many elements there are: the placed items, and other elements if they can be as many.
  ///
  /// - Parameter itemCount: how many items the collection has.
  func elementCount(ofItems itemCount: Int) -> Int

  /// How many of the elements have a z-index other than 0 at least, when all are asked for.
  ///
  /// - Parameter itemCount: how many items the collection has.
  func stackedElementCount(ofItems itemCount: Int) -> Int

  /// The elements that meet `rect`, or all, in the order of the wire.
  ///
  /// - Parameters:
  ///   - rect: content coordinates; nil asks for every element.
  ///   - visible: the rect that pinned elements pin to and that elements follow which follow scrolling, before the
  ///     container's insets; nil leaves them in their places.
  func elements(in rect: Rect?, visible: Rect?) -> ElementList

  /// All elements but some cells, in the order of the wire.
  ///
  /// - Parameter skipped: cells that `sharedCells` has found, by section, in ascending order.
  func elements(except skipped: [Int: [Range<Int>]], visible: Rect?) -> ElementList

  /// Cells that look the same in an older layout, all at one distance from their old places, to the pixel.
  ///
  /// Other cells may look the same too; layouts of most kinds find none.
  ///
  /// - Parameter map: the map of the batch from the older layout to this one.
  /// - Complexity: O(s + k log² n) for s sections and k changed chunks of n items.
  func sharedCells(with old: any SolvedLayout, by map: UpdateMap) -> [SharedCells]

  /// The attributes of one element, or nil when there is no such element.
  func attributes(of element: ElementPath, visible: Rect?) -> LayoutAttributes?

  /// The space in which the content of an element is measured.
  ///
  /// - Parameter element: one of the layout's, whose size is estimated.
  func fittingRoom(of element: LayoutAttributes) -> FittingRoom

  /// Whether an element of a kind belongs to the item of its index path, and goes where it goes; others
  /// belong to their section.
  func followsItem(_ kind: ElementKind, inSection section: Int) -> Bool

  /// Where a section begins: a rect of no extent along the scroll direction, in content coordinates. Nil if there is no such
  /// section, or if the layout has no place for a section apart from its elements.
  ///
  /// - Complexity: O(log s) for s sections.
  func beginning(ofSection section: Int) -> Rect?

  /// The views that pin while a section is in the visible rect: its own, and those of the whole layout. Each is in its
  /// natural place, with the z-index that it has while it is pinned.
  ///
  /// - Complexity: O(log s + p) for p views of a section of s.
  func pinningViews(ofSection section: Int) -> [LayoutAttributes]

  /// Whether scrolling alone changes attributes (`shouldInvalidateLayout(forBoundsChange:)` for bounds of one size).
  var followsVisibleRect: Bool { get }

  /// The sections that scroll across the scroll direction, of those that meet `rect`, or of all.
  func orthogonalSections(in rect: Rect?) -> [OrthogonalSection]

  /// A section that scrolls across the scroll direction; nil for any other.
  ///
  /// - Complexity: O(log s + g) for s sections of g groups.
  func orthogonalSection(_ section: Int) -> OrthogonalSection?

  /// The layout with sections scrolled across: queries find the elements of these that are in a rect then. All frames stay
  /// those at offset 0.
  ///
  /// - Complexity: O(1).
  func scrolled(across offsets: OrthogonalOffsets) -> any SolvedLayout

  /// How far scrolling across has moved the items of a section, in points of content coordinates.
  ///
  /// - Complexity: O(log s) for s sections.
  func orthogonalShift(ofSection section: Int) -> Point

  /// Where scrolling that would end at `proposed` comes to rest
  /// (`targetContentOffset(forProposedContentOffset:withScrollingVelocity:)`); nil where the layout does not
  /// snap.
  ///
  /// - Parameters:
  ///   - proposed: the visible rect at the end of the movement.
  ///   - velocity: points a millisecond; zero rests where it is nearest.
  func targetContentOffset(forProposed proposed: Rect, velocity: Point) -> Point?
}

extension SolvedLayout {
  public func followsItem(_ kind: ElementKind, inSection section: Int) -> Bool {
    kind == .cell || kind == .separator
  }

  public func elementCount(ofItems itemCount: Int) -> Int { itemCount }

  public func stackedElementCount(ofItems itemCount: Int) -> Int { 0 }

  public func elements(except skipped: [Int: [Range<Int>]], visible: Rect?) -> ElementList {
    elements(in: nil, visible: visible)
  }

  public func sharedCells(with old: any SolvedLayout, by map: UpdateMap) -> [SharedCells] { [] }

  public func fittingRoom(of element: LayoutAttributes) -> FittingRoom { FittingRoom() }

  public func beginning(ofSection section: Int) -> Rect? { nil }

  public func pinningViews(ofSection section: Int) -> [LayoutAttributes] { [] }

  public func orthogonalSections(in rect: Rect?) -> [OrthogonalSection] { [] }

  public func orthogonalSection(_ section: Int) -> OrthogonalSection? { nil }

  public func scrolled(across offsets: OrthogonalOffsets) -> any SolvedLayout { self }

  public func orthogonalShift(ofSection section: Int) -> Point { .zero }

  public func targetContentOffset(forProposed proposed: Rect, velocity: Point) -> Point? { nil }
}

extension PixelGrid {
  /// A bound of coordinates and extents that would be within `farthest` points if numbers were not rounded.
  ///
  /// Numbers are rounded, and each frame is added up in an order of its own. A billionth is far above that: it is what
  /// ten million additions may lose at worst. An origin that snaps moves by up to half a pixel.
  func bound(ofCoordinatesWithin farthest: Double) -> Double { farthest + farthest * 1e-9 + hairline }
}

extension Rect {
  /// Whether a coordinate or an extent is beyond `Coordinate.limit`, or no number.
  public var exceedsCoordinateLimit: Bool {
    let limit = Coordinate.limit
    return !(abs(x) <= limit && abs(y) <= limit && abs(width) <= limit && abs(height) <= limit)
  }
}
