/// What changes on the way from one solved layout to another: what appears, disappears, moves and resizes,
/// from where to where.
///
/// On screen an animation runs from `initial` less the old content offset to `final` less the new one.
public struct UpdateDiff: Sendable {
  /// What happened to an element.
  public enum ChangeType: String, CaseIterable, Sendable {
    case insert, delete, move, reload, reconfigure
    /// Nothing but its place or its index path.
    case shift
  }

  /// One element.
  public struct Change: Hashable, Sendable {
    public var type: ChangeType
    public var kind: ElementKind
    /// Its index path before; nil for what appears.
    public var from: IndexPath?
    /// Its index path after; nil for what disappears.
    public var to: IndexPath?
    /// At the first frame of the animation. Its index path does not count.
    public var initial: LayoutAttributes
    /// At the last frame of the animation.
    public var final: LayoutAttributes

    public init(
      type: ChangeType, kind: ElementKind, from: IndexPath?, to: IndexPath?, initial: LayoutAttributes,
      final: LayoutAttributes
    ) {
      self.type = type
      self.kind = kind
      self.from = from
      self.to = to
      self.initial = initial
      self.final = final
    }
  }

  public var contentSize: (from: Size, to: Size)
  public var contentOffset: (from: Point, to: Point)
  public var changes: [Change]
}

extension LayoutAttributes {
  /// Whether both are drawn alike in one place, give or take the noise of sums.
  func isSame(as other: LayoutAttributes) -> Bool {
    frame.isNear(other.frame) && appearance == other.appearance && isEstimated == other.isEstimated
  }
}

extension Rect {
  fileprivate func isNear(_ other: Rect) -> Bool {
    Rect.near(x, other.x) && Rect.near(y, other.y) && Rect.near(width, other.width)
      && Rect.near(height, other.height)
  }

  /// Sums of fractions differ in their last bits by the order in which they were added up.
  private static func near(_ a: Double, _ b: Double) -> Bool {
    a == b || abs(a - b) <= 1e-9 * max(1, abs(a), abs(b))
  }
}
