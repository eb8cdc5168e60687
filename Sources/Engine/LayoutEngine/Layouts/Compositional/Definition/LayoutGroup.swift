/// Items and groups in a row, in a column or at positions of their own (`NSCollectionLayoutGroup`).
///
/// Insets are directional: `left` is the leading edge.
public struct LayoutGroup: Hashable, Sendable {
  /// The ways to place members.
  public enum Arrangement: Hashable, Sendable {
    /// One after the other: in turn until one no longer fits.
    case line(ScrollAxis, members: [Member])
    /// One member, `count` times, each with an equal share of the axis.
    case repeating(ScrollAxis, member: Member, count: Int)
    /// Items at fixed frames, in the group's coordinates.
    case custom(frames: [Rect])
  }

  /// A member of a group.
  public indirect enum Member: Hashable, Sendable {
    case item(LayoutItem)
    case group(LayoutGroup)
  }

  /// The members and how they are placed.
  public var arrangement: Arrangement
  /// The width and the height of the group.
  public var size: LayoutSize
  /// The space between members; 0 by default.
  public var interItemSpacing: LayoutSpacing
  /// The insets of the members in the group, in points.
  public var contentInsets: Insets
  /// The space around the group.
  public var edgeSpacing: LayoutEdgeSpacing
  /// Views that are attached to the group.
  public var supplementaryItems: [AnchoredItem]

  /// Creates a group; insets are in points.
  public init(
    _ arrangement: Arrangement, size: LayoutSize = LayoutSize(), interItemSpacing: LayoutSpacing = .zero,
    contentInsets: Insets = .zero, edgeSpacing: LayoutEdgeSpacing = .none,
    supplementaryItems: [AnchoredItem] = []
  ) {
    self.arrangement = arrangement
    self.size = size
    self.interItemSpacing = interItemSpacing
    self.contentInsets = contentInsets
    self.edgeSpacing = edgeSpacing
    self.supplementaryItems = supplementaryItems
  }
}

/// A cell in a group (`NSCollectionLayoutItem`).
public struct LayoutItem: Hashable, Sendable {
  /// The width and the height of the frame.
  public var size: LayoutSize
  /// Shrinks the cell within its frame, in points. Directional: `left` is the leading edge.
  public var contentInsets: Insets
  /// The space around the frame.
  public var edgeSpacing: LayoutEdgeSpacing
  /// Views that are attached to the cell.
  public var supplementaryItems: [AnchoredItem]

  /// Creates a cell, by default as large as its group; insets are in points.
  public init(
    size: LayoutSize = LayoutSize(), contentInsets: Insets = .zero, edgeSpacing: LayoutEdgeSpacing = .none,
    supplementaryItems: [AnchoredItem] = []
  ) {
    self.size = size
    self.contentInsets = contentInsets
    self.edgeSpacing = edgeSpacing
    self.supplementaryItems = supplementaryItems
  }
}

extension LayoutGroup {
  var members: [Member] {
    switch arrangement {
    case .line(_, let members): members
    case .repeating(_, let member, _): [member]
    case .custom: []
    }
  }

  /// Whether the content of items, or of views attached to them, decides any extent.
  var isEstimated: Bool {
    size.isEstimated || supplementaryItems.contains { $0.size.isEstimated }
      || members.contains { $0.isEstimated }
  }
}

extension LayoutGroup.Member {
  var edgeSpacing: LayoutEdgeSpacing {
    switch self {
    case .item(let item): item.edgeSpacing
    case .group(let group): group.edgeSpacing
    }
  }

  var isEstimated: Bool {
    switch self {
    case .item(let item):
      item.size.isEstimated || item.supplementaryItems.contains { $0.size.isEstimated }
    case .group(let group): group.isEstimated
    }
  }
}

extension LayoutGroup {
  /// The kinds of views that groups inside this one have.
  public var nestedKinds: Set<String> {
    var kinds: Set<String> = []
    for case .group(let group) in members {
      kinds.formUnion(group.supplementaryItems.map { $0.kind })
      kinds.formUnion(group.nestedKinds)
    }
    return kinds
  }

  /// Returns whether items have views of a kind.
  ///
  /// - Complexity: O(v) for v views of the definition.
  func itemsHaveViews(_ kind: String) -> Bool {
    members.contains { member in
      switch member {
      case .item(let item): item.supplementaryItems.contains { $0.kind == kind }
      case .group(let group): group.itemsHaveViews(kind)
      }
    }
  }

  /// Returns whether groups inside this one have views of a kind.
  ///
  /// - Complexity: O(v) for v views of the definition.
  func nestedGroupsHaveViews(_ kind: String) -> Bool {
    members.contains { member in
      guard case .group(let group) = member else { return false }
      return group.supplementaryItems.contains { $0.kind == kind } || group.nestedGroupsHaveViews(kind)
    }
  }

  /// The kinds of all views that are attached to it, to groups inside it and to items.
  var attachedKinds: Set<String> {
    itemKinds.union(nestedKinds).union(supplementaryItems.map { $0.kind })
  }

  /// The kinds of views that items have.
  public var itemKinds: Set<String> {
    members.reduce(into: []) { kinds, member in
      switch member {
      case .item(let item): kinds.formUnion(item.supplementaryItems.map { $0.kind })
      case .group(let group): kinds.formUnion(group.itemKinds)
      }
    }
  }
}

extension LayoutItem {
  /// Insets where the content decides nothing: UIKit ignores those of an estimated extent.
  var heededInsets: Insets {
    var insets = contentInsets
    if size.width.isEstimated { (insets.left, insets.right) = (0, 0) }
    if size.height.isEstimated { (insets.top, insets.bottom) = (0, 0) }
    return insets
  }

  var insetsAreIgnored: Bool { size.isEstimated && heededInsets != contentInsets }
}
