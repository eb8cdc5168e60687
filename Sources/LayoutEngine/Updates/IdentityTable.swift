/// Finds the place of a member by its id: open addressing over hashes of the UTF-8 bytes.
///
/// Ids are the same where their bytes are. The hash starts from a number of the process's own, so that nobody
/// can make up ids that all fall into one slot.
struct IdentityTable {
  /// The upper half of a member's hash, and its place plus one; 0 where a slot is free.
  private var slots: ContiguousArray<UInt64>
  private let mask: Int
  private var ids: ContiguousArray<String> = []

  private static let seed = UInt64.random(in: 1 ... .max)
  private static let tagMask: UInt64 = 0xFFFF_FFFF_0000_0000

  /// A table for at most `capacity` members, of which it fills at most half its slots.
  init(capacity: Int) {
    precondition(capacity < Int(UInt32.max), "more members than places have bits")
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = ContiguousArray(repeating: 0, count: size)
    mask = size - 1
    ids.reserveCapacity(capacity)
  }

  /// The place of the member that has an id; nil for an id not seen before, which takes the next place.
  ///
  /// - Complexity: O(1) on average, times the length of the id.
  mutating func placeOrInsert(_ id: String) -> Int? {
    let hash = Self.hash(id)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let entry = slots[slot]
      if (entry ^ hash) & Self.tagMask == 0 {
        let place = Int(entry & ~Self.tagMask) - 1
        if id.hasSameBytes(as: ids[place]) { return place }
      }
      slot = (slot + 1) & mask
    }
    ids.append(id)
    slots[slot] = hash & Self.tagMask | UInt64(ids.count)
    return nil
  }

  /// Eight bytes at a time, each folded in by a full multiplication (as wyhash does).
  private static func hash(_ id: String) -> UInt64 {
    let span = id.utf8Span.span
    let bytes = span.bytes
    var hash = seed ^ UInt64(span.count)
    var place = 0
    while place &+ 8 <= span.count {
      hash = fold(hash ^ bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
      place &+= 8
    }
    var rest: UInt64 = 0
    while place < span.count {
      rest = rest << 8 | UInt64(span[place])
      place &+= 1
    }
    return fold(fold(hash ^ rest))
  }

  private static func fold(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }
}

extension String {
  /// Whether two strings are the same bytes; equality would also take canonically equivalent ones for one.
  func hasSameBytes(as other: String) -> Bool {
    let (a, b) = (utf8Span.span, other.utf8Span.span)
    guard a.count == b.count else { return false }
    var place = 0
    while place &+ 8 <= a.count {
      let word = a.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      if word != b.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
      place &+= 8
    }
    while place < a.count {
      if a[place] != b[place] { return false }
      place &+= 1
    }
    return true
  }
}
