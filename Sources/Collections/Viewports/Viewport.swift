import LayoutEngine

/// A layout, and how the client described it (JSON), which it is told again.
public struct LayoutChoice: Sendable {
  public var kind: LayoutKind
  public var jsonText: [UInt8]

  public init(kind: LayoutKind, jsonText: [UInt8]) {
    self.kind = kind
    self.jsonText = jsonText
  }
}

/// One screen that shows a collection.
public struct Viewport: Sendable {
  /// The name of the one that every collection has.
  public static let main = "main"

  public internal(set) var container: Container
  public internal(set) var containerJSON: [UInt8]
  /// The viewport's own layout; nil shows the collection's.
  public internal(set) var ownLayout: LayoutChoice?
  /// What the user sees: its origin is the content offset. Nil where nobody looks.
  public internal(set) var bounds: Rect?
  /// The version at which the viewport was moved last, if it was: what it showed at it is not what it shows.
  public internal(set) var movedAt: Int?
  /// When the viewport was last moved, to tell which ones nobody looks at any more.
  var usedAt = ContinuousClock.now
  var prefetcher = Prefetcher()
  /// Nil after a change: the client then has what is visible.
  var held: HeldElements?

  public init(
    container: Container, containerJSON: [UInt8], ownLayout: LayoutChoice? = nil, bounds: Rect? = nil
  ) {
    self.container = container
    self.containerJSON = containerJSON
    self.ownLayout = ownLayout
    self.bounds = bounds
  }

  var key: ViewportKey { ViewportKey(container: container, layoutJSON: ownLayout?.jsonText) }

  /// Whether both show the same in the same place.
  func looks(like other: Viewport) -> Bool {
    bounds == other.bounds && movedAt == other.movedAt && key == other.key
      && containerJSON == other.containerJSON
  }
}
