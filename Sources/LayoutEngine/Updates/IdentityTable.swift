/// Finds the member that has an id: open addressing over hashes of the ids.
///
/// What a look costs is mostly the way to its slot in memory, so slots are small.
struct IdentityTable {
  /// A member's place plus one in the lower bits, 0 where a slot is free; above them the top of its hash.
  private var slots: ContiguousArray<UInt32>
  private let mask: Int
  private let placeMask: UInt32

  /// A table for at most `capacity` members, of which it fills at most four fifths.
  init(capacity: Int) {
    precondition(capacity < Int(UInt32.max), "more members than places have bits")
    var size = 16
    while size * 4 < capacity * 5 { size *= 2 }
    slots = ContiguousArray(repeating: 0, count: size)
    mask = size - 1
    placeMask = .max >> UInt32(UInt32(capacity + 1).leadingZeroBitCount)
  }

  /// The place of the member that has the same id as another; nil where there is none, and then that other is
  /// in the table.
  ///
  /// - Complexity: O(1) on average.
  mutating func findOrInsert(_ place: Int, in ids: IdentityWords) -> Int? {
    let hash = ids.hash(place)
    let tag = UInt32(hash >> 32) & ~placeMask
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let entry = slots[slot]
      if entry & ~placeMask == tag {
        let known = Int(entry & placeMask) - 1
        if ids.areSame(known, place) { return known }
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = tag | UInt32(place + 1)
    return nil
  }
}
