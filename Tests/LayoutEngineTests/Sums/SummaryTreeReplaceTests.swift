import Synchronization
import Testing

@testable import LayoutEngine

@Suite("Leaves replaced in a tree")
struct SummaryTreeReplaceTests {
  private struct Number: Summarized {
    var value: Int
    var totals: ItemCount { ItemCount(value) }
  }

  @Test(
    "a tree after many random replacements is the tree of the same leaves", arguments: 0..<6 as Range<UInt64>)
  func randomReplacements(seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 7919 &+ 3)
    var values = ContiguousArray((0..<random.pick([0, 1, 2, 31, 33, 1025, 40_000])).map { $0 % 97 })
    var tree = SummaryTree(ContiguousArray(values.map { Number(value: $0) }))
    for round in 0..<300 {
      let start = random.integer(0...values.count)
      let end = min(values.count, start + random.pick([0, 1, 1, 2, 40, 5000]))
      let new = ContiguousArray((0..<random.pick([0, 1, 1, 3, 70, 3000])).map { $0 + round })
      values.replaceSubrange(start..<end, with: new)
      tree = tree.replacing(start..<end, with: ContiguousArray(new.map { Number(value: $0) }))
      if let violation = tree._invariantViolation() {
        Issue.record("round \(round): \(violation)")
        return
      }
      #expect(tree.leafCount == values.count)
      #expect(tree.totals.items == values.reduce(0, +))
    }
    var found = ContiguousArray<Int>()
    tree.forEachLeaf {
      found.append($0.leaf.value)
      return true
    }
    #expect(found == values)
  }

  @Test(
    "many leaves replaced at once make the tree that they make one after the other", arguments: [1, 5, 300])
  func several(every step: Int) {
    for count in [1, 2, 9, 64, 1025] {
      let tree = SummaryTree(ContiguousArray((0..<count).map { Number(value: $0) }))
      let others = stride(from: 0, to: count, by: step).map { (index: $0, leaf: Number(value: -$0)) }
      let together = tree.replacing(others)
      #expect(together._invariantViolation() == nil)
      var single = tree
      for (index, leaf) in others { single = single.replacing(index, with: leaf) }
      #expect(together.totals.items == single.totals.items)
      for index in 0..<count {
        #expect(together.leaf(at: index).leaf.value == single.leaf(at: index).leaf.value)
        #expect(tree.leaf(at: index).leaf.value == index)
      }
    }
  }

  @Test("a replacement of most leaves adds up each node once")
  func additions() {
    let leaves = ContiguousArray((0..<4096).map { _ in Counted() })
    let tree = SummaryTree(leaves)
    let others = leaves.indices.map { (index: $0, leaf: Counted()) }
    func additions(_ body: () -> Void) -> Int {
      let counter = AdditionCount()
      AdditionCount.$current.withValue(counter, operation: body)
      return counter.value.load(ordering: .relaxed)
    }
    let anew = additions { _ = SummaryTree(leaves) }
    #expect(anew > 4000)
    #expect(additions { _ = tree.replacing(others) } == anew)
    // A path of four nodes, of at most eight children each.
    #expect(additions { _ = tree.replacing([(index: 7, leaf: Counted())]) } <= 32)
  }

  private struct Counted: Summarized {
    var totals: Additions { Additions() }
  }

  private struct Additions: Summary {
    static let zero = Additions()

    static func + (a: Additions, b: Additions) -> Additions {
      AdditionCount.current?.value.add(1, ordering: .relaxed)
      return a
    }
  }

  private final class AdditionCount: Sendable {
    @TaskLocal static var current: AdditionCount?
    let value = Atomic(0)
  }

  @Test("a replacement leaves the tree that it was made from whole")
  func persistence() {
    let tree = SummaryTree(ContiguousArray((0..<5000).map { Number(value: $0) }))
    let before = tree.totals.items
    let other = tree.replacing(100..<4000, with: [Number(value: -1)])
    #expect(tree.totals.items == before)
    #expect(tree.leaf(at: 2500).leaf.value == 2500)
    #expect(other.leaf(at: 100).leaf.value == -1)
    #expect(other.leaf(at: 101).leaf.value == 4000)
  }

  @Test("a tree that shrinks by single leaves stays low")
  func height() {
    var tree = SummaryTree(ContiguousArray((0..<40_000).map { Number(value: $0) }))
    for index in stride(from: 39_999, to: 0, by: -1) where index % 100 != 0 {
      tree = tree.replacing(index..<index + 1, with: [])
    }
    #expect(tree.leafCount == 400)
    guard case .node(let node) = tree.root else {
      Issue.record("no node")
      return
    }
    #expect(node.height <= 3)
  }
}
