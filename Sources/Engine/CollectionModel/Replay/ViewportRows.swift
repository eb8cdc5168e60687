import LayoutEngine

/// The viewports of a collection that a write stores or deletes.
public struct ViewportRows: Sendable {
  /// The main viewport, and the version that its position belongs to; nil leaves it as it is stored. The next entry makes
  /// the position obsolete.
  public var main: (viewport: Viewport, version: Int)?
  /// Other viewports by their names.
  public var saved: [String: Viewport] = [:]
  /// The names of viewports that are deleted.
  public var removed: [String] = []
  /// Whether all other viewports that are stored and not among `saved` are deleted.
  public var isWhole = false

  /// Creates the changes of a write; by default none.
  public init(
    main: (viewport: Viewport, version: Int)? = nil, saved: [String: Viewport] = [:], removed: [String] = [],
    isWhole: Bool = false
  ) {
    self.main = main
    self.saved = saved
    self.removed = removed
    self.isWhole = isWhole
  }

  /// Whether the write stores and deletes no viewport.
  public var isEmpty: Bool { main == nil && saved.isEmpty && removed.isEmpty && !isWhole }

  /// The approximate number of bytes that they take.
  package var byteCount: Int { saved.values.reduce(main?.viewport.byteCount ?? 0) { $0 + $1.byteCount } }
}

extension Viewport {
  /// The approximate number of bytes of the stored form.
  package var byteCount: Int {
    var count = 128 + containerJSON.count + (ownLayout?.jsonText.count ?? 0)
    count += 16 * orthogonalOffsets.all.count
    if case .id(let id)? = policy.roomBelow { count += id.utf8.count }
    count += ownOutline?.choices.keys.reduce(0) { $0 + $1.utf8.count + 2 } ?? 0
    return count
  }
}
