/// The fonts that single characters were found in, so that they are not sought for each time.
///
/// A table of fixed size, in which characters that meet take each other's place.
final class FallbackCache {
  /// What was found for a character.
  struct Answer {
    /// The place of its font in the stack; -1 where that depends on the script around it.
    var place: Int32
    var script: UInt32
  }

  private struct Entry {
    var key = UInt64.max
    var answer = Answer(place: -1, script: 0)
  }

  private static let size = 1 << 12
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(), count: Self.size)
  }

  deinit { entries.deallocate() }

  /// What was found for a cluster of one character, if anything; `around` is 0 for what is true in any script.
  ///
  /// - Complexity: O(1).
  func find(_ cluster: CharacterCluster, around script: UInt32) -> Answer? {
    let key = Self.key(cluster, script)
    let entry = entries[Self.slot(key)]
    return entry.key == key ? entry.answer : nil
  }

  /// Keeps what was found for a cluster of one character.
  ///
  /// - Complexity: O(1).
  func insert(_ cluster: CharacterCluster, around script: UInt32, _ answer: Answer) {
    let key = Self.key(cluster, script)
    entries[Self.slot(key)] = Entry(key: key, answer: answer)
  }

  private static func key(_ cluster: CharacterCluster, _ script: UInt32) -> UInt64 {
    UInt64(script) << 32 | UInt64(cluster.emoji.rawValue) << 24 | UInt64(cluster.base)
  }

  private static func slot(_ key: UInt64) -> Int {
    // Characters that follow each other in Unicode have slots of their own.
    Int(truncatingIfNeeded: key ^ (key >> 32) &* 0x9E37_79B1) & (size - 1)
  }
}
