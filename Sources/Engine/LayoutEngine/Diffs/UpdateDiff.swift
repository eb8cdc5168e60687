/// The difference between two solved layouts: the elements that appear, disappear, move and resize, each with its first
/// and last attributes.
///
/// In a viewport, an animation runs from `initial` minus the old content offset to `final` minus the new one.
public struct UpdateDiff: Sendable {
  /// The kind of change of an element.
  public enum ChangeType: String, CaseIterable, Sendable {
    case insert, delete, move, reload, reconfigure
    /// Only the frame or the index path changes.
    case shift
  }

  /// The second fact about an element that moves: it is also drawn anew.
  public enum Renewal: String, CaseIterable, Sendable {
    case reloaded, reconfigured
  }

  /// Whether the client has an element before and after a change.
  public enum Presence: String, Sendable {
    /// Before and after, as far as it exists; and in a difference of all elements.
    case stays
    /// The element was outside of the client's window before.
    case appears
    /// The element exists, but is outside of the client's window after.
    case disappears
  }

  /// The change of one element.
  public struct Change: Hashable, Sendable {
    /// What happens to the element.
    public var type: ChangeType
    /// Whether an element of the type `move` is reloaded or reconfigured as well; nil for any other type.
    public var renewal: Renewal?
    /// The kind of the element.
    public var kind: ElementKind
    /// The old index path; nil for an element that appears.
    public var from: IndexPath?
    /// The new index path; nil for an element that disappears.
    public var to: IndexPath?
    /// The attributes at the start of the animation. Ignore its index path.
    public var initial: LayoutAttributes
    /// The attributes at the end of the animation.
    public var final: LayoutAttributes
    /// Whether the client has the element before and after the change.
    public var presence: Presence

    /// Creates a change of one element; an index path is nil where the element does not exist.
    public init(
      type: ChangeType, kind: ElementKind, from: IndexPath?, to: IndexPath?, initial: LayoutAttributes,
      final: LayoutAttributes, presence: Presence = .stays, renewal: Renewal? = nil
    ) {
      self.type = type
      self.renewal = renewal
      self.kind = kind
      self.from = from
      self.to = to
      self.initial = initial
      self.final = final
      self.presence = presence
    }
  }

  /// The old and the new content size, in points.
  public var contentSize: (from: Size, to: Size)
  /// The old and the new content offset, in points.
  public var contentOffset: (from: Point, to: Point)
  /// The sections that are scrolled across by another distance than before, by their numbers after.
  public var orthogonalOffsets: [(section: Int, from: Double, to: Double)] = []
  /// The changes of single elements, in the order in which responses list them.
  public var changes: [Change]
  /// Consecutive cells that shift by the same distance, and are not in `changes`; nil if such shifts are not folded.
  public var runs: [ShiftRun]?
  /// The elements that the client has after, if the difference is of a viewport's window.
  package var window: ElementIndex?
  /// The distance by which the viewport's own client scrolled it, in points.
  public var scrolled = Point.zero
  /// The content offsets to which the viewport scrolls before and after, if its policy has a say in them.
  public var scrollRange: (from: ScrollRange, to: ScrollRange)?
  /// The first element that the reader saw, if it has moved on screen.
  public var displaced: DisplacedElement?

  /// Folds the shifts of consecutive cells into runs, if they are not folded yet.
  ///
  /// - Complexity: O(n) for n changes.
  public mutating func foldRuns() {
    guard runs == nil else { return }
    let folded = ShiftRun.fold(changes)
    (changes, runs) = (folded.changes, folded.runs)
  }

  /// The distance to scroll by, in points, so that visible elements stay in place: the change of the content offset, less
  /// the scrolling of the viewport's own client, which has scrolled already.
  public var contentOffsetAdjustment: Point {
    Point(
      x: contentOffset.to.x - contentOffset.from.x - scrolled.x,
      y: contentOffset.to.y - contentOffset.from.y - scrolled.y)
  }
}

extension LayoutAttributes {
  /// Whether both have the same frame and appearance and pin alike, give or take the rounding noise of sums.
  func isSame(as other: LayoutAttributes) -> Bool {
    frame.isNear(other.frame) && appearance == other.appearance && isEstimated == other.isEstimated
      && isPinned == other.isPinned && pins == other.pins
  }
}

extension ElementList {
  /// Whether an element has the same frame and appearance as another list's and pins like it, give or take the rounding
  /// noise of sums.
  func isSame(_ row: Int, as other: ElementList, _ otherRow: Int) -> Bool {
    let (own, others) = (records[row], other.records[otherRow])
    return own.frame.isNear(others.frame) && own.isEstimated == others.isEstimated
      && own.isPinned == others.isPinned && own.pins == others.pins && hasAppearance(own, of: other, others)
  }
}

extension Rect {
  fileprivate func isNear(_ other: Rect) -> Bool {
    Rect.near(x, other.x) && Rect.near(y, other.y) && Rect.near(width, other.width)
      && Rect.near(height, other.height)
  }

  /// Sums of fractions differ in their last bits by the order of their terms.
  private static func near(_ a: Double, _ b: Double) -> Bool {
    a == b || abs(a - b) <= 1e-9 * max(1, abs(a), abs(b))
  }
}
