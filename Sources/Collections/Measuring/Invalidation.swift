import LayoutEngine

/// What was measured for a breadth and is to be an estimate again (`UICollectionViewLayoutInvalidationContext`).
public struct ForgottenMeasurements: Sendable {
  /// How much is recomputed.
  public enum Scope: Sendable {
    /// The elements, and what has to follow them.
    case elements
    /// Everything from what the client said, with what was measured (`invalidateDataSourceCounts`).
    case counts
    /// Everything, and nothing was measured (`invalidateEverything`).
    case everything
  }

  public var breadth: MeasuredBreadth
  public var scope: Scope
  /// Elements that are there, each once.
  public var elements: [ElementPath]

  public init(breadth: MeasuredBreadth, scope: Scope, elements: [ElementPath]) {
    self.breadth = breadth
    self.scope = scope
    self.elements = elements
  }
}

/// How much was forgotten.
public struct InvalidationCounts: Hashable, Sendable {
  public var sections: Int
  public var items: Int
  public var supplementaries: Int

  init(_ paths: [ElementPath]) {
    sections = Set(paths.map(\.indexPath.section)).count
    items = paths.count { $0.kind == .cell }
    supplementaries = paths.count - items
  }
}
