/// A point of a rect that another is attached to (`NSCollectionLayoutAnchor`).
///
/// An edge names one end of a direction; without one the middle counts.
public struct LayoutAnchor: Hashable, Sendable {
  /// Where the anchor lies in one direction.
  public enum Place: Hashable, Sendable {
    case start, middle, end

    var fraction: Double {
      switch self {
      case .start: 0
      case .middle: 0.5
      case .end: 1
      }
    }
  }

  /// How far an anchor is moved.
  public enum Offset: Hashable, Sendable {
    /// Points.
    case absolute(Point)
    /// In widths and heights of the supplementary view.
    case fractional(Point)

    func points(for size: Size) -> Point {
      switch self {
      case .absolute(let point): point
      case .fractional(let point): Point(x: point.x * size.width, y: point.y * size.height)
      }
    }
  }

  /// `start` is the leading edge.
  public var horizontal: Place
  /// `start` is the top edge.
  public var vertical: Place
  /// How far the point is moved; by default it is not.
  public var offset: Offset

  /// Creates an anchor, by default in the middle.
  public init(
    horizontal: Place = .middle, vertical: Place = .middle, offset: Offset = .absolute(.zero)
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.offset = offset
  }
}

/// A supplementary view attached to an item or a group (`NSCollectionLayoutSupplementaryItem`).
public struct AnchoredItem: Hashable, Sendable {
  /// The name of the view's kind.
  public var kind: String
  /// The width and the height, in points or as fractions of the item or group.
  public var size: LayoutSize
  /// The point of the item or group.
  public var containerAnchor: LayoutAnchor
  /// The point of the view that is laid on it; nil is the view's own edges of the same names.
  public var itemAnchor: LayoutAnchor?
  /// The position in front of others or behind them; `defaultZIndex` by default.
  public var zIndex: Int

  /// UIKit documents no value; this one puts views in front of cells.
  public static let defaultZIndex = 1

  /// Creates a view that is attached to an item or a group.
  public init(
    kind: String, size: LayoutSize, containerAnchor: LayoutAnchor, itemAnchor: LayoutAnchor? = nil,
    zIndex: Int = AnchoredItem.defaultZIndex
  ) {
    self.kind = kind
    self.size = size
    self.containerAnchor = containerAnchor
    self.itemAnchor = itemAnchor
    self.zIndex = zIndex
  }

  /// The frame of a view of that size on a host, both in the host's coordinates.
  func frame(of size: Size, on host: Rect) -> Rect {
    let item =
      itemAnchor
      ?? LayoutAnchor(
        horizontal: containerAnchor.horizontal, vertical: containerAnchor.vertical)
    let moved = containerAnchor.offset.points(for: size)
    let taken = item.offset.points(for: size)
    return Rect(
      x: host.x + containerAnchor.horizontal.fraction * host.width + moved.x
        - item.horizontal.fraction * size.width - taken.x,
      y: host.y + containerAnchor.vertical.fraction * host.height + moved.y
        - item.vertical.fraction * size.height - taken.y,
      width: size.width, height: size.height)
  }
}
