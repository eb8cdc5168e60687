import Synchronization

/// Finds the items of a chunk that may have an id, and rules out most chunks without it: a Bloom filter, and behind it a
/// byte of each id's hash, so that a search compares hardly any other id.
///
/// The hashes come from `IDColumn.hash`, whose seed is random for each process: a client cannot make up ids that pass every
/// filter.
final class IDFilter: Sendable {
  /// Reading a chunk with no more ids than this is as quick as asking a filter.
  static let leastCount = 8
  /// With twelve bits an id and four probes, the false positive rate is five in a thousand; with sixteen bits, which full
  /// chunks have, two in a thousand.
  private static let leastBitsPerID = 12
  /// Each probe takes sixteen bits of the hash.
  private static let mostBits = 1 << 16

  private let words: ContiguousArray<UInt64>
  private let tags: ContiguousArray<UInt8>

  init(of ids: IDColumn) {
    var bits = 64
    while bits < min(ids.count * Self.leastBitsPerID, Self.mostBits) { bits *= 2 }
    var words = ContiguousArray<UInt64>(repeating: 0, count: bits / 64)
    var tags = ContiguousArray<UInt8>(repeating: 0, count: ids.count)
    for place in ids.indices where ids.isGiven(at: place) {
      let hash = ids.hash(at: place)
      tags[place] = Self.tag(hash)
      for probe in 0..<4 {
        let bit = Self.bit(hash, probe, mask: bits - 1)
        words[bit >> 6] |= 1 << (bit & 63)
      }
    }
    self.words = words
    self.tags = tags
  }

  /// Whether the chunk may hold an id with a hash value.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func mayHold(_ hash: Int) -> Bool {
    let mask = (words.count << 6) - 1
    for probe in 0..<4 {
      let bit = Self.bit(hash, probe, mask: mask)
      if words[bit >> 6] & (1 << (bit & 63)) == 0 { return false }
    }
    return true
  }

  /// Visits the indices in the chunk whose ids may have a hash value.
  ///
  /// - Complexity: O(1) if the filter rules the chunk out, O(c) for c ids if not.
  @inline(__always)
  func forEachPlace(_ hash: Int, _ visit: (Int) -> Void) {
    guard mayHold(hash) else { return }
    let tag = Self.tag(hash)
    for place in tags.indices where tags[place] == tag { visit(place) }
  }

  /// 64 bits of the filter as it would be in another size, a word of a table of such filters. Every id passes whose bits
  /// are in the filter: a smaller size folds the filter, a larger one repeats it.
  ///
  /// - Parameters:
  ///   - index: 0 or more, less than `count`.
  ///   - count: the number of words in that size, a power of two.
  /// - Complexity: O(1) in a larger size, else O(w / count) for w words.
  func word(_ index: Int, of count: Int) -> UInt64 {
    var word: UInt64 = 0
    var place = index & (words.count - 1)
    while place < words.count {
      word |= words[place]
      place += count
    }
    return word
  }

  /// The bit of a filter that a probe takes, which tables of filters take too.
  ///
  /// - Parameter mask: the number of bits less one.
  @inline(__always)
  static func bit(_ hash: Int, _ probe: Int, mask: Int) -> Int {
    Int(truncatingIfNeeded: spread(hash) >> (16 * probe)) & mask
  }

  /// A byte that depends little on the probed bits, so that ids that share some of those mostly differ in it.
  @inline(__always)
  private static func tag(_ hash: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (spread(hash) &* factor) >> 56)
  }

  /// A hash value in 64 bits. Where it has 32, the product has something of them in all bits; without it two of four
  /// probes would always take the first bit.
  @inline(__always)
  private static func spread(_ hash: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: UInt(bitPattern: hash)) &* factor
  }

  private static var factor: UInt64 { 0x9E37_79B9_7F4A_7C15 }
}

extension ItemChunk {
  /// The filter of the chunk's ids; nil if there are so few that none is needed.
  ///
  /// Built on first use, and shared by every version of a collection that shares the chunk, or has other descriptions of
  /// its items with the same ids.
  ///
  /// - Complexity: O(c) for c ids the first time, then O(1).
  var idFilter: IDFilter? {
    guard ids.count > IDFilter.leastCount else { return nil }
    return lazyIDFilter.load() ?? lazyIDFilter.storeIfNil(IDFilter(of: ids))
  }

  /// Whether both chunks have one filter, so that a table of filters that knows one of them knows the other.
  ///
  /// - Complexity: O(1).
  func hasSameFilter(as other: ItemChunk) -> Bool {
    guard let filter = lazyIDFilter.load() else { return false }
    return filter === other.lazyIDFilter.load()
  }

  /// Visits the indices in the chunk of items with an id, one of a column of ids that a search looks for.
  @inline(__always)
  func forEachPlace(of number: Int, in sought: IDColumn, _ hash: Int, _ visit: (Int) -> Void) {
    if let idFilter {
      idFilter.forEachPlace(hash) { if ids.isSame(at: $0, as: sought, at: number) { visit($0) } }
    } else {
      for place in ids.indices where ids.isSame(at: place, as: sought, at: number) { visit(place) }
    }
  }
}
