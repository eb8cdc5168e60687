import LayoutEngine
import Support
import Synchronization

/// Sizes of cells by all that they depend on: a cell whose content has not changed is not measured again, whatever
/// became of the collection, the screen or the layout.
///
/// Bounded: of what has not been asked for lately half is forgotten at a time.
public final class SizeCache: Sendable {
  /// What a size depends on.
  struct Key: Hashable {
    var template: Int
    var content: Content
    var room: FittingRoom
    /// Nil where the template is the same in every category.
    var category: ContentSizeCategory?
    var direction: Container.Direction
    var scale: Double?
  }

  struct Entry {
    var size: Size
    var notices: [CellNotice]
  }

  /// About how much memory one of the two generations may take.
  private let generationLimit: Int
  private let entries: Mutex<RecentCache<Key, Entry>>

  /// - Parameter bytes: about how much memory it may take; 0 stores nothing.
  public init(bytes: Int) {
    generationLimit = bytes / 2
    entries = Mutex(RecentCache(costLimit: bytes / 2) { $1.bytes(for: $0) })
  }

  /// About how much memory it takes.
  public var bytes: Int { entries.withLock { $0.cost } }

  func find(_ key: Key) -> Entry? { entries.withLock { $0.find(key) } }

  func keep(_ entry: Entry, for key: Key) {
    guard entry.bytes(for: key) <= generationLimit else { return }
    entries.withLock { $0.insert(entry, for: key) }
  }
}

extension SizeCache.Entry {
  /// About how many bytes an entry takes with its slot in the table.
  fileprivate func bytes(for key: SizeCache.Key) -> Int { 288 + key.content.jsonText.count + notices.count * 32 }
}
