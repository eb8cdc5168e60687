import Testing

@testable import LayoutEngine

@Suite("A tree of sums")
struct SummaryTreeTests {
  struct Weight: Summarized {
    var totals: Total
  }

  struct Total: Summary, Equatable {
    var weight: Double
    static let zero = Total(weight: 0)
    static func + (a: Total, b: Total) -> Total { Total(weight: a.weight + b.weight) }
  }

  static let counts = Array(0...70) + [1023, 1024, 1025, 1056, 1057, 5000]

  private func tree(_ weights: [Double]) -> SummaryTree<Weight> {
    SummaryTree(ContiguousArray(weights.map { Weight(totals: Total(weight: $0)) }))
  }

  private func weights(_ count: Int) -> [Double] {
    var random = SeededGenerator(seed: UInt64(count))
    return (0..<count).map { _ in Double(random.integer(0...3)) }
  }

  @Test("its totals and its number of leaves are those of an array", arguments: counts)
  func totals(count: Int) {
    let weights = weights(count)
    let tree = tree(weights)
    #expect(tree.leafCount == count)
    #expect(tree.totals.weight == weights.reduce(0, +))
    #expect(tree._invariantViolation() == nil)
  }

  @Test("a leaf by number has the leaves before it summed up", arguments: counts)
  func byNumber(count: Int) {
    let weights = weights(count)
    let tree = tree(weights)
    var before = 0.0
    for index in 0..<count {
      let position = tree.leaf(at: index)
      #expect(position.index == index && position.before.weight == before)
      #expect(position.leaf.totals.weight == weights[index])
      before += weights[index]
    }
  }

  @Test("the leaf beyond a place is the first whose end lies beyond it, else the last", arguments: counts)
  func beyond(count: Int) {
    let weights = weights(count)
    let tree = tree(weights)
    var ends: [Double] = []
    for weight in weights { ends.append((ends.last ?? 0) + weight) }
    let last = ends.last ?? 0
    for target in stride(from: -1, through: last + 1, by: max(0.5, last / 300)) {
      let expected = ends.firstIndex { $0 > target } ?? count - 1
      let found = tree.leaf(beyond: target, by: \.weight)
      #expect(found?.index == (count == 0 ? nil : expected), "beyond \(target)")
      if let found { #expect(found.before.weight == (expected == 0 ? 0 : ends[expected - 1])) }
    }
  }

  @Test("a walk from any leaf visits it and all behind it in order until its body ends it", arguments: counts)
  func walk(count: Int) {
    let tree = tree(weights(count))
    for start in Set([0, 1, 31, 32, 33, count / 2, count - 1, count, count + 5]) where start >= 0 {
      var visited: [Int] = []
      tree.forEachLeaf(from: start) {
        visited.append($0.index)
        return visited.count < 100
      }
      #expect(visited == Array((start..<max(start, count)).prefix(100)), "from \(start)")
    }
  }

  @Test("the sum before a leaf is the same to the last bit, by whichever way it was found")
  func sameSums() {
    var random = SeededGenerator(seed: 4)
    let tree = tree((0..<3000).map { _ in random.length(upTo: 10) / 3 })
    var walked: [Double] = []
    tree.forEachLeaf {
      walked.append($0.before.weight)
      return true
    }
    for start in stride(from: 0, to: 3000, by: 37) {
      #expect(tree.leaf(at: start).before.weight == walked[start])
      #expect(tree.leaf(beyond: walked[start].nextUp, by: \.weight)!.before.weight <= walked[start])
      tree.forEachLeaf(from: start) {
        #expect($0.before.weight == walked[$0.index])
        return $0.index < start + 40
      }
    }
  }
}
