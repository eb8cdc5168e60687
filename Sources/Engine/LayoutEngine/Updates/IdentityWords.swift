/// The ids of many members in one array of 64-bit words, so that hashing and comparing them touches no string.
///
/// Ids are equal if their bytes are. Those of requests are in Unicode normal form C, so that no two are canonically
/// equivalent in different bytes. Ids of items come from columns and those of sections from texts, and are not compared
/// with each other: the words of a UUID are others in a column.
struct IdentityWords {
  private var words: ContiguousArray<UInt64> = []
  /// The end of each id in the words.
  private var ends: ContiguousArray<UInt32> = []

  /// Random for each process, so that a client cannot make up ids that all have one hash.
  private static let seed: UInt64 = {
    // Swift's own seed, which the fuzzer can hold fixed (`SWIFT_DETERMINISTIC_HASHING`). A hash may have 32 bits only.
    let halves = [0, 1].map { UInt64(truncatingIfNeeded: UInt32(truncatingIfNeeded: $0.hashValue)) }
    return halves[0] << 32 | halves[1] | 1
  }()
  private let seed = Self.seed

  /// Reserves room for more ids of about the length of one of them, within bounds.
  mutating func reserve(_ more: Int, like id: String?) {
    words.reserveCapacity(words.count + more * min((id?.utf8.count ?? 0) / 8 + 1, 6))
    ends.reserveCapacity(ends.count + more)
  }

  var count: Int { ends.count }

  /// Appends an id.
  ///
  /// - Complexity: O(1) for an id of a few words.
  mutating func append(_ id: String) {
    let bytes = id.utf8Span.span.bytes
    bytes.forEachWord(0..<bytes.byteCount) { words.append($0) }
    ends.append(UInt32(words.count))
  }

  /// Appends an id of a column.
  ///
  /// - Complexity: O(1) for an id of a few words.
  @inline(__always)
  mutating func append(_ ids: IDColumn, at place: Int) {
    ids.forEachWord(at: place) { words.append($0) }
    ends.append(UInt32(words.count))
  }

  /// Appends the ids of a column up to the first that is missing; returns false if one is.
  mutating func append(_ ids: IDColumn) -> Bool {
    for place in ids.indices {
      guard ids.isGiven(at: place) else { return false }
      append(ids, at: place)
    }
    return true
  }

  /// Removes the id that was appended last; there must be one.
  mutating func removeLast() {
    words.removeLast(range(count - 1).count)
    ends.removeLast()
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

extension RawSpan {
  /// Visits bytes as words of 64 bits: the whole words, then one with the remaining bytes and, in its top byte, their
  /// number and a flag. Only equal bytes with equal flags have all words in common.
  ///
  /// - Complexity: O(n) for n bytes.
  @inline(__always)
  func forEachWord(_ range: Range<Int>, _ flag: UInt64 = 0, _ visit: (UInt64) -> Void) {
    var place = range.lowerBound
    while place &+ 8 <= range.upperBound {
      visit(unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian)
      place &+= 8
    }
    let rest = range.upperBound &- place
    var last: UInt64 = 0
    if rest > 0, range.count >= 8 {
      // The remaining bytes are the end of the last eight.
      last = unsafeLoadUnaligned(fromByteOffset: range.upperBound &- 8, as: UInt64.self).littleEndian
      last >>= UInt64(8 &* (8 &- rest))
    } else {
      var end = range.upperBound
      while end > place {
        end &-= 1
        last = last << 8 | UInt64(unsafeLoadUnaligned(fromByteOffset: end, as: UInt8.self))
      }
    }
    visit(last | UInt64(rest) << 56 | flag)
  }
}
