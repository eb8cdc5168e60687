import CollectionTestSupport
import LayoutEngine
import Support
import Synchronization
import Testing

@testable import CollectionModel
@testable import Collections

/// What an observer sees of changes that a journal stores at once.
struct ObserverTests {
  /// Notes the versions that it sees; calls `work` at each of them before.
  private final class Notes: CollectionObserver {
    private let seen = Mutex<[Int]>([])
    let work = Mutex<(@Sendable (Int) -> Void)?>(nil)

    var versions: [Int] { seen.withLock { $0 } }

    func collectionChanged(_ key: CollectionKey, _ step: CollectionStep, _ entry: JournalEntry?) {
      work.withLock { $0 }?(step.after.version)
      seen.withLock { $0.append(step.after.version) }
    }

    func collectionEnded(_ key: CollectionKey) {}
    func changeStored(after duration: Duration) {}
  }

  private let key = CollectionKey("c")
  private let notes = Notes()
  private let store: CollectionStore

  init() throws {
    store = try CollectionStore(journal: MemoryJournal(), observer: notes)
    try store.create(key, .list([["a", "b"]])).wait()
  }

  private func insert(_ id: String) throws -> CollectionStore.Offer {
    let tip = try store.tip(of: key).wait()
    return try store.offer(try tip.collection.step(.insert(id)), at: tip)
  }

  @Test func `a change in memory is settled, visible and observed when its offer returns`() throws {
    guard case .taken(let stored) = try insert("x") else { return #expect(Bool(false), "not taken") }
    #expect(throws: Never.self) { try #require(stored.outcome).get() }
    #expect(try store.solved(key).wait().version == 2)
    #expect(notes.versions == [2])
  }

  @Test func `a change that begins while another one is observed is observed after it, and then settled`()
    throws
  {
    let settled = Mutex<[Int]>([])
    notes.work.withLock { work in
      work = { version in
        guard version == 2, case .taken(let stored)? = try? insert("y") else { return }
        stored.whenSettled { _ in settled.withLock { $0 = notes.versions } }
      }
    }
    _ = try insert("x")
    #expect(notes.versions == [2, 3])
    #expect(settled.withLock { $0 } == [2, 3])
    #expect(try store.solved(key).wait().ids == [["y", "x", "a", "b"]])
    notes.work.withLock { $0 = nil }
  }
}
