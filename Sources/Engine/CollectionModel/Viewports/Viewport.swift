import LayoutEngine

/// A layout, and the client's JSON text for it, which responses repeat.
public struct LayoutChoice: Sendable {
  /// The layout's kind with its parameters.
  public var kind: LayoutKind
  /// The client's JSON text for the layout, in UTF-8.
  public var jsonText: [UInt8]

  /// Creates a choice of a layout with its JSON text.
  public init(kind: LayoutKind, jsonText: [UInt8]) {
    self.kind = kind
    self.jsonText = jsonText
  }
}

/// One viewport on a collection.
public struct Viewport: Sendable {
  /// The name of the viewport that every collection has.
  public static let main = "main"

  /// The container, which the layout fills.
  public internal(set) var container: Container
  /// The client's JSON text for the container, in UTF-8.
  public internal(set) var containerJSON: [UInt8]
  /// The viewport's own layout; nil uses the collection's.
  public internal(set) var ownLayout: LayoutChoice?
  /// The visible rect in content coordinates, in points; its origin is the content offset. Nil if the client never
  /// moved the viewport.
  public internal(set) var bounds: Rect?
  /// How far sections are scrolled across. They go with the bounds: there are none without.
  public internal(set) var orthogonalOffsets = OrthogonalOffsets()
  /// How far beyond the bounds the client has elements.
  public internal(set) var overscan: Overscan
  /// The choices of the viewport's reader in outlines; nil if it shows the state of the collection.
  package internal(set) var ownOutline: OwnOutline?
  /// The viewport's preferences where its reader's place alone does not decide its bounds.
  package var policy = ReadingPolicy()
  /// The version at which the viewport was last moved; nil if it never was.
  public internal(set) var movedAt: Int?
  /// When the viewport was last used; unused viewports expire.
  package internal(set) var usedAt = Moment.now
  /// When the client scrolled the viewport last; nil if it rests since.
  var scrolledAt: Moment?
  var prefetcher = Prefetcher()
  var knownOffsets = KnownOffsets()
  /// Whether the client has exactly the elements of the window, as far as the server knows. It does not know before its
  /// first response with bounds, and after a restart.
  var isSynced: Bool

  /// Creates a viewport; `bounds` is in points of content coordinates.
  public init(
    container: Container, containerJSON: [UInt8], ownLayout: LayoutChoice? = nil, bounds: Rect? = nil,
    overscan: Overscan = .none, orthogonalOffsets: OrthogonalOffsets = OrthogonalOffsets()
  ) {
    self.container = container
    self.containerJSON = containerJSON
    self.ownLayout = ownLayout
    self.bounds = bounds
    self.overscan = overscan
    self.orthogonalOffsets = orthogonalOffsets
    isSynced = bounds != nil
    // The client of a new collection is at its first version.
    if let bounds { knownOffsets.begin(at: bounds.origin, 1) }
  }

  /// The rect whose elements the client has, in points: the bounds with their overscan. Nil without bounds.
  public var window: Rect? { bounds.map(overscan.window) }

  var key: ViewportKey {
    ViewportKey(container: container, layoutJSON: ownLayout?.jsonText, outlined: ownOutline?.viewport)
  }

  /// Whether both show the same part of the same layout.
  package func looks(like other: Viewport) -> Bool {
    bounds == other.bounds && orthogonalOffsets == other.orthogonalOffsets && movedAt == other.movedAt
      && isDefined(as: other)
  }

  /// Whether both have the same container, layout, overscan, policy and outline.
  func isDefined(as other: Viewport) -> Bool {
    overscan == other.overscan && policy == other.policy && key == other.key
      && containerJSON == other.containerJSON && ownOutline == other.ownOutline
  }

  /// Returns the viewport as it comes from a journal: the server does not know what its client has.
  ///
  /// - Parameter version: the newest version of the collection. An index path of an earlier one may name another item.
  func restored(at version: Int, now: Moment) -> Viewport {
    var viewport = self
    viewport.isSynced = false
    if movedAt != version, case .indexPath? = policy.roomBelow { viewport.policy.roomBelow = nil }
    viewport.usedAt = now
    viewport.scrolledAt = nil
    viewport.prefetcher = Prefetcher()
    viewport.knownOffsets = KnownOffsets()
    return viewport
  }
}

/// A change of one viewport. The collection stays at its version.
public struct ViewportChange: Sendable {
  /// The name of the viewport.
  public var name: String
  /// In a new container or layout, or under a new policy, bounds at the old content offset keep the reader's place, and
  /// give their size; others are where the reader is now.
  public var bounds: Rect
  /// How far sections are scrolled across: those that are named; nil resets all of them to 0.
  public var orthogonalOffsets: [OrthogonalOffset]? = []
  /// The content offset that the client gave, if its bounds were at another version than the collection; else nil.
  package var givenOffset: Point?
  /// The scroll velocity in points a millisecond, zero at rest; nil if the client does not know it.
  public var velocity: Point?
  /// Whether scrolling comes to rest at multiples of the bounds' size.
  public var isPaging = false
  /// Nil leaves the container as it is.
  public var container: (value: Container, jsonText: [UInt8])?
  /// Nil leaves the overscan as it is.
  public var overscan: Overscan?
  /// Nil leaves the policy as it is.
  package var policy: ReadingPolicy?
  /// Sizes that the client has measured in the container of this change.
  public var measurements: [MeasuredElement] = []
  /// What stays in place in the viewport while sizes change; nil chooses a visible element.
  public var anchor: DiffAnchor?
  /// An item or a section to scroll to, after the measurements, and its position in the viewport.
  public var scrollTarget: (item: IndexPath, position: ScrollPosition)?
  /// An edge of the content to scroll to, after the measurements.
  public var scrollEdge: ScrollEdge?
  /// Whether to return all elements of the window, whatever the client has.
  public var isResync = false
  /// Whether the viewport has an outline of its own; nil leaves it as it is.
  package var hasOwnOutline: Bool?
  /// Nil leaves the layout as it is; `.some(nil)` returns to the collection's.
  public var layout: LayoutChoice??

  /// Creates a change to bounds in points of content coordinates; members that are left out stay as they are.
  public init(
    name: String, bounds: Rect, overscan: Overscan? = nil,
    container: (value: Container, jsonText: [UInt8])? = nil, layout: LayoutChoice?? = nil
  ) {
    self.name = name
    self.bounds = bounds
    self.overscan = overscan
    self.container = container
    self.layout = layout
  }

  /// Whether the change names a place to scroll to, whatever its bounds.
  package var namesPlace: Bool { scrollTarget != nil || scrollEdge != nil }
}
