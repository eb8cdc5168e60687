import LayoutEngine
import Synchronization
import TestSupport
import Testing

@testable import Collections

/// Stores that share a journal share its collections.
struct SharedJournalTests {
  private let key = CollectionKey("c")
  private let journal = MemoryJournal()

  private func stores(_ ids: [[String]] = [["a", "b"]]) throws -> (CollectionStore, CollectionStore) {
    let stores = (try CollectionStore(journal: journal), try CollectionStore(journal: journal))
    try stores.0.create(key, .list(ids, bounds: Rect(x: 0, y: 0, width: 100, height: 30))).wait()
    return stores
  }

  @Test func `a second store loads what the first one made`() throws {
    let (first, second) = try stores()
    try first.apply(.insert("x"), to: key)
    try first.apply(.rows([["b"], ["x", "y"]]), to: key)
    let (one, other) = (try first.solved(key).wait(), try second.solved(key).wait())
    #expect(other.version == 3 && other.ids == [["b"], ["x", "y"]])
    #expect(other.state.bounds == one.state.bounds && other.layout.contentSize == one.layout.contentSize)
    #expect(try second.list(of: "", after: nil, limit: 9).wait().map(\.id) == ["c"])
  }

  @Test func `the store that is behind makes its change on top of the other's`() throws {
    let (first, second) = try stores()
    _ = try second.solved(key).wait()
    #expect(try first.apply(.insert("x"), to: key) == 2)
    #expect(try second.apply(.insert("y"), to: key) == 3)
    #expect(try first.apply(.insert("z"), to: key) == 4)
    #expect(try first.solved(key).wait().ids == [["z", "y", "x", "a", "b"]])
  }

  @Test func `a condition is held against the newest version, whoever made it`() throws {
    let (first, second) = try stores()
    _ = try second.solved(key).wait()
    try first.apply(.insert("x"), to: key)
    // The client knows the version from the first store and sends a request to the second.
    #expect(try second.apply(.insert("y"), to: key, if: .oneOf([2])) == 3)
    #expect(
      refusal { try first.apply(.insert("z"), to: key, if: .oneOf([2])) } == .versionMismatch(newest: 3))
    #expect(refusal { try first.delete(key, if: .oneOf([2])).wait() } == .versionMismatch(newest: 3))
    try second.apply(.insert("z"), to: key)
    try first.delete(key, if: .oneOf([4])).wait()
    #expect(try journal.load(key).wait() == nil)
  }

  @Test func `a change that another store's made senseless is refused in its light`() throws {
    let (first, second) = try stores()
    _ = try second.solved(key).wait()
    try first.apply(.rows([[]]), to: key)
    #expect(refusal { try second.apply(.delete(0, 1), to: key) } == .change)
    #expect(try second.solved(key).wait().version == 2)
  }

  @Test func `what one store deleted is gone for the other at its next change`() throws {
    let (first, second) = try stores()
    _ = try second.solved(key).wait()
    try first.delete(key).wait()
    #expect(refusal { try second.apply(.insert("x"), to: key) } == .missing)
    #expect(refusal { _ = try second.solved(key).wait() } == .missing)
    #expect(refusal { try second.delete(key).wait() } == .missing)
  }

  @Test func `a deletion finds out too that another store was quicker`() throws {
    let (first, second) = try stores()
    _ = try second.solved(key).wait()
    try first.delete(key).wait()
    #expect(refusal { try second.delete(key).wait() } == .missing)
    #expect(refusal { _ = try second.solved(key).wait() } == .missing)
    try second.create(key, .list([["n"]])).wait()
    #expect(try second.solved(key).wait().ids == [["n"]])
  }

  @Test func `of two stores whose clients write at once no change is lost`() throws {
    let (first, second) = try stores([[]])
    let versions = Gathering<Int>()
    runConcurrently(jobs: 120, threads: 8) { job in
      let store = job % 2 == 0 ? first : second
      if let version = try? store.apply(.insert("i\(job)"), to: key) { versions.add(version) }
    }
    #expect(versions.values.sorted() == Array(2...121))
    // The last writer has seen all changes.
    for store in [first, second] { try store.apply(.updates([]), to: key) }
    for store in [first, second] {
      try store.apply(.updates([]), to: key)
      #expect(Set(try store.solved(key).wait().ids[0].compactMap { $0 }) == Set((0..<120).map { "i\($0)" }))
    }
  }
}
