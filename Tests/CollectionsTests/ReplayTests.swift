import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// A collection that is loaded from a journal equals the collection that was stored.
struct ReplayTests {
  private let key = CollectionKey("c")

  @Test(arguments: Gallery.allCases)
  func `hundreds of changes read back from the journal give the live collection, every element of it`(
    kind: Gallery
  ) throws {
    for seed in 1...2 {
      var changes = RandomChanges(seed: UInt64(seed) * 31)
      let journal = MemoryJournal()
      let store = try CollectionStore(journal: journal)
      let bounds = Rect(x: 0, y: 120, width: 200, height: 300)
      let first = kind.state(changes.sections(3, items: 5...20), bounds: seed == 1 ? bounds : nil)
      try store.create(key, SolvedCollection(solving: first)).wait()
      for round in 0..<300 {
        let before = try store.solved(key).wait()
        let change = changes.change(of: before.state.sections)
        #expect(try store.apply(change, to: key) == round + 2)
        if round % 100 == 99 {
          let live = try store.solved(key).wait()
          let read = try CollectionStore(journal: journal).solved(key).wait()
          let difference = read.difference(from: live)
          #expect(difference == nil, "\(kind), seed \(seed), round \(round)")
          if difference != nil { return }
        }
      }
      let live = try store.solved(key).wait()
      let fresh = try SolvedCollection(solving: live.state)
      #expect(fresh.difference(from: live) == nil, "laid out anew, \(kind), seed \(seed)")
    }
  }

  @Test func `a journal with a change that cannot be made is damaged`() throws {
    let journal = MemoryJournal()
    let one = try SolvedCollection.list([["a", "b"]])
    try journal.create(key, JournalBase(one.state)).wait()
    let entry = JournalEntry(.delete(0, 7), making: try one.step(.delete(0, 1)).after.state)
    try journal.append(entry, to: key).wait()
    let store = try CollectionStore(journal: journal)
    #expect(refusal { _ = try store.solved(key).wait() }?.isDamage == true)
  }
}
