import LayoutEngine
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

  /// The sizes that were asked for lately, and those that were before.
  private struct State {
    var young: [Key: Entry] = [:]
    var old: [Key: Entry] = [:]
    var youngBytes = 0
    var oldBytes = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter bytes: about how much memory it may take; 0 keeps nothing.
  public init(bytes: Int) { limit = bytes }

  /// About how much memory it takes.
  public var bytes: Int { state.withLock { $0.youngBytes + $0.oldBytes } }

  func find(_ key: Key) -> Entry? {
    state.withLock { state in
      if let entry = state.young[key] { return entry }
      guard let entry = state.old[key] else { return nil }
      keep(entry, for: key, in: &state)
      return entry
    }
  }

  func keep(_ entry: Entry, for key: Key) {
    state.withLock { keep(entry, for: key, in: &$0) }
  }

  private func keep(_ entry: Entry, for key: Key, in state: inout State) {
    let bytes = key.bytes + entry.notices.count * 32
    guard bytes <= limit / 2 else { return }
    if state.youngBytes + bytes > limit / 2 {
      state.old = state.young
      state.oldBytes = state.youngBytes
      state.young = [:]
      state.youngBytes = 0
    }
    if state.young.updateValue(entry, forKey: key) == nil { state.youngBytes += bytes }
  }
}

extension SizeCache.Key {
  /// About what an entry takes with its place in the table.
  fileprivate var bytes: Int { 288 + content.words.count }
}
