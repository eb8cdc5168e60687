import Testing

@testable import LayoutEngine

@Suite("Items edited in a batch")
struct ItemEditTests {
  @Test("random edits have the result of the same edits of a plain array", arguments: 0..<8 as Range<UInt64>)
  func randomEdits(seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 104_729 &+ 11)
    var builder = ItemSequenceBuilder()
    var plain: [String?] = []
    for number in 0..<random.pick([0, 1, 5, 600, 3000]) {
      if random.chance(1, in: 50) {
        let count = random.integer(1...40)
        builder.append(run: count)
        plain += Array(repeating: nil, count: count)
      }
      builder.append(Item(id: "\(number)", size: random.chance(1, in: 2) ? Size(width: 1, height: 2) : nil))
      plain.append("\(number)")
    }
    var items = builder.finish()
    for round in 0..<60 {
      let vacated = Set(
        (0..<random.pick([0, 1, 2, 30])).map { _ in random.integer(0...max(0, plain.count - 1)) }
      )
      .filter { $0 < plain.count }
      let kept = plain.indices.filter { !vacated.contains($0) }.map { plain[$0] }
      let newCount = kept.count + random.pick([0, 1, 2, 25, 700])
      var taken: Set<Int> = []
      while taken.count < newCount - kept.count { taken.insert(random.integer(0...newCount - 1)) }
      let slots = SlotMap(oldCount: plain.count, vacated: vacated, taken: taken)
      var replaced: [Int: Item] = [:]
      if let place = plain.indices.filter({ !vacated.contains($0) }).randomElement(using: &random) {
        replaced[place] = Item(id: "r\(round)")
      }
      var expected: [String?] = []
      var next = plain.indices.filter { !vacated.contains($0) }[...]
      for place in 0..<newCount {
        if taken.contains(place) {
          expected.append("n\(round).\(place)")
        } else {
          let old = next.removeFirst()
          #expect(slots.new(ofKept: old) == place)
          #expect(slots.old(ofKept: place) == old)
          expected.append(replaced[old] == nil ? plain[old] : "r\(round)")
        }
      }
      let before = items
      let edit = items.applying(slots, replaced: replaced) { Item(id: "n\(round).\($0)") }
      items = edit.items
      plain = expected
      let mirror = ItemSequence(edit.edits.apply(to: before.chunks) { $0 })
      guard items.count == plain.count, mirror.count == plain.count,
        plain.indices.allSatisfy({ items.id(at: $0) == plain[$0] })
      else {
        Issue.record("seed \(seed), round \(round): \(items.count) items, expected \(plain.count)")
        return
      }
    }
  }

  @Test("inserting at the front of full chunks again and again keeps them well filled")
  func chunkSizes() {
    var builder = ItemSequenceBuilder()
    for number in 0..<100_000 { builder.append(size: Size(width: 1, height: Double(number))) }
    var items = builder.finish()
    for _ in 0..<2000 {
      let slots = SlotMap(oldCount: items.count, vacated: [], taken: [0])
      items = items.applying(slots, replaced: [:]) { _ in Item(size: .zero) }.items
    }
    #expect(items.count == 102_000)
    #expect(items.chunks.leafCount < 420)
  }

  @Test("deleting most items one by one leaves few chunks")
  func defragmentation() {
    var builder = ItemSequenceBuilder()
    for number in 0..<60_000 { builder.append(size: Size(width: 1, height: Double(number))) }
    var items = builder.finish()
    for batch in 0..<59 {
      let vacated = (0..<1000).map { $0 * (60 - batch) }
      items =
        items.applying(
          SlotMap(oldCount: items.count, vacated: vacated, taken: []), replaced: [:]
        ) { _ in Item() }.items
    }
    #expect(items.count == 1000)
    #expect(items.chunks.leafCount < 64)
  }

  @Test("items inserted into a million counted ones split their run")
  func runs() {
    let items = ItemSequence(count: 1_000_000)
    let slots = SlotMap(oldCount: items.count, vacated: [10], taken: [500_000])
    let edited = items.applying(slots, replaced: [:]) { _ in Item(id: "a") }.items
    #expect(edited.count == 1_000_000)
    #expect(edited.id(at: 500_000) == "a")
    #expect(edited.chunks.leafCount <= 5)
  }

  @Test("items appended one by one, at the end or in front of a full chunk, fill chunks of their own")
  func appending() {
    for start in [0, 512, 1000] {
      var builder = ItemSequenceBuilder()
      for number in 0..<1024 { builder.append(Item(id: "\(number)")) }
      var items = builder.finish()
      let whole = Set(items.chunks.leaves.map(ObjectIdentifier.init))
      for number in 0..<600 {
        let place = start == 1000 ? items.count : start + number
        let slots = SlotMap(oldCount: items.count, vacated: [], taken: [place])
        let edit = items.applying(slots, replaced: [:]) { _ in Item(id: "new \(number)") }
        #expect(ItemSequence(edit.edits.apply(to: items.chunks) { $0 }).count == items.count + 1)
        items = edit.items
        #expect(items.id(at: place) == "new \(number)")
      }
      #expect(items.count == 1624)
      #expect(items.chunks.leafCount <= 8)
      #expect(items.chunks.leaves.count { whole.contains(ObjectIdentifier($0)) } == 4)
    }
  }
}
