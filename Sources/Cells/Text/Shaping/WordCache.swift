/// A cache of the shapes of words, in the units of their fonts.
///
/// When it is full, it evicts all words.
struct WordCache {
  /// Everything besides its text that the shape of a word depends on.
  struct Setting: Hashable {
    var font: UInt32
    var script: UInt32
    var isRightToLeft: Bool
    var hasLigatures: Bool
    /// Whether the text is a part of a word, between characters without rules.
    var isBetweenPlain = false
    /// Whether the text is a word with the space before it, and whether a space follows; both are false in fonts without
    /// rules for spaces.
    var beginsWithSpace = false
    var isBeforeSpace = false
  }

  /// The shape of one unit of a word.
  struct Unit {
    /// At the first unit of a cluster, the advance of its glyphs, in the units of the font; 0 at the others.
    var advance: Int32 = 0
    var isClusterStart = false
    var isSafe = false
  }

  private struct Entry {
    var hash: Int
    var setting: Setting
    var start: Int
    var length: Int
    var isUsable: Bool
  }

  /// The longest word in the cache, in units.
  static let longestWord = 32
  private static let slotCount = 1 << 15
  private static let entryLimit = slotCount / 2

  /// An open-addressing hash table: the index of an entry, or -1.
  private var slots = ContiguousArray<Int32>(repeating: -1, count: slotCount)
  private var entries: ContiguousArray<Entry> = []
  private var text: ContiguousArray<UInt16> = []
  private var units: ContiguousArray<Unit> = []

  /// The result of a lookup.
  enum Shape {
    case unknown
    /// The shape depends on the text around the word.
    case contextual
    /// The shape is in the units that begin at this index.
    case units(Int)
  }

  /// Returns a unit of a shape that `find` returned.
  subscript(index: Int) -> Unit { units[index] }

  /// Looks a word up.
  ///
  /// - Complexity: O(n) in the length of the word.
  func find(_ word: UnsafeBufferPointer<UInt16>, _ setting: Setting) -> Shape {
    let hash = Self.hash(word, setting)
    var slot = hash & (Self.slotCount - 1)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.hash == hash, entry.setting == setting, isText(word, of: entry) {
        return entry.isUsable ? .units(entry.start) : .contextual
      }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    return .unknown
  }

  /// Stores the shape of a word that is not in the cache; nil if the shape depends on the text around the word.
  ///
  /// - Complexity: O(n) in the length of the word.
  mutating func insert(_ word: UnsafeBufferPointer<UInt16>, _ setting: Setting, _ shape: [Unit]?) {
    if entries.count == Self.entryLimit { removeAll() }
    let hash = Self.hash(word, setting)
    var slot = hash & (Self.slotCount - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (Self.slotCount - 1) }
    slots[slot] = Int32(entries.count)
    entries.append(
      Entry(hash: hash, setting: setting, start: text.count, length: word.count, isUsable: shape != nil))
    text.append(contentsOf: word)
    units.append(contentsOf: shape ?? Array(repeating: Unit(), count: word.count))
  }

  private mutating func removeAll() {
    for slot in slots.indices { slots[slot] = -1 }
    entries.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    units.removeAll(keepingCapacity: true)
  }

  private func isText(_ word: UnsafeBufferPointer<UInt16>, of entry: Entry) -> Bool {
    guard entry.length == word.count else { return false }
    for index in 0..<word.count where text[entry.start + index] != word[index] { return false }
    return true
  }

  private static func hash(_ word: UnsafeBufferPointer<UInt16>, _ setting: Setting) -> Int {
    var hash = UInt64(setting.font) << 32 | UInt64(setting.script)
    hash ^= (setting.isRightToLeft ? 1 << 62 : 0) ^ (setting.hasLigatures ? 1 << 61 : 0)
    hash ^= setting.isBetweenPlain ? 1 << 60 : 0
    hash ^= (setting.beginsWithSpace ? 1 << 59 : 0) ^ (setting.isBeforeSpace ? 1 << 58 : 0)
    for unit in word { hash = (hash ^ UInt64(unit)) &* 0x9E37_79B9_7F4A_7C15 }
    return Int(truncatingIfNeeded: hash ^ hash >> 29)
  }
}
