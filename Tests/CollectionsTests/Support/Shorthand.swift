import LayoutEngine
import Support

@testable import CollectionModel
@testable import Collections

extension Section {
  init(_ id: String?, _ items: [Item]) {
    var builder = ItemSequenceBuilder()
    for item in items { builder.append(item) }
    self.init(id: id, items: builder.finish())
  }
}

extension SectionList {
  /// Sections of rows that have only ids.
  init(_ ids: [[String]]) {
    self.init(
      ContiguousArray(
        ids.enumerated().map { place, ids in Section("s\(place)", ids.map { Item(id: $0) }) }))
  }

  /// The ids of all items, section by section.
  var ids: [[String?]] {
    var ids = ItemIDs(of: self)
    return (0..<count).map { section in (0..<self[section].items.count).map { ids[section, $0] } }
  }
}

extension CollectionState {
  /// A list with rows of 20 points in a viewport of 100 by 60.
  static func list(_ ids: [[String]], bounds: Rect? = nil) -> CollectionState {
    var layout = ListLayout()
    layout.metrics.rowHeight = .points(20)
    return CollectionState(
      sections: SectionList(ids),
      layout: LayoutChoice(kind: .list(layout), jsonText: Array("{\"kind\":\"list\"}".utf8)),
      main: Viewport(
        container: Container(size: Size(width: 100, height: 60)), containerJSON: Array("{}".utf8),
        bounds: bounds))
  }

  /// The same at a later version.
  func at(version: Int) -> CollectionState {
    var state = self
    state.version = version
    return state
  }
}

extension SolvedCollection {
  static func list(_ ids: [[String]], bounds: Rect? = nil) throws -> SolvedCollection {
    try SolvedCollection(solving: .list(ids, bounds: bounds))
  }

  var ids: [[String?]] { state.sections.ids }

  /// The step of a change, its bounds settled.
  func step(
    _ change: CollectionChange, anchor: DiffAnchor = .automatic
  ) throws(ChangeError) -> CollectionStep {
    var step = try applying(change)
    step.settle(step.diff(anchor: anchor, visibleOnly: true)!)
    return step
  }
}

extension CollectionChange {
  static func insert(_ id: String, at section: Int = 0, _ item: Int = 0) -> CollectionChange {
    .updates([BatchUpdate(.insertItems(at: [IndexPath(section: section, item: item)], [Item(id: id)]))])
  }

  static func delete(_ section: Int = 0, _ item: Int = 0) -> CollectionChange {
    .updates([BatchUpdate(.deleteItems(at: [IndexPath(section: section, item: item)]))])
  }

  /// The next state of a list, by its ids alone.
  static func rows(_ ids: [[String]]) -> CollectionChange { .snapshot(SectionList(ids)) }
}

extension CollectionKey {
  init(_ id: String, of owner: String = "") { self.init(owner: owner, id: id) }
}

extension CollectionStore {
  /// Makes a change and returns its version.
  @discardableResult
  func apply(
    _ change: CollectionChange, to key: CollectionKey, if condition: VersionCondition = .any
  ) throws(ChangeFailure<ChangeError>) -> Int {
    try self.change(key, if: condition) { (before) throws(ChangeError) in
      let step = try before.step(change)
      return (step, step.after.version)
    }.wait()
  }
}

extension CollectionStore {
  /// Changes a collection by a closure with state of the calling thread. The collection must be in memory and no other
  /// thread may use it: then the closure is called here, before this returns.
  func changeHere<Answer: Sendable, Refusal: Error>(
    _ key: CollectionKey, if condition: VersionCondition = .any,
    _ prepare: (SolvedCollection) throws(Refusal) -> (step: CollectionStep, answer: Answer)
  ) -> Pending<Answer, ChangeFailure<Refusal>> {
    withoutActuallyEscaping(prepare) { prepare in
      nonisolated(unsafe) let prepare = prepare
      return change(key, if: condition) { (before) throws(Refusal) in try prepare(before) }
    }
  }
}

extension JournalEntry {
  /// The entry of a step that makes a version.
  init(_ step: CollectionStep) { self.init(step.change!, making: step.after.state) }
}
