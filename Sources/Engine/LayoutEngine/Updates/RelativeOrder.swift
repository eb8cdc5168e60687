/// The members that a batch places next to the members of one sequence, in order.
///
/// Members next to the same old member are a linked list around it, so that placing one takes constant time.
struct RelativeOrder {
  /// The neighbours of each node; -1 at the ends.
  private var previous: ContiguousArray<Int> = []
  private var next: ContiguousArray<Int> = []
  /// The node of each old member that is an anchor, by its index. -1 stands for the start of the sequence, and indices
  /// beyond its end for the end.
  private var anchors: [Int: Int] = [:]

  /// The node of an old member.
  mutating func node(ofOld index: Int) -> Int {
    if let node = anchors[index] { return node }
    let node = add()
    anchors[index] = node
    return node
  }

  /// Places members next to a node, in order; returns their nodes.
  ///
  /// - Complexity: O(k) for k members.
  mutating func place(_ count: Int, _ side: RelativePosition.Side, _ node: Int) -> Range<Int> {
    let first = next.count
    var last = side == .after ? node : previous[node]
    let end = side == .after ? next[node] : node
    for _ in 0..<count {
      let added = add()
      link(last, added)
      last = added
    }
    link(last, end)
    return first..<first + count
  }

  private mutating func add() -> Int {
    previous.append(-1)
    next.append(-1)
    return next.count - 1
  }

  private mutating func link(_ first: Int, _ second: Int) {
    if first >= 0 { next[first] = second }
    if second >= 0 { previous[second] = first }
  }

  /// The new indices of the placed members, by node.
  ///
  /// - Parameters:
  ///   - vacated: the old indices of members that are deleted or moved, sorted and different.
  ///   - taken: the new indices of members with an absolute position, sorted and different.
  /// - Complexity: O(k log k) for k members that are placed, vacated or taken.
  func newIndices(oldCount: Int, vacated: [Int], taken: [Int]) -> ContiguousArray<Int> {
    var indices = ContiguousArray(repeating: 0, count: next.count)
    var placedCount = 0
    for (index, anchor) in anchors.sorted(by: { $0.key < $1.key }) {
      let vacatedCount = vacated.bisect { $0 >= index }
      let isVacated = vacatedCount < vacated.count && vacated[vacatedCount] == index
      /// The number of members that stay in order and are in front of the next placed one.
      var keptCount = max(0, min(max(index, 0), oldCount) - vacatedCount)
      var node = anchor
      while previous[node] >= 0 { node = previous[node] }
      while node >= 0 {
        if node != anchor {
          let rank = keptCount + placedCount
          // Every taken index before the member moves it on by one.
          indices[node] = rank + taken.indices.bisect { taken[$0] - $0 > rank }
          placedCount += 1
        } else if index >= 0, index < oldCount, !isVacated {
          keptCount += 1
        }
        node = next[node]
      }
    }
    return indices
  }
}
