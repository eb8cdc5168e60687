import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// The stored form has every member of a value.
struct StoredMembersTests {
  @Test func `an item is restored with all of its members, and with none`() throws {
    // The sample is older than values, and than separators and indentation of rows.
    var item = StoredSamples.item
    item.values = ItemValues(["start": 540, "length": -0.25])
    item.separator = .inset(StoredSamples.insets)
    item.indentationLevel = 1000
    #expect(StoredSamples.isFull(item))
    #expect("\(try reread(item))" == "\(item)")
    #expect("\(try reread(Item()))" == "\(Item())")
    #expect(StoredSamples.differs(item.appearance, from: Appearance.plain))
    for separator in [nil, .hidden, .inset(StoredSamples.insets)] as [RowSeparator?] {
      item.separator = separator
      #expect("\(try reread(item))" == "\(item)")
      let plain = Item(id: "a")
      var separated = plain
      separated.separator = separator
      #expect("\(try reread(separated))" == "\(separated)")
    }
    var hidden = Item()
    hidden.separator = .hidden
    var writer = StoredWriter()
    writer.write(hidden)
    #expect(writer.bytes == [0b100_0000, 0b10_0000])
    var indented = Item()
    indented.indentationLevel = 7
    writer = StoredWriter()
    writer.write(indented)
    #expect(writer.bytes == [0b100_0000, 0b1000_0000, 7])
    #expect(try reread(indented).indentationLevel == 7)
    var reader = StoredReader([0b110_0000], 0..<1, layouts: KnownLayouts.gallery)
    #expect(throws: StoredFormError.damaged("a separator is hidden and has insets")) {
      try StoredLook(from: &reader)
    }
  }

  @Test func `a section is restored with its title in the index`() throws {
    var section = StoredSamples.section
    #expect(try reread(section).saysAll(of: section))
    section.indexTitle = "Ä"
    let read = try reread(section)
    #expect(read.indexTitle == "Ä" && read.saysAll(of: section))
  }

  @Test func `columns of items are restored item by item, whichever of them have values`() throws {
    var builder = ItemSequenceBuilder()
    for place in 0..<600 {
      var item = place % 7 == 0 ? StoredSamples.item : Item()
      item.id = place % 3 == 0 ? "\(place)" : nil
      if place % 5 == 0 { item.size = Size(width: 20, height: Double(place)) }
      if place % 14 == 0 { item.appearance = .plain }
      if place % 10 == 0 { item.indentationLevel = 1 + place % 4 }
      if place % 9 == 0 { item.separator = place % 2 == 0 ? .hidden : .inset(StoredSamples.insets) }
      if place % 21 == 0 { item.estimatedSize = nil }
      if place % 28 == 0 { item.content = nil }
      if place % 13 == 0 {
        item.values = ItemValues(place % 2 == 0 ? ["a": Double(place)] : ["a": 1, "b": 2])
      }
      if place % 11 == 0 { item.content = Content(template: "row", jsonText: Array("\(place)".utf8)) }
      builder.append(item)
    }
    builder.append(run: 1_000_000)
    builder.append(Item(id: ""))
    let items = builder.finish()
    let read = try reread(items)
    #expect(read.count == items.count)
    for place in Array(0..<600) + [600, 1_000_599, 1_000_600] {
      #expect("\(read.item(at: place)!)" == "\(items.item(at: place)!)")
    }
  }

  @Test(
    arguments: [
      (1e-300, 0.01), (.leastNonzeroMagnitude, 0.01), (0.01, 0.01), (3, 3), (1e300, 1000),
    ] as [(Double, Double)])
  func `a scale that an older version accepted comes back as the nearest that there is`(
    stored: Double, read: Double
  ) throws {
    var writer = StoredWriter()
    Container(size: Size(width: 1, height: 1), scale: stored).write(to: &writer)
    var reader = StoredReader(writer.bytes, 0..<writer.bytes.count, layouts: KnownLayouts.gallery)
    #expect(try Container(from: &reader).scale == read)
  }

  @Test func `a scale that is not above 0 is damage`() {
    for scale in [0, -1.0] {
      #expect(throws: StoredFormError.damaged("a scale is not above 0")) {
        try reread(Container(size: Size(width: 1, height: 1), scale: scale))
      }
    }
  }

  @Test func `content without a template is restored, of one item and of many`() throws {
    let text = Array(#"{"text":"Hello"}"#.utf8)
    let item = try reread(Item(id: "a", content: Content(ofPage: text)))
    #expect(item.content == Content(ofPage: text) && item.content?.isMeasured == false)
    var builder = ItemSequenceBuilder()
    for content in [Content(ofPage: text), StoredSamples.content, nil, Content(ofPage: [])] {
      builder.append(Item(content: content))
    }
    let section = Section(items: builder.finish())
    let read = try reread(section)
    #expect(read.saysAll(of: section))
    #expect(
      (0..<4).map { read.items.item(at: $0)?.content?.isMeasured } == [false, true, nil, false])
  }

  @Test func `a section is restored with all of its members, and with none`() throws {
    let section = StoredSamples.section
    // StoredOutlineTests have outlines.
    #expect(StoredSamples.isFull(section, butFor: ["tree"]))
    let read = try reread(section)
    #expect(read.saysAll(of: section))
    let empty = Section(items: ItemSequence(count: 0))
    #expect(try reread(empty).saysAll(of: empty))
  }

  @Test func `a view is restored with all of its members, and with none`() throws {
    let size = Size(width: 1, height: 2)
    let estimate = Size(width: 3, height: 4)
    for pins in [nil, false, true] {
      let view = Supplementary(
        size: size, estimatedSize: estimate, pinsToVisibleBounds: pins, content: StoredSamples.content)
      #expect(pins == nil || StoredSamples.isFull(view))
      #expect(try reread(view) == view)
    }
    #expect(try reread(Supplementary()) == Supplementary())
  }

  @Test(arguments: StoredSamples.metrics)
  func `a section's overrides are restored, all of them and none of them`(metrics: SectionMetrics) throws {
    #expect(try reread(metrics) == metrics)
  }

  @Test func `there is a sample of each kind of metrics with all of its members`() {
    let full = StoredSamples.metrics.filter { metrics in
      guard let table = metrics.kind.flatMap(LayoutKind.named)?.parameters.ofSections else { return false }
      let missing = Set(table.fields.map(\.name)).subtracting(metrics.given.map(\.name))
      // If two fields describe one parameter, one of them is given.
      return missing.isEmpty
        || missing.count == 1 && table.alternatives.contains { $0.contains(missing.first!) }
    }
    #expect(Set(full.map(StoredSamples.kind)).count == 11)
    #expect(StoredSamples.metrics.count == 23 + StoredSamples.variants.count)
  }

  @Test func `a container is restored with all of its members, and with none`() throws {
    var container = StoredSamples.container
    container.fonts = "ï"
    #expect(StoredSamples.isFull(container))
    #expect(try reread(container) == container)
    #expect(Viewport(container: container, containerJSON: []).stored().first == 4)
    let plain = Container(size: Size(width: 1, height: 2))
    // Only the solver of a compositional layout sets the sides.
    #expect(StoredSamples.differs(container, from: plain, butIn: ["sides"]))
    #expect(try reread(plain) == plain)
  }

  @Test func `a viewport is restored without the elements that its client has`() throws {
    var viewport = StoredSamples.viewport
    viewport.overscan = Overscan(StoredSamples.overscan, unit: .screens)
    viewport.policy.follow = .end
    viewport.policy.followDistance = 0
    viewport.policy.contentAlignment = .center
    viewport.policy.roomBelow = .id("ï")
    viewport.orthogonalOffsets[300] = -0.5
    #expect(viewport.isSynced)
    #expect(Mirror(reflecting: viewport).children.count == 14, "a member is new: is it stored?")
    let read = try reread(viewport)
    #expect(read.container == viewport.container)
    #expect(read.containerJSON == viewport.containerJSON)
    #expect(read.ownLayout?.jsonText == viewport.ownLayout?.jsonText)
    #expect(read.bounds == viewport.bounds)
    #expect(read.movedAt == viewport.movedAt)
    #expect(read.overscan == viewport.overscan && !read.isSynced)
    #expect(read.ownOutline == viewport.ownOutline)
    #expect(read.policy == viewport.policy && read.orthogonalOffsets == viewport.orthogonalOffsets)
    viewport.policy = ReadingPolicy()
    viewport.policy.roomBelow = .indexPath(IndexPath(section: 1, item: 300))
    #expect(try reread(viewport).policy == viewport.policy)
    let plain = try reread(Viewport(container: Gallery.container, containerJSON: []))
    #expect(plain.ownLayout == nil && plain.bounds == nil && plain.movedAt == nil)
    #expect(plain.overscan == .none && !plain.isSynced && plain.policy == ReadingPolicy())
    #expect(plain.orthogonalOffsets.all.isEmpty)
  }

  @Test func `a follow distance below 0 is damage`() {
    var viewport = StoredSamples.viewport
    viewport.policy.followDistance = -1
    #expect(throws: StoredFormError.damaged("a follow distance is below 0")) { try reread(viewport) }
  }

  @Test func `a state comes back with its version, its space and its words`() throws {
    var state = Gallery.flow.state(SectionList([["a"]]), bounds: nil).at(version: 12)
    #expect(Mirror(reflecting: state).children.count == 9, "a member is new: is it stored?")
    state = CollectionState(
      sections: state.sections, layout: state.layout, main: state.main, measurementSpace: "shared",
      contentSizing: ContentSizing(scope: .all, templates: Array("{\"a\":{}}".utf8)),
      learning: .never
    ).at(version: 12)
    state.times = CollectionTimes(created: UTCTime(milliseconds: 5), updated: UTCTime(milliseconds: 1 << 40))
    let read = try CollectionState(stored: state.stored(), reading: KnownLayouts.gallery)
    #expect(read.times == state.times)
    #expect(read.version == 12 && read.measurementSpace == "shared")
    #expect(read.layout.jsonText == Array("flow".utf8))
    #expect(read.main.container == state.main.container)
    #expect(read.contentSizing == state.contentSizing && read.learning == .never)
  }

  @Test func `measured views are restored, and so are those before them without measurements`() throws {
    let described = SectionList([["a", "b"]])
    let badge = ElementPath(
      kind: ElementKind(category: .supplementary, name: "badge"), indexPath: IndexPath(section: 0, item: 2))
    let header = ElementPath(kind: .header, indexPath: IndexPath(section: 0, item: 0))
    let size = Supplementary(size: Size(width: 3, height: 4))
    let sections = try described.describing([.view(badge, size), .view(header, size)]).sections
    var state = Gallery.flow.state(described, bounds: nil)
    let key = MeasuringKey(breadth: MeasuredBreadth(points: 200, arrangement: "flow"), layoutJSON: [1, 2])
    state.measured[key] = MeasuredSections(sections, learned: LearnedEstimate())
    let read = try reread(state)
    #expect(read.measured[key]?.sections[0].supplementaries == sections[0].supplementaries)
    #expect(read.measured[key]?.sections[0].header == size)
    #expect(read.sections[0].header == nil && read.sections[0].supplementaries.isEmpty)
  }
}

extension Section {
  /// Whether this section has all members that the other has.
  fileprivate func saysAll(of other: Section) -> Bool {
    id == other.id && hasBackground == other.hasBackground && indexTitle == other.indexTitle
      && header == other.header
      && footer == other.footer && supplementaries == other.supplementaries && metrics == other.metrics
      && items.count == other.items.count
      && (0..<items.count).allSatisfy { "\(items.item(at: $0)!)" == "\(other.items.item(at: $0)!)" }
  }
}
