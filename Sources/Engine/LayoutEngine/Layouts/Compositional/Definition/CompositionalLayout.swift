/// Sections made of groups made of items (`UICollectionViewCompositionalLayout`).
public struct CompositionalLayout: Hashable, Sendable {
  /// The part of the container that the layout fills (`UIContentInsetsReference`).
  public enum ContentInsetsReference: String, CaseIterable, Sendable {
    /// The container less its insets.
    case automatic
    /// The container, its insets disregarded.
    case none
    /// The container less its insets.
    case safeArea
    /// The container less its insets and the system's margins.
    case layoutMargins
    /// The container less its insets, and no wider than text reads well.
    case readableContent
  }

  public var scrollDirection = ScrollAxis.vertical
  /// Between sections, in points; 0 or more.
  public var interSectionSpacing = 0.0
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// At the edges of the whole content.
  public var boundaryItems: [BoundaryItem] = []
  /// In order; the last one repeats. At least one.
  public var sections: [CompositionalSection]

  public init(sections: [CompositionalSection]) {
    self.sections = sections
  }

  func definition(of section: Int) -> Int { min(section, sections.count - 1) }
}

/// How one section is laid out (`NSCollectionLayoutSection`).
public struct CompositionalSection: Hashable, Sendable {
  public var group: LayoutGroup
  /// Directional: `left` is the leading edge.
  public var contentInsets = Insets.zero
  public var interGroupSpacing = 0.0
  public var orthogonalScrolling = OrthogonalScrollingBehavior.none
  public var boundaryItems: [BoundaryItem] = []
  public var decorationItems: [DecorationItem] = []

  public init(group: LayoutGroup) {
    self.group = group
  }
}

/// How a section scrolls across the layout's scroll direction
/// (`UICollectionLayoutSectionOrthogonalScrollingBehavior`).
public enum OrthogonalScrollingBehavior: String, CaseIterable, Sendable {
  case none
  case continuous
  case continuousGroupLeadingBoundary
  case paging
  case groupPaging
  case groupPagingCentered
}

/// A view behind a section (`NSCollectionLayoutDecorationItem`).
public struct DecorationItem: Hashable, Sendable {
  public var kind: String
  /// Directional: `left` is the leading edge.
  public var contentInsets: Insets
  public var zIndex: Int

  public static let defaultZIndex = -1

  public init(kind: String, contentInsets: Insets = .zero, zIndex: Int = DecorationItem.defaultZIndex) {
    self.kind = kind
    self.contentInsets = contentInsets
    self.zIndex = zIndex
  }
}
