import LayoutEngine
import Support
import Synchronization

/// A cache of cell sizes by everything that they depend on: unchanged content is not measured again, even if the
/// collection, the viewport or the layout changes.
///
/// When the cache is full, it evicts all sizes that were not used since it was half full.
final class CellSizeCache: Sendable {
  /// Everything that a size depends on.
  struct Key: Hashable {
    /// The number of the set of fonts.
    var fonts: Int
    var template: Int
    var content: Content
    var room: FittingRoom
    /// nil if the cell has the same size in every category.
    var category: ContentSizeCategory?
    var direction: Container.Direction
    var scale: Double?
  }

  /// The approximate memory limit of each of the cache's two generations.
  private let generationLimit: Int
  private let sizes: Mutex<RecentCache<Key, SharedCellMeasurer.CellSize>>
  private let measured = Atomic(0)
  private let recalled = Atomic(0)

  /// - Parameter bytes: the approximate memory limit; 0 caches nothing.
  init(bytes: Int) {
    generationLimit = bytes / 2
    sizes = Mutex(RecentCache(costLimit: bytes / 2) { $1.bytes(for: $0) })
  }

  /// The approximate memory of all entries.
  var bytes: Int { sizes.withLock { $0.cost } }

  /// How many sizes were found, and how many were not and then measured.
  var counts: SharedCellMeasurer.Counts {
    SharedCellMeasurer.Counts(
      measured: measured.load(ordering: .relaxed), recalled: recalled.load(ordering: .relaxed))
  }

  func find(_ key: Key) -> SharedCellMeasurer.CellSize? {
    guard let size = sizes.withLock({ $0.find(key) }) else { return nil }
    recalled.add(1, ordering: .relaxed)
    return size
  }

  /// Counts a cell whose size was not in the cache.
  func noteMeasured() { measured.add(1, ordering: .relaxed) }

  func store(_ size: SharedCellMeasurer.CellSize, for key: Key) {
    guard size.bytes(for: key) <= generationLimit else { return }
    sizes.withLock { $0.insert(size, for: key) }
  }
}

extension SharedCellMeasurer.CellSize {
  /// The approximate memory of an entry, including its share of the table.
  fileprivate func bytes(for key: CellSizeCache.Key) -> Int {
    288 + key.content.jsonText.count + warnings.count * 32
  }
}
