import CollectionTestSupport
import LayoutEngine
import Support
import Synchronization
import Testing

@testable import CollectionModel
@testable import Collections

/// Viewports that a store keeps with their collection.
struct StoredViewportTests {
  private let key = CollectionKey("c")
  private let journal = RecordingJournal()

  private static let narrow = Container(size: Size(width: 50, height: 60))

  private static func bounds(_ y: Double) -> Rect { Rect(x: 0, y: y, width: 50, height: 60) }

  private static let rows = [(0..<40).map { "i\($0)" }]

  /// The change that creates or redefines a viewport.
  private static func defining(_ name: String, at y: Double = 0) -> ViewportChange {
    var grid = GridLayout()
    grid.metrics.columns = .count(2)
    return ViewportChange(
      name: name, bounds: bounds(y), overscan: Overscan(Insets(top: 5, left: 0, bottom: 7, right: 0)),
      container: (narrow, Array("{\"width\":50}".utf8)),
      layout: LayoutChoice(kind: .grid(grid), jsonText: Array("{\"kind\":\"grid\"}".utf8)))
  }

  private func store(
    limits: CollectionLimits = CollectionLimits(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) throws -> CollectionStore { try CollectionStore(journal: journal, limits: limits, now: now) }

  @discardableResult
  private func move(_ change: ViewportChange, in store: CollectionStore) throws -> ScrollOutcome? {
    try store.changeHere(key) { (before) throws(ChangeError) in
      let step = try before.applying(change, now: store.now())
      return (step, step.scrolled)
    }.wait()
  }

  private func remove(_ name: String, in store: CollectionStore) throws {
    try store.changeHere(key) { (before) throws(ChangeError) in
      (try before.removing(viewport: name), ())
    }.wait()
  }

  @Test
  func `a viewport comes back as it was defined, at its saved position, and its client gets everything`()
    throws
  {
    let first = try store()
    try first.create(key, .list(Self.rows)).wait()
    try move(Self.defining("watch"), in: first)
    for y in 1...150 { try move(ViewportChange(name: "watch", bounds: Self.bounds(Double(y))), in: first) }
    // Killed: the definition is there, the position is not.
    let killed = try store().solved(key).wait()
    let viewport = try #require(killed.viewport("watch"))
    #expect(viewport.bounds == Self.bounds(0) && viewport.container == Self.narrow)
    #expect(viewport.overscan == Overscan(Insets(top: 5, left: 0, bottom: 7, right: 0)))
    #expect(viewport.ownLayout?.kind.name == "grid" && viewport.containerJSON == Array("{\"width\":50}".utf8))
    #expect(killed.solvedViewport(of: viewport).layout.contentSize.width == 50)
    first.savePositions()
    let second = try store()
    let restored = try second.solved(key).wait()
    #expect(restored.viewportNames == ["main", "watch"])
    #expect(restored.viewport("watch")?.bounds == Self.bounds(150))
    let outcome = try move(ViewportChange(name: "watch", bounds: Self.bounds(150)), in: second)
    #expect(outcome?.isResync == true && outcome?.appeared.isEmpty == false)
    let again = try move(ViewportChange(name: "watch", bounds: Self.bounds(150)), in: second)
    #expect(again?.isResync == false && again?.appeared.isEmpty == true)
  }

  @Test func `scrolling writes nothing, and its positions are written together once`() throws {
    let store = try store()
    try store.create(key, .list(Self.rows, bounds: Self.bounds(0))).wait()
    try move(Self.defining("a"), in: store)
    try move(Self.defining("b"), in: store)
    #expect(journal.takeWrites().count == 3)
    for y in 1...150 {
      for name in ["a", "b", "main"] {
        try move(ViewportChange(name: name, bounds: Self.bounds(Double(y))), in: store)
      }
    }
    #expect(journal.takeWrites().isEmpty)
    store.savePositions()
    let written = journal.takeWrites()
    guard case .saveViewports(let rows, nil)? = written.first, written.count == 1 else {
      Issue.record("\(written.count) writes")
      return
    }
    #expect(rows.saved.mapValues(\.bounds) == ["a": Self.bounds(150), "b": Self.bounds(150)])
    #expect(rows.main?.viewport.bounds == Self.bounds(150) && rows.removed.isEmpty && !rows.isWhole)
    store.savePositions()
    #expect(journal.takeWrites().isEmpty)
    try move(ViewportChange(name: "a", bounds: Self.bounds(3)), in: store)
    store.savePositions()
    guard case .saveViewports(let one, nil)? = journal.takeWrites().first else { return }
    #expect(one.saved.keys.sorted() == ["a"] && one.main == nil)
  }

  @Test func `a new container, layout or overscan is written at once, and the main viewport's too`() throws {
    let store = try store()
    try store.create(key, .list(Self.rows)).wait()
    for name in ["watch", "main"] {
      try move(Self.defining(name), in: store)
      _ = journal.takeWrites()
      var change = ViewportChange(name: name, bounds: Self.bounds(9))
      change.overscan = Overscan(Insets(top: 1, left: 0, bottom: 0, right: 0))
      try move(change, in: store)
      #expect(journal.takeWrites().count == 1)
      try move(change, in: store)
      #expect(journal.takeWrites().isEmpty)
      change.layout = .some(nil)
      try move(change, in: store)
      change.container = (Container(size: Size(width: 70, height: 60)), [])
      try move(change, in: store)
      #expect(journal.takeWrites().count == 2)
      let restored = try #require(try self.store().solved(key).wait().viewport(name))
      #expect(restored.container.size.width == 70 && restored.ownLayout == nil)
      #expect(restored.overscan == change.overscan && restored.bounds == Self.bounds(9))
    }
  }

  @Test func `a deleted viewport stays deleted, also once a collection of that name is created again`() throws
  {
    let store = try store()
    try store.create(key, .list(Self.rows)).wait()
    for name in ["a", "b"] { try move(Self.defining(name), in: store) }
    try remove("a", in: store)
    #expect(try self.store().solved(key).wait().viewportNames == ["main", "b"])
    try store.delete(key).wait()
    try store.create(key, .list(Self.rows)).wait()
    #expect(try self.store().solved(key).wait().viewportNames == ["main"])
  }

  @Test func `changes of the collection keep its viewports, and so does a new base`() throws {
    var limits = CollectionLimits()
    limits.historyVersions = 3
    let store = try store(limits: limits)
    try store.create(key, .list(Self.rows)).wait()
    try move(Self.defining("watch", at: 40), in: store)
    for number in 0..<10 { try store.apply(.insert("x\(number)"), to: key) }
    try move(ViewportChange(name: "watch", bounds: Self.bounds(55)), in: store)
    store.savePositions()
    let restored = try self.store(limits: limits).solved(key).wait()
    #expect(restored.version == 11 && restored.viewport("watch")?.bounds == Self.bounds(55))
    #expect(restored.viewport("watch")?.container == Self.narrow)
  }

  @Test func `idle viewports expire by the clock of the store, in the journal too, and watched ones stay`()
    throws
  {
    let clock = Mutex(ContinuousClock.now)
    let store = try store { clock.withLock { $0 } }
    try store.create(key, .list(Self.rows)).wait()
    for name in ["idle", "seen"] { try move(Self.defining(name), in: store) }
    func expire(after duration: Duration) {
      clock.withLock { $0 += duration }
      store.expireViewports(idle: .seconds(600)) { $0 == key ? ["seen"] : [] }
    }
    _ = journal.takeWrites()
    expire(after: .seconds(599))
    #expect(try store.solved(key).wait().viewportNames == ["main", "idle", "seen"])
    #expect(journal.takeWrites().isEmpty)
    expire(after: .seconds(2))
    #expect(try store.solved(key).wait().viewportNames == ["main", "seen"])
    #expect(journal.takeWrites().count == 1)
    // One that is loaded has its whole time again.
    let again = try self.store { clock.withLock { $0 } }
    #expect(try again.solved(key).wait().viewportNames == ["main", "seen"])
    again.expireViewports(idle: .seconds(600)) { _ in [] }
    #expect(try again.solved(key).wait().viewportNames == ["main", "seen"])
  }

  @Test
  func `a viewport whose creation the journal fails to store is not there, and the next write mends all`()
    throws
  {
    let store = try store()
    try store.create(key, .list(Self.rows)).wait()
    try move(Self.defining("a"), in: store)
    journal.fail(true)
    #expect(throws: (any Error).self) { try move(Self.defining("b"), in: store) }
    #expect(throws: (any Error).self) { try remove("a", in: store) }
    store.savePositions()
    #expect(try store.solved(key).wait().viewportNames == ["main", "a"])
    journal.fail(false)
    _ = journal.takeWrites()
    try move(Self.defining("c"), in: store)
    guard case .saveViewports(let rows, nil)? = journal.takeWrites().first else {
      Issue.record("Nothing is written.")
      return
    }
    #expect(rows.isWhole && rows.saved.keys.sorted() == ["a", "c"])
    #expect(try self.store().solved(key).wait().viewportNames == ["main", "a", "c"])
  }

  @Test func `viewports count as bytes of their collection`() throws {
    var limits = CollectionLimits()
    limits.collectionBytes = 4096
    let store = try store(limits: limits)
    try store.create(key, .list(Self.rows)).wait()
    var large = Self.defining("a")
    large.layout = LayoutChoice(kind: .list(ListLayout()), jsonText: Array(repeating: 32, count: 5000))
    #expect(throws: (any Error).self) { try move(large, in: store) }
    #expect(try store.solved(key).wait().viewportNames == ["main"])
    try move(Self.defining("a"), in: store)
  }

  @Test func `a collection that leaves memory takes along the positions of its viewports`() throws {
    let clock = Mutex(ContinuousClock.now)
    let store = try store { clock.withLock { $0 } }
    try store.create(key, .list(Self.rows)).wait()
    try move(Self.defining("watch"), in: store)
    try move(ViewportChange(name: "watch", bounds: Self.bounds(30)), in: store)
    for _ in 0..<2 { store.retireIdle(expiry: .now + .seconds(1)) }
    #expect(store.liveCount == 0)
    #expect(try store.solved(key).wait().viewport("watch")?.bounds == Self.bounds(30))
  }
}

/// What every journal does with viewports.
struct JournaledViewportTests {
  private static let key = CollectionKey("c", of: "ann")

  private static func viewport(_ width: Double, at y: Double = 0) -> Viewport {
    Viewport(
      container: Container(size: Size(width: width, height: 60)), containerJSON: Array("{}".utf8),
      bounds: Rect(x: 0, y: y, width: width, height: 60))
  }

  private func widths(in journal: any Journal) throws -> [String: Double]? {
    try journal.load(Self.key).wait()?.viewports.mapValues { $0.container.size.width }
  }

  @Test(arguments: JournalKind.all)
  func `viewports are stored, replaced and deleted by name, alone and with an entry`(kind: JournalKind) throws
  {
    let journal = try kind.open()
    let missing = journal.saveViewports(of: Self.key, ViewportRows(saved: ["a": Self.viewport(1)]))
    #expect(failure { () throws(JournalError) in try missing.wait() } == .missing)
    let base = try SolvedCollection.list([["a"]])
    try journal.create(Self.key, JournalBase(base.state)).wait()
    #expect(try widths(in: journal) == [:])
    let names = ["a", "b", "'; --", "ä~.", String(repeating: "n", count: 128)]
    for (number, name) in names.enumerated() {
      let rows = ViewportRows(saved: [name: Self.viewport(Double(number + 1))])
      try journal.saveViewports(of: Self.key, rows, request: RequestKey("k\(number)", of: Self.key.owner))
        .wait()
    }
    #expect(try widths(in: journal)?.keys.sorted() == names.sorted())
    #expect(
      try (0..<5).allSatisfy { try journal.stored("k\($0)", of: Self.key.owner)?.collection.key == Self.key })
    let rows = ViewportRows(saved: ["a": Self.viewport(9, at: 5)], removed: ["b", "none"] + names[2...])
    try journal.saveViewports(of: Self.key, rows).wait()
    #expect(try widths(in: journal) == ["a": 9])
    #expect(try journal.load(Self.key).wait()?.viewports["a"]?.bounds?.origin.y == 5)
    let step = try base.step(.insert("x"))
    var entry = JournalEntry(step)
    entry.viewports = ViewportRows(saved: ["c": Self.viewport(3)], removed: ["a"])
    try journal.append(entry, to: Self.key).wait()
    #expect(try widths(in: journal) == ["c": 3])
    try journal.compact(Self.key, to: JournalBase(step.after.state)).wait()
    #expect(try widths(in: journal) == ["c": 3])
    try journal.saveViewports(of: Self.key, ViewportRows(saved: ["d": Self.viewport(4)], isWhole: true))
      .wait()
    #expect(try widths(in: journal) == ["d": 4])
    try journal.delete(Self.key, ifVersion: nil).wait()
    try journal.create(Self.key, JournalBase(base.state)).wait()
    #expect(try widths(in: journal) == [:])
  }
}
