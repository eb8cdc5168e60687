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

  /// The direction in which the content scrolls; `vertical` by default.
  public var scrollDirection = ScrollAxis.vertical
  /// Between sections, in points; 0 or more.
  public var interSectionSpacing = 0.0
  /// The rect that the insets of sections refer to, unless a section says otherwise.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// At the edges of the whole content.
  public var boundaryItems: [BoundaryItem] = []
  /// In order; the last one repeats. At least one.
  public var sections: [CompositionalSection]
  /// Definitions for broader containers, in place of those: a section provider that looks at its environment.
  public var alternatives: [CompositionalAlternative] = []
  /// The style with whose text size lengths grow, those of sections too that name no other; nil, the default, keeps them.
  public var lengthsScaleWith: TextStyle?
  /// Where the layout's description has the definitions.
  private(set) var path = ["sections"]

  /// The most alternatives of a layout.
  public static let alternativeLimit = 16

  /// Creates a layout of the definitions of sections, in order; the last one repeats.
  public init(sections: [CompositionalSection]) {
    self.sections = sections
  }

  func definition(of section: Int) -> Int { min(section, sections.count - 1) }

  /// The other kinds of sections, in containers of any width.
  var kinds: [SectionKind] {
    ([sections] + alternatives.map { $0.sections }).joined().compactMap { $0.kind }
  }

  /// The layout with the definitions for a container: those of the alternative with the largest minimum width that is
  /// not above the container's.
  ///
  /// - Complexity: O(a) for a alternatives.
  func chosen(for container: Container) -> CompositionalLayout {
    var chosen = self
    chosen.alternatives = []
    var width = -Double.infinity
    for (number, alternative) in alternatives.enumerated()
    where alternative.minimumWidth <= container.size.width && alternative.minimumWidth > width {
      width = alternative.minimumWidth
      chosen.sections = alternative.sections
      chosen.path = ["alternatives", "\(number)", "sections"]
    }
    return chosen
  }

  /// Returns whether a definition of a section fits, in containers of some width.
  ///
  /// - Complexity: O(a) for a alternatives.
  func hasDefinition(of section: Int, where fits: (CompositionalSection) -> Bool) -> Bool {
    if let own = sections.definition(of: section), fits(own) { return true }
    return alternatives.contains { $0.sections.definition(of: section).map(fits) ?? false }
  }
}

extension [CompositionalSection] {
  fileprivate func definition(of section: Int) -> CompositionalSection? {
    isEmpty ? nil : self[Swift.min(section, count - 1)]
  }
}

/// The definitions of sections in containers from a width on.
public struct CompositionalAlternative: Hashable, Sendable {
  /// Of the container's bounds, in points.
  public var minimumWidth: Double
  /// In order; the last one repeats. At least one.
  public var sections: [CompositionalSection]

  /// Creates an alternative for containers of at least a width, in points.
  public init(minimumWidth: Double, sections: [CompositionalSection]) {
    self.minimumWidth = minimumWidth
    self.sections = sections
  }
}

/// How one section is laid out (`NSCollectionLayoutSection`).
public struct CompositionalSection: Hashable, Sendable {
  /// Repeated for the section's items, unless another kind lays them out.
  public var group: LayoutGroup
  /// The kind that lays the section out in place of groups, with headers and footers of its own; nil has groups.
  public var kind: SectionKind?
  /// In points. Directional: `left` is the leading edge.
  public var contentInsets = Insets.zero
  /// The space in which the insets begin; `automatic` is the layout's.
  public var contentInsetsReference = CompositionalLayout.ContentInsetsReference.automatic
  /// Whether headers, footers and other boundary items stand inside the content insets at the sides.
  public var supplementariesFollowContentInsets = true
  /// The space of boundary items; `automatic` is that of the section.
  public var supplementaryContentInsetsReference = CompositionalLayout.ContentInsetsReference.automatic
  /// The style with whose text size lengths grow; nil, the default, is the layout's.
  public var lengthsScaleWith: TextStyle?
  /// Between groups, in points; 0 or more.
  public var interGroupSpacing = 0.0
  /// How the section scrolls across the layout's direction; by default it does not.
  public var orthogonalScrolling = OrthogonalScrollingBehavior.none
  /// Headers, footers and other views at the edges of the section.
  public var boundaryItems: [BoundaryItem] = []
  /// Views behind the section.
  public var decorationItems: [DecorationItem] = []
  /// How the items are drawn by their places in the viewport (`visibleItemsInvalidationHandler`); nil is as they are.
  /// Parameters of the formulas begin at the section.
  public var visibleItems: AppearanceFormulas?

  /// Creates a section of a group, which repeats until all items have a place.
  public init(group: LayoutGroup) {
    self.group = group
  }

  /// A section that another kind lays out.
  public init(kind: SectionKind) {
    group = LayoutGroup(.line(.horizontal, members: []))
    self.kind = kind
  }

  /// The insets of boundary items at the sides.
  var insetsOfViews: Insets { supplementariesFollowContentInsets ? contentInsets : .zero }
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
  /// The name of the view's kind.
  public var kind: String
  /// In points. Directional: `left` is the leading edge.
  public var contentInsets: Insets
  /// The position in front of others or behind them; `defaultZIndex` by default.
  public var zIndex: Int

  /// The z-index that puts views behind cells.
  public static let defaultZIndex = -1

  /// Creates a view behind a section, with insets in points.
  public init(kind: String, contentInsets: Insets = .zero, zIndex: Int = DecorationItem.defaultZIndex) {
    self.kind = kind
    self.contentInsets = contentInsets
    self.zIndex = zIndex
  }
}
