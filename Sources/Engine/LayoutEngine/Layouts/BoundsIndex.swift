/// Which of many items may meet a rect, where a formula places them and nothing is stored of any one item.
///
/// Consecutive items share a box that bounds their frames, and boxes share larger ones: a query looks only
/// into boxes that it meets. Items near each other in number are mostly near each other in place, so few
/// boxes are opened in vain. The index takes half a byte an item.
struct BoundsIndex: Sendable {
  /// How many items share the smallest box.
  private static let chunk = 64

  private let chunks: SummaryTree<BoundsChunk>
  let count: Int

  /// Asks for the frame of every item once, in order.
  ///
  /// - Complexity: O(n).
  init<Failure: Error>(count: Int, frame: (Int) throws(Failure) -> AxialRect) throws(Failure) {
    var leaves = ContiguousArray<BoundsChunk>()
    leaves.reserveCapacity((count + Self.chunk - 1) / Self.chunk)
    for start in stride(from: 0, to: count, by: Self.chunk) {
      var totals = BoundsTotals.zero
      for item in start..<min(start + Self.chunk, count) { totals.include(try frame(item)) }
      leaves.append(BoundsChunk(totals: totals))
    }
    chunks = SummaryTree(leaves)
    self.count = count
  }

  private init(_ chunks: SummaryTree<BoundsChunk>, count: Int) {
    self.chunks = chunks
    self.count = count
  }

  /// The index after some items got other frames. It asks for the frames of these and of their neighbours.
  ///
  /// - Complexity: O(k log n) for k consecutive items of n.
  func replacing<Failure: Error>(
    _ items: Range<Int>, frame: (Int) throws(Failure) -> AxialRect
  ) throws(Failure) -> BoundsIndex {
    guard let last = items.last else { return self }
    var chunks = chunks
    for chunk in items.lowerBound / Self.chunk...last / Self.chunk {
      var totals = BoundsTotals.zero
      let end = min((chunk + 1) * Self.chunk, count)
      for item in chunk * Self.chunk..<end { totals.include(try frame(item)) }
      chunks = chunks.replacing(chunk, with: BoundsChunk(totals: totals))
    }
    return BoundsIndex(chunks, count: count)
  }

  /// How many items there are and the box around their frames, as a tree of indexes adds them up.
  ///
  /// - Complexity: O(1).
  var totals: BoundsTotals { chunks.totals }

  /// Visits, in order, every item whose frame may meet the ranges, and some others near them.
  ///
  /// - Complexity: O(b log n) for n items where b boxes are met.
  func forEachItem(
    along: ClosedRange<Double>, across: ClosedRange<Double> = .everything,
    _ visit: (Int) -> Void
  ) {
    chunks.forEachLeaf(where: { $0.meets(along: along, across: across) }) { position in
      let first = position.before.items
      for item in first..<first + position.leaf.totals.items { visit(item) }
    }
  }
}

struct BoundsChunk: Summarized {
  var totals: BoundsTotals
}

/// A number of items and the box around their frames, as a tree adds them up.
struct BoundsTotals: Summary {
  var items = 0
  private(set) var start = Double.infinity
  private(set) var end = -Double.infinity
  private(set) var leading = Double.infinity
  private(set) var trailing = -Double.infinity

  static let zero = BoundsTotals()

  static func + (a: BoundsTotals, b: BoundsTotals) -> BoundsTotals {
    var sum = a
    sum.items += b.items
    sum.start = min(a.start, b.start)
    sum.end = max(a.end, b.end)
    sum.leading = min(a.leading, b.leading)
    sum.trailing = max(a.trailing, b.trailing)
    return sum
  }

  mutating func include(_ frame: AxialRect) {
    items += 1
    start = min(start, frame.along)
    end = max(end, frame.end)
    leading = min(leading, frame.across)
    trailing = max(trailing, frame.across + frame.breadth)
  }

  func meets(along: ClosedRange<Double>, across: ClosedRange<Double>) -> Bool {
    start <= along.upperBound && end >= along.lowerBound && leading <= across.upperBound
      && trailing >= across.lowerBound
  }
}
