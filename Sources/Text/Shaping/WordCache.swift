/// The shapes of words, in the units of their fonts, so that a word is shaped once and not each time it occurs.
///
/// Bounded: when it is full it begins anew.
struct WordCache {
  /// What a word is shaped with.
  struct Setting: Hashable {
    var font: UInt32
    var script: UInt32
    var isRightToLeft: Bool
    var hasLigatures: Bool
    /// Whether it is part of a word, between characters that no rule of the font touches.
    var isBetweenPlain = false
  }

  /// What is known about a unit of a shaped word.
  struct Unit {
    /// The advance of the glyphs of its cluster, in the units of the font, at its first unit; 0 at the others.
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

  /// The longest word that is kept, in units.
  static let longestWord = 32
  private static let slotCount = 1 << 15
  private static let entryLimit = slotCount / 2

  /// The place of an entry, or -1; found by the hash and then onward.
  private var slots = ContiguousArray<Int32>(repeating: -1, count: slotCount)
  private var entries: ContiguousArray<Entry> = []
  private var text: ContiguousArray<UInt16> = []
  private var units: ContiguousArray<Unit> = []

  /// What is known of a word.
  enum Answer {
    case unknown
    /// It is shaped by what is around it.
    case contextual
    /// It is shaped as the units from this place on say.
    case units(Int)
  }

  /// The unit at a place that was answered.
  subscript(place: Int) -> Unit { units[place] }

  /// What is known of a word.
  ///
  /// - Complexity: O(n) in the length of the word.
  func find(_ word: UnsafeBufferPointer<UInt16>, _ setting: Setting) -> Answer {
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

  /// Keeps the shape of a word that is not known yet; nil for one that is shaped by what is around it.
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
    for unit in word { hash = (hash ^ UInt64(unit)) &* 0x9E37_79B9_7F4A_7C15 }
    return Int(truncatingIfNeeded: hash ^ hash >> 29)
  }
}
