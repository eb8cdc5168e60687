import LayoutEngine

/// Discards measurements made for a breadth, so that their elements are estimated again
/// (`UICollectionViewLayoutInvalidationContext`).
public struct Invalidation: Sendable {
  /// The parts of the layout that are computed again.
  public enum Scope: Sendable {
    /// The elements, and those that depend on them.
    case elements
    /// Everything, from the client's descriptions and the measurements (`invalidateDataSourceCounts`).
    case counts
    /// Everything, from the client's descriptions alone (`invalidateEverything`).
    case everything
  }

  /// The breadth for which the measurements were made.
  public var breadth: MeasuredBreadth
  /// The elements whose measurements are discarded.
  public var scope: Scope
  /// Elements that exist, each once.
  public var elements: [ElementPath]

  /// Creates an invalidation of measurements for one breadth.
  public init(breadth: MeasuredBreadth, scope: Scope, elements: [ElementPath]) {
    self.breadth = breadth
    self.scope = scope
    self.elements = elements
  }
}

/// The number of measurements that an invalidation discarded, and of sections that had them.
public struct InvalidationCounts: Hashable, Sendable {
  /// The number of sections.
  public var sections: Int
  /// The number of measurements of items.
  public var items: Int
  /// The number of measurements of headers, footers and other supplementary views.
  public var supplementaries: Int

  init(_ paths: [ElementPath]) {
    sections = Set(paths.map { $0.indexPath.section }).count
    items = paths.count { $0.kind == .cell }
    supplementaries = paths.count - items
  }
}
