/// A cache of the fonts of single characters.
///
/// A table of fixed size, in which characters with the same slot replace each other.
final class FallbackCache {
  /// The font and the script of a character.
  struct Match {
    /// The index of the font in the stack; -1 if it depends on the script around the character.
    var font: Int32
    var script: UInt32
  }

  private struct Entry {
    var key = UInt64.max
    var match = Match(font: -1, script: 0)
  }

  private static let size = 1 << 12
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(), count: Self.size)
  }

  deinit { entries.deallocate() }

  /// Returns the match of a cluster of one character, if it is in the cache.
  ///
  /// - Parameter script: the script around the character; 0 for a match that is valid in any script.
  /// - Complexity: O(1).
  func find(_ cluster: CharacterCluster, around script: UInt32) -> Match? {
    let key = Self.key(cluster, script)
    let entry = entries[Self.slot(key)]
    return entry.key == key ? entry.match : nil
  }

  /// Stores the match of a cluster of one character.
  ///
  /// - Complexity: O(1).
  func insert(_ cluster: CharacterCluster, around script: UInt32, _ match: Match) {
    let key = Self.key(cluster, script)
    entries[Self.slot(key)] = Entry(key: key, match: match)
  }

  private static func key(_ cluster: CharacterCluster, _ script: UInt32) -> UInt64 {
    UInt64(script) << 32 | UInt64(cluster.emoji.rawValue) << 24 | UInt64(cluster.base)
  }

  private static func slot(_ key: UInt64) -> Int {
    // Consecutive code points get different slots.
    Int(truncatingIfNeeded: key ^ (key >> 32) &* 0x9E37_79B1) & (size - 1)
  }
}
