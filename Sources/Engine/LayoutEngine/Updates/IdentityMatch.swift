import Cancellation

/// Pairs the members of two states that have the same id.
struct IdentityMatch {
  /// The new index of each old member; -1 for a member that is gone.
  private(set) var newPlaces: ContiguousArray<Int32>
  /// The old index of each new member; -1 for a new one.
  private(set) var oldPlaces: ContiguousArray<Int32>

  /// Matches the first `oldCount` ids with those behind them; nil if ids repeat on either side, or the
  /// computation should stop.
  ///
  /// - Complexity: O(n) on average for n ids.
  init?(_ ids: IdentityWords, oldCount: Int) {
    let newCount = ids.count - oldCount
    newPlaces = ContiguousArray(repeating: -1, count: oldCount)
    oldPlaces = ContiguousArray(repeating: -1, count: newCount)
    var table = IdentityTable(capacity: ids.count)
    var pace = Pace()
    for old in 0..<oldCount {
      if table.findOrInsert(old, in: ids) != nil || pace.isOver(after: 8) { return nil }
    }
    // Most members follow the same member as before: looking there first saves the table lookup.
    var guess = 0
    for new in 0..<newCount {
      if pace.isOver(after: 8) { return nil }
      if guess >= oldCount || !ids.areSame(guess, oldCount + new) {
        guard let found = table.findOrInsert(oldCount + new, in: ids) else { continue }
        guard found < oldCount else { return nil }
        guess = found
      }
      guard newPlaces[guess] < 0 else { return nil }
      newPlaces[guess] = Int32(new)
      oldPlaces[new] = Int32(guess)
      guess += 1
    }
  }
}

/// Finds the member with an id: a hash table with open addressing.
///
/// Most of the cost of a lookup is the memory access to its slot, so slots are small.
struct IdentityTable {
  /// The index of a member plus one in the lower bits, 0 in a free slot; above them the top bits of its hash.
  private var slots: ContiguousArray<UInt32>
  private let mask: Int
  private let placeMask: UInt32

  /// A table for at most `capacity` members, which fill at most four fifths of its slots.
  init(capacity: Int) {
    precondition(capacity.magnitude < UInt32.max, "more members than a slot can number")
    var size = 16
    while size * 4 < capacity * 5 { size *= 2 }
    slots = ContiguousArray(repeating: 0, count: size)
    mask = size - 1
    placeMask = .max >> UInt32(UInt32(capacity + 1).leadingZeroBitCount)
  }

  /// The member in the table that has the same id as `place`; if there is none, adds `place` and returns nil.
  ///
  /// - Complexity: O(1) on average.
  mutating func findOrInsert(_ place: Int, in ids: IdentityWords) -> Int? {
    let (slot, tag, known) = search(place, in: ids)
    if known == nil { slots[slot] = tag | UInt32(place + 1) }
    return known
  }

  /// The member in the table that has the same id as `place`; nil if there is none.
  ///
  /// - Complexity: O(1) on average.
  func find(_ place: Int, in ids: IdentityWords) -> Int? { search(place, in: ids).known }

  @inline(__always)
  private func search(_ place: Int, in ids: IdentityWords) -> (slot: Int, tag: UInt32, known: Int?) {
    let hash = ids.hash(place)
    let tag = UInt32(hash >> 32) & ~placeMask
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let entry = slots[slot]
      if entry & ~placeMask == tag {
        let known = Int(entry & placeMask) - 1
        if ids.areSame(known, place) { return (slot, tag, known) }
      }
      slot = (slot + 1) & mask
    }
    return (slot, tag, nil)
  }
}
