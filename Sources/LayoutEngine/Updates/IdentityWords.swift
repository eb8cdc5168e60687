/// The ids of many members in one row of words, so that hashing and comparing them touches no string.
///
/// An id is the full words of its UTF-8 bytes, then one with the rest of them and, in the top byte, how many that
/// are. Ids are the same where their bytes are: canonically equivalent ones of other bytes are not.
struct IdentityWords {
  private var words: ContiguousArray<UInt64> = []
  /// Where each id ends in the words.
  private var ends: ContiguousArray<UInt32> = []

  /// A number of the process's own, so that nobody can make up ids that all have one hash.
  private static let seed = UInt64.random(in: 1 ... .max)
  private let seed = Self.seed

  /// Makes room for some more ids about as long as one of them, if that is of usual length.
  mutating func reserve(_ more: Int, like id: String?) {
    words.reserveCapacity(words.count + more * min((id?.utf8.count ?? 0) / 8 + 1, 6))
    ends.reserveCapacity(ends.count + more)
  }

  var count: Int { ends.count }

  /// - Complexity: O(1) for an id of a few words.
  mutating func append(_ id: String) {
    let span = id.utf8Span.span
    let count = span.count
    let bytes = span.bytes
    var place = 0
    while place &+ 8 <= count {
      words.append(bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian)
      place &+= 8
    }
    let rest = count &- place
    var last: UInt64 = 0
    if rest > 0, count >= 8 {
      // The rest is the end of the last eight bytes.
      last = bytes.unsafeLoadUnaligned(fromByteOffset: count &- 8, as: UInt64.self).littleEndian
      last >>= UInt64(8 &* (8 &- rest))
    } else {
      for byte in 0..<rest { last |= UInt64(span[place &+ byte]) << UInt64(8 &* byte) }
    }
    words.append(last | UInt64(rest) << 56)
    ends.append(UInt32(words.count))
  }

  /// Appends the ids of a column; answers false where one is missing, and then leaves the rest.
  mutating func append(_ ids: ContiguousArray<String?>) -> Bool {
    for id in ids {
      guard let id else { return false }
      append(id)
    }
    return true
  }

  private func range(_ place: Int) -> Range<Int> {
    (place == 0 ? 0 : Int(ends[place - 1]))..<Int(ends[place])
  }

  /// Whether two members have the same id.
  @inline(__always)
  func areSame(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (range(a), range(b))
    guard first.count == second.count else { return false }
    for offset in 0..<first.count
    where words[first.lowerBound &+ offset] != words[second.lowerBound &+ offset] { return false }
    return true
  }

  /// A hash of a member's id: each word folded in by a full multiplication (as wyhash does).
  @inline(__always)
  func hash(_ place: Int) -> UInt64 {
    var hash = seed
    for word in range(place) { hash = Self.fold(hash ^ words[word]) }
    return Self.fold(hash)
  }

  @inline(__always)
  private static func fold(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }
}
