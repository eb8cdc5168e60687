import HTTPServer

@testable import API
@testable import CollectionModel
@testable import Collections
@testable import LayoutEngine
@testable import Wire

extension FuzzTarget {
  /// Creates a collection that bytes describe, and changes it by requests. After each one every viewport is laid out as
  /// it would be anew; at the end its journal and its stored form restore the collection.
  static let collections = FuzzTarget("collections", longestInput: 2500, seeds: { collectionSeeds }) {
    (input) throws(Violation) in
    var session = CollectionSession(RequestGenerator(Decisions(input)))
    defer { session.end() }
    guard try session.begin() else { return }
    while !session.generator.decisions.isSpent, session.requestCount < 12 { try session.step() }
    try session.checkRestored()
  }

  private static var collectionSeeds: [[UInt8]] {
    (0..<200).map { Decisions.randomBytes(seed: 1000 + $0, count: 1200) }
  }
}

/// One collection of the service, and the requests that change it.
private struct CollectionSession {
  var generator: RequestGenerator
  private(set) var requestCount = 0
  private static let key = CollectionKey(owner: "", id: "g")
  private static let path = "/v1/collections/g"

  init(_ generator: RequestGenerator) { self.generator = generator }

  /// Creates the collection; returns false if the service refuses it.
  mutating func begin() throws(Violation) -> Bool {
    let body = generator.collection(of: .storage, id: Self.key.id)
    return try send(.post, to: "/v1/collections", body)
  }

  func end() { _ = FuzzedService.respond(.delete, Self.path, []) }

  /// The collection at its newest version.
  private func collection() throws(Violation) -> SolvedCollection {
    do throws(StoreError) { return try FuzzedService.shared.collections.solved(Self.key).wait() } catch {
      throw Violation("the collection is not there: \(error)")
    }
  }

  /// Sends a request; returns whether the service carried it out.
  @discardableResult
  private mutating func send(_ method: Method, to path: String, _ body: String) throws(Violation) -> Bool {
    requestCount += 1
    switch FuzzedService.respond(method, path, Array(body.utf8)) {
    case nil: throw Violation("there is no route \(method) \(path)")
    case .success?: return true
    case .failure(let problem)?:
      try problem.check("\(method) \(path) \(body)")
      return false
    }
  }

  /// Sends a request of any kind, and checks the collection after it.
  mutating func step() throws(Violation) {
    let before = try collection()
    let (sections, kind) = (before.state.sections, before.state.layout.kind)
    let request = generator.change(of: sections, kind)
    try send(request.method, to: Self.path + request.path, request.body)
    if request.path == "/movement", request.method == .patch, generator.decisions.once(in: 2) {
      try send(.post, to: Self.path + "/movement/end", "{}")
    }
    if generator.isTame { try collection().checkLayouts("after \(request.body)") }
  }

  /// Checks that the journal and the stored form of the state restore the collection.
  func checkRestored() throws(Violation) {
    let live = try collection()
    guard let store = try? CollectionStore(journal: FuzzedService.journal),
      let restored = try? store.solved(Self.key).wait()
    else { throw Violation("the journal does not restore the collection") }
    try check(restored, isLike: live, "restored from the journal")
    let stored = live.state.stored()
    let state: CollectionState
    let anew: SolvedCollection
    do throws(StoredFormError) { state = try CollectionState(stored: stored, reading: StoredLayouts()) } catch
    {
      throw Violation("the stored form cannot be read: \(error)")
    }
    try promise(state.stored() == stored, "the state is stored in another form after it was read")
    do throws(LayoutError) { anew = try SolvedCollection(solving: state) } catch {
      throw Violation("the stored collection cannot be laid out: \(error)")
    }
    try check(anew, isLike: live, "restored from its stored form")
  }

  private func check(
    _ restored: SolvedCollection, isLike live: SolvedCollection, _ what: String
  ) throws(Violation) {
    try promise(restored.version == live.version, "\(what): version \(restored.version), not \(live.version)")
    guard generator.isTame else { return }
    let visible = live.state.bounds
    try ElementTable(restored.layout, visible: visible)
      .check(
        isNear: ElementTable(live.layout, visible: visible), scale: live.state.main.container.scale, what)
  }
}
