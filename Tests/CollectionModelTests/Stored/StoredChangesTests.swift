import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Every change is read as it was written.
struct StoredChangesTests {
  private static let key = MeasuringKey(
    breadth: StoredSamples.state.layout.kind.measuredBreadth(in: StoredSamples.state.main.container),
    layoutJSON: Array("{}".utf8))

  private func entry(_ change: CollectionChange) throws -> JournalEntry {
    var recalled = RecalledMeasurements()
    recalled.elements = [MeasuredElement(.cell(0, 1), Measurement(size: StoredSamples.size))]
    recalled.isWhole = true
    _ = recalled.learned.learn(itemsPerLine: 1)
    recalled.learned.add(StoredSamples.size, insteadOf: Size(width: 1, height: 1))
    var before = StoredSamples.state.main
    before.bounds = Rect(x: 1, y: 2, width: 3, height: 4)
    var state = StoredSamples.state.at(version: 8)
    state.times.updated = UTCTime(milliseconds: 1_900_000_000_123)
    return JournalEntry(
      change, making: state, from: before, recalling: recalled,
      further: FurtherMeasurements([
        Self.key: FurtherMeasurements.Edits(
          forgotten: [.cell(0, 0)], elements: recalled.elements, learned: recalled.learned),
        MeasuringKey(breadth: Self.key.breadth): FurtherMeasurements.Edits(isWhole: true),
      ]),
      origin: ChangeOrigin(viewport: "main", requestID: "r-1"),
      ownScroll: OwnScroll(viewport: "main", offset: Point(x: 1, y: 2.5)), holdsEstimates: true,
      author: "ann", request: RequestKey("again"))
  }

  @Test(arguments: StoredSamples.actions.indices)
  func `every operation of a batch comes back`(number: Int) throws {
    let action = StoredSamples.actions[number]
    for animation in BatchUpdate.Animation.allCases {
      let read = try reread(BatchUpdate(action, animation: animation))
      #expect(StoredSamples.words(of: read.action) == StoredSamples.words(of: action))
      #expect(read.animation == animation)
    }
  }

  @Test(arguments: StoredSamples.changes.indices)
  func `a page replica's entry takes the change from the stored form, and is as if it were written anew`(
    number: Int
  ) throws {
    let entry = try entry(StoredSamples.changes[number])
    let stored = try #require(entry.storedChange)
    var writer = StoredWriter()
    writer.write(StoredSamples.changes[number])
    #expect(Array(stored.bytes) == writer.bytes && stored.needsNewestFormat == writer.needsNewestFormat)
    // An entry that was read has no stored form to take it from.
    let read = try JournalEntry(stored: entry.bytes, reading: KnownLayouts.gallery)
    #expect(read.storedChange == nil)
    #expect(entry.forPageReplica().stored() == read.forPageReplica().stored())
    // It is taken, not written: with another change in its place, that one is there.
    let other = StoredChange(bytes: [7, 7, 7][...], needsNewestFormat: false)
    let changed = JournalEntry(
      version: entry.version, change: entry.change, before: nil, main: entry.main,
      itemCount: entry.itemCount, recalled: entry.recalled, storedChange: other)
    // The format, the kind and the version are a byte each.
    #expect(changed.forPageReplica().stored()[3..<6] == [7, 7, 7])
  }

  @Test(arguments: StoredSamples.changes.indices)
  func `every change is restored from its entry, with all members of the entry`(number: Int) throws {
    let entry = try entry(StoredSamples.changes[number])
    // The key and the viewports of an entry are stored beside it.
    #expect(Mirror(reflecting: entry).children.count == 17, "a member is new: is it stored?")
    let bytes = entry.stored()
    let read = try JournalEntry(stored: bytes, reading: KnownLayouts.gallery)
    #expect(read.stored() == bytes)
    #expect(read.holdsEstimates && read.author == "ann" && read.forPageReplica().author == nil)
    #expect(read.time == entry.time && read.time?.milliseconds == 1_900_000_000_123)
    #expect(read.version == 8 && read.itemCount == StoredSamples.state.sections.itemCount)
    #expect(read.before?.bounds == entry.before?.bounds && read.before?.bounds != nil)
    // The key is stored beside the entry.
    #expect(read.request == nil && read.byteCount == bytes.count && entry.bytes == bytes)
    #expect(read.main.containerJSON == entry.main.containerJSON && read.main.bounds == entry.main.bounds)
    #expect(read.recalled.elements == entry.recalled.elements)
    let further = try #require(read.further.edits[Self.key])
    #expect(further.forgotten == [.cell(0, 0)] && further.elements == entry.recalled.elements)
    #expect(!further.isWhole && further.learned == entry.recalled.learned)
    #expect(read.further.edits.count == 2 && read.further.edits.values.contains { $0.isWhole })
    #expect(read.origin == entry.origin && read.origin?.requestID == "r-1")
    #expect(read.ownScroll == entry.ownScroll && read.ownScroll?.offset.y == 2.5)
    #expect(read.recalled.isWhole && read.recalled.learned == entry.recalled.learned)
    switch (read.change, entry.change) {
    case (.updates(let read), .updates(let updates)):
      #expect(
        read.map { StoredSamples.words(of: $0.action) } == updates.map { StoredSamples.words(of: $0.action) })
    case (.snapshot(let read), .snapshot(let sections)): #expect(read.ids == sections.ids)
    case (.layout(let read), .layout(let layout)): #expect(read.jsonText == layout.jsonText)
    case (.measurements(let read), .measurements(let batch)):
      #expect(read.breadth == batch.breadth && read.elements == batch.elements)
    case (.invalidation(let read), .invalidation(let forgotten)):
      #expect(read.breadth == forgotten.breadth && read.elements == forgotten.elements)
      #expect(read.scope == forgotten.scope)
    default: Issue.record("another change came back")
    }
  }

  @Test func `sizes that came with a position come back, the client's and those of content`() throws {
    let breadth = MeasuredBreadth(points: 187.5, arrangement: "grid")
    let client = MeasurementBatch(
      breadth: breadth, elements: [MeasuredElement(.cell(1, 2), Measurement(size: StoredSamples.size))])
    let content = MeasurementBatch(
      breadth: breadth, elements: [MeasuredElement(.cell(1, 3), Measurement(size: Size(width: 1, height: 2)))]
    )
    let entry = try entry(.scrollSizes(client, content: content))
    let read = try JournalEntry(stored: entry.stored(), reading: KnownLayouts.gallery)
    guard case .scrollSizes(let one, let other) = read.change else {
      Issue.record("another change came back")
      return
    }
    #expect(one.elements == client.elements && one.breadth == breadth)
    #expect(other.elements == content.elements && other.breadth == breadth)
  }

  @Test func `an entry without anything recalled says so in two bytes`() throws {
    let recalled = try reread(RecalledMeasurements())
    #expect(recalled.elements.isEmpty && !recalled.isWhole && recalled.learned == LearnedEstimate())
    var writer = StoredWriter()
    writer.write(recalled)
    #expect(writer.bytes == [0, 0])
  }
}

extension StoredSamples {
  static var actions: [BatchUpdate.Action] {
    let paths = [IndexPath(section: 0, item: 300), IndexPath(section: 2, item: 1)]
    let items = [item, Item()]
    let sections = [section, Section(items: ItemSequence(count: 0))]
    return [
      .deleteItems(at: paths), .insertItems(at: paths, items), .moveItem(from: paths[0], to: paths[1]),
      .reloadItems(at: paths, items), .reloadItems(at: paths, nil), .reconfigureItems(at: paths, items),
      .reconfigureItems(at: paths, nil), .deleteSections(at: [1, 2]),
      .insertSections(at: [0, 200], sections),
      .moveSection(from: 128, to: 3), .reloadSections(at: [4, 1], sections),
    ]
  }

  static var changes: [CollectionChange] {
    let breadth = MeasuredBreadth(points: 187.5, arrangement: "grid")
    let element = MeasuredElement(
      .cell(1, 2), Measurement(size: size, alpha: 0.5, transform: transform))
    let plain = MeasuredElement(.cell(1, 3), Measurement(size: size, alpha: 1, transform: .identity))
    let header = MeasuredElement(
      ElementPath(kind: .header, indexPath: IndexPath(section: 1, item: 0)), Measurement(size: size))
    let separator = ElementPath(kind: .separator, indexPath: IndexPath(section: 1, item: 0))
    let scopes: [Invalidation.Scope] = [.elements, .counts, .everything]
    return [
      .updates([]), .updates(actions.map { BatchUpdate($0) }), .snapshot(SectionList([["a"], ["b", "c"]])),
      .layout(LayoutChoice(kind: Gallery.grid.layout, jsonText: Array("grid".utf8))),
      .measurements(MeasurementBatch(breadth: breadth, elements: [element, plain, header])),
    ]
      + scopes.map {
        .invalidation(
          Invalidation(
            breadth: breadth, scope: $0, elements: [element.path, header.path, separator]))
      }
  }

  /// An operation as text, its sections by their contents.
  static func words(of action: BatchUpdate.Action) -> String {
    func words(_ sections: [Section]) -> String {
      sections.map { "\($0.id ?? "-") \($0.items.count) \($0.metrics)" }.joined(separator: ", ")
    }
    return switch action {
    case .insertSections(let places, let sections): "insert \(places) \(words(sections))"
    case .reloadSections(let places, let sections): "reload \(places) \(words(sections))"
    default: "\(action)"
    }
  }
}
