import CollectionTestSupport
import LayoutEngine
import Synchronization
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// Many threads that change one collection at once.
struct ConcurrentChangeTests {
  /// A committed change, as it applies to plain arrays.
  private enum Made: Sendable {
    case insert(String, section: Int, item: Int)
    case delete(String)
    case snapshot([[String]])

    func apply(to ids: inout [[String]]) -> Bool {
      switch self {
      case .insert(let id, let section, let item):
        guard item <= ids[section].count else { return false }
        ids[section].insert(id, at: item)
      case .delete(let id):
        guard let section = ids.firstIndex(where: { $0.contains(id) }) else { return false }
        ids[section].removeAll { $0 == id }
      case .snapshot(let all): ids = all
      }
      return true
    }
  }

  private static let key = CollectionKey("c")
  private static let start = [["a", "b"], [], ["c"]]

  /// Makes the change of a writer; returns the change and its version.
  private static func write(_ writer: Int, in store: CollectionStore) throws -> (version: Int, made: Made) {
    let id = "w\(writer)"
    // Every fourth change requires the version that the writer saw, which may be old by then.
    let seen = try store.solved(key).wait().version
    let condition: VersionCondition = writer % 4 == 0 ? .oneOf([seen]) : .any
    return try store.change(key, if: condition) { (before) throws(ChangeError) in
      var random = SeededGenerator(seed: UInt64(writer))
      var ids = before.ids.map { $0.map { $0! } }
      let section = random.integer(0...ids.count - 1)
      let item = random.integer(0...ids[section].count)
      let (change, made): (CollectionChange, Made)
      switch writer % 5 {
      case 1:
        ids[section].insert(id, at: item)
        ids[section].shuffle(using: &random)
        (change, made) = (.rows(ids), .snapshot(ids))
      case 2 where item < ids[section].count:
        (change, made) = (.delete(section, item), .delete(ids[section][item]))
      default: (change, made) = (.insert(id, at: section, item), .insert(id, section: section, item: item))
      }
      let step = try before.step(change)
      return (step, (step.after.version, made))
    }.wait()
  }

  /// Compares every version that is read with itself until `isOver`; returns the first problem of one.
  private static func read(from store: CollectionStore, until isOver: () -> Bool) -> String? {
    var last = 0
    while !isOver() {
      guard let solved = try? store.solved(key).wait() else { return "nothing to read" }
      let (version, items) = (solved.version, solved.state.sections.itemCount)
      let elements = solved.layout.elements(in: nil, visible: nil).count
      if version < last { return "version \(version) after \(last)" }
      if elements != items || solved.layout.contentSize.height != Double(items) * 20 {
        return "\(elements) elements of \(items) items at version \(version)"
      }
      last = version
    }
    return nil
  }

  @Test(arguments: [1, 2])
  func `many concurrent writers leave the result of some order of their changes`(stores: Int) throws {
    let journal = MemoryJournal()
    let all = try (0..<stores).map { _ in try CollectionStore(journal: journal) }
    try all[0].create(Self.key, .list(Self.start)).wait()
    let taken = Gathering<(version: Int, made: Made)>()
    let refused = Gathering<Refusal>()
    let faults = Gathering<String>()
    let isOver = Mutex(false)
    let readers = startConcurrently(3) {
      if let fault = Self.read(from: all[0], until: { isOver.withLock { $0 } }) { faults.add(fault) }
    }
    runConcurrently(jobs: 200, threads: 16) { writer in
      if let refusal = refusal({ taken.add(try Self.write(writer, in: all[writer % stores])) }) {
        refused.add(refusal)
      }
    }
    isOver.withLock { $0 = true }
    readers()

    #expect(faults.values == [])
    let history = taken.values.sorted { $0.version < $1.version }
    #expect(history.map(\.version) == Array(2..<history.count + 2), "consecutive, each once")
    #expect(history.count + refused.values.count == 200 && history.count >= 150)
    for refusal in refused.values {
      guard case .store(.versionMismatch) = refusal else {
        Issue.record("\(refusal)")
        continue
      }
    }
    var ids = Self.start
    for (version, made) in history where !made.apply(to: &ids) { Issue.record("\(made) made \(version)") }
    let final = try #require(try journal.load(Self.key).wait())
    #expect(final.version == history.count + 1)
    let solved = try CollectionStore(journal: journal).solved(Self.key).wait()
    #expect(solved.ids == ids)
    if stores == 1 { #expect(try all[0].solved(Self.key).wait().difference(from: solved) == nil) }
  }

  @Test func `collections created, changed and deleted at once under one id never mix`() throws {
    let journal = MemoryJournal()
    let store = try CollectionStore(journal: journal)
    runConcurrently(jobs: 3000, threads: 8) { job in
      switch job % 3 {
      case 0: _ = refusal { try store.create(Self.key, .list([["from \(job)"]])).wait() }
      case 1: _ = refusal { try store.apply(.insert("by \(job)"), to: Self.key) }
      default: _ = refusal { try store.delete(Self.key).wait() }
      }
    }
    let read = try? CollectionStore(journal: journal).solved(Self.key).wait()
    let live = try? store.solved(Self.key).wait()
    #expect(live?.version == read?.version)
    #expect(live?.ids == read?.ids)
    #expect(store.usage.collections == (read == nil ? 0 : 1))
    #expect(store.usage.items == read?.state.sections.itemCount ?? 0)
  }
}
