/// Finds the member that has an id: open addressing over hashes of the ids.
struct IdentityTable {
  /// The upper half of a member's hash, and its place plus one; 0 where a slot is free.
  private var slots: ContiguousArray<UInt64>
  private let mask: Int

  private static let tagMask: UInt64 = 0xFFFF_FFFF_0000_0000

  /// A table for at most `capacity` members, of which it fills at most half its slots.
  init(capacity: Int) {
    precondition(capacity < Int(UInt32.max), "more members than places have bits")
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = ContiguousArray(repeating: 0, count: size)
    mask = size - 1
  }

  /// The place of the member that has the same id as another; nil where there is none, and then that other is
  /// in the table.
  ///
  /// - Complexity: O(1) on average.
  mutating func findOrInsert(_ place: Int, in ids: IdentityWords) -> Int? {
    let hash = ids.hash(place)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let entry = slots[slot]
      if (entry ^ hash) & Self.tagMask == 0 {
        let known = Int(entry & ~Self.tagMask) - 1
        if ids.areSame(known, place) { return known }
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = hash & Self.tagMask | UInt64(place + 1)
    return nil
  }
}
