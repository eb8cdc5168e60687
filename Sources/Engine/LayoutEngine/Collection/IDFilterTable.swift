/// The filters of up to 64 chunks side by side: a row for each bit of a filter, in which each chunk has one bit, its
/// column. The four rows of an id, and-ed, are the chunks that may hold it: a search reads four words instead of 64
/// filters.
///
/// A table has the number of rows, a power of two, that gives each id of its chunks 10 to 20 bits, those of free
/// columns among them. That is at most 2.5 bytes, and 2 for full chunks, whose 64 · 256 ids have 4096 rows of 8 bytes.
/// (A table of fewer than 410 ids has 64 rows, or 512 bytes.) With b rows for each id of a chunk, one without the
/// sought id passes with the probability (1 - e^(-4/b))^4: for 16 rows, 1 in 420. A million items in full chunks have
/// 62 tables: a search reads 248 words, and then the tags of some 9 chunks among 3907. After many edits, when nodes are
/// half full of chunks that are two thirds full, an id has some 6 rows: two chunks pass in each of some 180 tables, and
/// their own filters rule most of them out.
///
/// Higher nodes have none. A filter for 8 tables would save 7 of them where it rules the id out, some 5 µs for a
/// million items, for another 2 bytes an id.
final class IDFilterTable: Sendable {
  private static let mostBitsPerID = 20

  private let rows: ContiguousArray<UInt64>
  /// The chunks that have ids and no filter.
  private let unfiltered: UInt64

  /// The table of the chunks below a node, which is as high as a finder requires.
  ///
  /// - Parameter nodes: the children of the node.
  /// - Complexity: O(n) for n ids, of which only those of chunks without a filter are hashed.
  init(of nodes: ContiguousArray<SummaryNode<ItemChunk>>) {
    var idCount = 0
    var unfiltered: UInt64 = 0
    var filters: [(column: Int, filter: IDFilter)] = []
    for (child, node) in nodes.enumerated() {
      guard case .leaves(let chunks) = node.children else { continue }
      for (index, chunk) in chunks.enumerated() where !chunk.ids.isEmpty {
        let column = child * SummaryTree<ItemChunk>.fanOut + index
        idCount += chunk.ids.count
        if let filter = chunk.idFilter {
          filters.append((column, filter))
        } else {
          unfiltered |= 1 << column
        }
      }
    }
    var wordCount = 1
    while wordCount * 2 * 64 * 64 <= idCount * Self.mostBitsPerID { wordCount *= 2 }
    var rows = ContiguousArray<UInt64>()
    rows.reserveCapacity(wordCount * 64)
    var block = ContiguousArray<UInt64>(repeating: 0, count: 64)
    for word in 0..<wordCount {
      for column in block.indices { block[column] = 0 }
      for (column, filter) in filters { block[column] = filter.word(word, of: wordCount) }
      Self.transpose(&block)
      rows.append(contentsOf: block)
    }
    self.rows = rows
    self.unfiltered = unfiltered
  }

  /// The chunks that may hold an id with a hash value, a bit each.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func columns(of hash: Int) -> UInt64 {
    let mask = rows.count - 1
    var columns = UInt64.max
    for probe in 0..<4 { columns &= rows[IDFilter.bit(hash, probe, mask: mask)] }
    return columns | unfiltered
  }

  /// The number of bytes that the rows take.
  var byteCount: Int { rows.count * 8 }

  /// Exchanges the rows and columns of 64 words of 64 bits: squares of 32 bits off the diagonal, then of 16, and so on
  /// (Warren, Hacker's Delight, 7-3).
  static func transpose(_ block: inout ContiguousArray<UInt64>) {
    var width = 32
    var mask: UInt64 = 0xFFFF_FFFF
    while width > 0 {
      var row = 0
      while row < 64 {
        let exchanged = ((block[row] >> width) ^ block[row + width]) & mask
        block[row] ^= exchanged << width
        block[row + width] ^= exchanged
        row = (row + width + 1) & ~width
      }
      width >>= 1
      mask ^= mask << width
    }
  }
}
