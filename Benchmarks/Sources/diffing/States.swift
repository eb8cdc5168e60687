import LayoutEngine

/// Two states of one section: some items are deleted, some inserted, and some shuffled.
struct States {
  let oldIDs: [String]
  let newIDs: [String]
  let before: SectionList
  let after: SectionList

  init(count: Int, deleted: Int, inserted: Int, shuffled: Int, id: (Int) -> String) {
    var random = SeededGenerator(state: 7)
    oldIDs = (0..<count).map(id)
    var ids = oldIDs
    let gone = Set((0..<count).shuffled(using: &random).prefix(deleted))
    ids = ids.indices.filter { !gone.contains($0) }.map { ids[$0] }
    let places = Array(ids.indices.shuffled(using: &random).prefix(shuffled))
    for (to, id) in zip(places, places.map { ids[$0] }.shuffled(using: &random)) { ids[to] = id }
    let coming = Set((0..<ids.count + inserted).shuffled(using: &random).prefix(inserted))
    var remaining = ids.makeIterator()
    newIDs = (0..<ids.count + inserted).map { coming.contains($0) ? id(count + $0) : remaining.next()! }
    before = Self.list(oldIDs)
    after = Self.list(newIDs)
  }

  private static func list(_ ids: [String]) -> SectionList {
    var items = ItemSequenceBuilder()
    for id in ids { items.append(Item(id: id, size: Size(width: 100, height: 50))) }
    return SectionList([Section(id: "section", items: items.finish())])
  }
}

/// A seeded generator (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
