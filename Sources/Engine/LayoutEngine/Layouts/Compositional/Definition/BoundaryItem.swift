/// A header, a footer or another view at an edge (`NSCollectionLayoutBoundarySupplementaryItem`).
public struct BoundaryItem: Hashable, Sendable {
  /// Where it stands (`NSRectAlignment`).
  public enum Alignment: String, CaseIterable, Sendable {
    case none, top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing, topTrailing
  }

  /// The name of the view's kind.
  public var kind: String
  /// The width and the height, in points or as fractions of the container.
  public var size: LayoutSize
  /// The edge or corner at which the view stands.
  public var alignment: Alignment
  /// How far the view is moved from there, in points.
  public var absoluteOffset: Point
  /// Whether it makes room for itself instead of lying over the content.
  public var extendsBoundary: Bool
  /// Whether the view stays in the visible rect while its section is there.
  public var pinToVisibleBounds: Bool
  /// Nil, the default, is that of attached views, and that of pinned headers while it is displaced.
  public var zIndex: Int?

  /// Creates a view at an edge; the offset is in points.
  public init(
    kind: String, size: LayoutSize, alignment: Alignment, absoluteOffset: Point = .zero,
    extendsBoundary: Bool = true, pinToVisibleBounds: Bool = false,
    zIndex: Int? = nil
  ) {
    self.kind = kind
    self.size = size
    self.alignment = alignment
    self.absoluteOffset = absoluteOffset
    self.extendsBoundary = extendsBoundary
    self.pinToVisibleBounds = pinToVisibleBounds
    self.zIndex = zIndex
  }
}

extension BoundaryItem {
  /// Whether it stands beside the content, between the items above and below.
  var isBeside: Bool { alignment == .leading || alignment == .trailing }

  /// The part of the height beside the content that it has; nil where its definition or its content says how high it is.
  var partOfHeight: Double? {
    guard isBeside, case .fractionalHeight(let part) = size.height else { return nil }
    return extendsBoundary ? min(part, 1) : part
  }

  /// The edge of the section at which an item makes room.
  enum Edge { case top, leading, bottom, trailing }

  /// Corners make room above and below, as headers and footers do.
  var edge: Edge? {
    switch alignment {
    case .none: nil
    case .top, .topLeading, .topTrailing: .top
    case .bottom, .bottomLeading, .bottomTrailing: .bottom
    case .leading: .leading
    case .trailing: .trailing
    }
  }

  /// Where it stands from the leading edge to the trailing one.
  var horizontal: LayoutAnchor.Place {
    switch alignment {
    case .topLeading, .leading, .bottomLeading: .start
    case .none, .top, .bottom: .middle
    case .topTrailing, .trailing, .bottomTrailing: .end
    }
  }

  /// Where it stands from the top to the bottom.
  var vertical: LayoutAnchor.Place {
    switch alignment {
    case .top, .topLeading, .topTrailing: .start
    case .none, .leading, .trailing: .middle
    case .bottom, .bottomLeading, .bottomTrailing: .end
    }
  }
}
