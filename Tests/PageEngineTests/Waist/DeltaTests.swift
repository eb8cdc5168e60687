import CollectionModel
import LayoutEngine
import TestSupport
import Testing

@testable import PageEngine

/// Deltas of sessions, against the responses as JSON to the same steps.
struct DeltaTests {
  static let kinds: [(name: String, layout: JSONTree)] = [
    (
      "flow",
      [
        "kind": "flow", "itemSize": [60, 40], "headerReferenceSize": [0, 30], "footerReferenceSize": [0, 20],
        "sectionHeadersPinToVisibleBounds": true, "sectionFootersPinToVisibleBounds": true,
      ]
    ),
    ("list", ["kind": "list", "rowHeight": 30, "sectionHeaderHeight": 24, "tableHeader": [320, 40]]),
    ("automatic", ["kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 40]),
    ("grid", ["kind": "grid", "columns": 3]),
    ("waterfall", ["kind": "waterfall", "columnCount": 3]),
    ("kept waterfall", ["kind": "waterfall", "columnCount": 3, "columnAssignment": "kept"]),
    ("justified", ["kind": "justified"]),
    ("magazine", ["kind": "magazine"]),
    ("stack", ["kind": "stack"]),
    ("circle", ["kind": "circle"]),
    ("spiral", ["kind": "spiral"]),
    ("coverFlow", ["kind": "coverFlow"]),
    ("carousel", ["kind": "carousel"]),
    (
      "compositional",
      [
        "kind": "compositional",
        "sections": [
          [
            "group": ["size": ["width": ["fractionalWidth": 0.8], "height": 90], "items": [[:]]],
            "orthogonalScrollingBehavior": "groupPaging",
          ],
          ["group": ["size": ["height": 50], "count": 3, "items": [[:]]]],
        ],
      ]
    ),
  ]

  static func body(_ layout: JSONTree, items: Int = 30) -> JSONTree {
    func section(_ number: Int) -> JSONTree {
      let list = (0..<items).map { item -> JSONTree in
        var described: JSONTree = [
          "id": .string("\(number)-\(item)"), "template": "t", "content": ["n": .number(Double(item))],
        ]
        // Without a size, it is estimated until it is measured.
        if item % 5 != 3 { described["size"] = [50, .number(Double(20 + item % 7 * 6))] }
        return described
      }
      return ["id": .string("section \(number)"), "items": .array(list)]
    }
    return [
      "container": Twins.container, "layout": layout, "sections": [section(0), section(1), section(2)],
    ]
  }

  @Test(arguments: kinds.indices, TestEffort.part(of: Array<UInt64>(1...4)))
  func `deltas agree with responses as JSON to the same steps, for all kinds`(kind: Int, seed: UInt64) throws
  {
    var walk = try Walk(Twins(Self.body(Self.kinds[kind].layout)), seed: seed)
    for step in 0..<40 {
      try walk.step()
      try walk.twins.check("\(Self.kinds[kind].name), seed \(seed), step \(step): \(walk.what)")
    }
  }

  @Test func `a pinned header says where it may begin, and only moves afterwards`() throws {
    var twins = try Twins(Self.body(Self.kinds[0].layout))
    try twins.move(Rect(x: 0, y: 40, width: 320, height: 480))
    let delta = try #require(twins.last.delta)
    let header = try #require(
      twins.picture.elements.first { $0.value.kind == "header" && $0.value.look.isAway })
    #expect(header.value.look.frame.y == 40)
    let range = try #require(twins.picture.ranges[header.key])
    #expect(range.lowerBound == 0 && range.upperBound > 40)
    #expect(delta.type == .scroll)
    let rows = (0..<delta.count(of: .rowKeys)).filter { delta.int(.rowKeys, $0) == header.key }
    #expect(rows.count == 1)
    #expect((0..<delta.count(of: .pinRows)).allSatisfy { delta.int(.pinRows, $0) != rows[0] })
  }

  @Test func `a header that a change leaves where it is says where its section ends by then`() throws {
    var twins = try Twins(Self.body(Self.kinds[0].layout))
    var key: Int {
      twins.picture.elements.first { $0.value.kind == "header" && $0.value.path.section == 0 }?.key ?? 0
    }
    /// Checks that the range of the header is as much longer as the content is.
    func check(from before: ClosedRange<Double>, _ place: String) throws {
      let delta = try #require(twins.last.delta)
      let longer = delta.double(.contentSizeTo, 1) - delta.double(.contentSizeFrom, 1)
      let range = try #require(twins.picture.ranges[key])
      #expect(longer > 0 && range.lowerBound == before.lowerBound, "\(place)")
      #expect(abs(range.upperBound - before.upperBound - longer) < 1e-6, "\(place)")
    }
    var before = try #require(twins.picture.ranges[key])
    let items = (0..<20).map { item -> JSONTree in ["id": .string("new \(item)")] }
    let operation: JSONTree = [
      "op": "insertItems", "section": "section 0", "edge": "end", "items": .array(items),
    ]
    try twins.change(["updates": [operation]])
    try check(from: before, "a batch")
    let list: JSONTree = [
      "kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 40, "sectionHeaderHeight": 24,
    ]
    twins = try Twins(Self.body(list))
    before = try #require(twins.picture.ranges[key])
    let measurements: JSONTree = [["id": "0-3", "size": [320, 90]]]
    try twins.move(Rect(x: 0, y: 0, width: 320, height: 480), more: ["measurements": measurements])
    #expect(twins.last.delta?.type == .scroll)
    try check(from: before, "a measurement")
  }

  @Test func `a session has the items at the offset of a section that scrolls across`() throws {
    let layout = try #require(Self.kinds.first { $0.name == "compositional" }).layout
    var twins = try Twins(Self.body(layout))
    func items() -> Set<String> {
      Set(twins.picture.elements.values.compactMap(\.id).filter { $0.hasPrefix("0-") })
    }
    #expect(items() == ["0-0", "0-1"])
    // Groups are 256 points broad.
    let offset: JSONTree = ["section": "section 0", "offset": 2560]
    let screen = Rect(x: 0, y: 0, width: 320, height: 480)
    try twins.move(screen, more: ["orthogonalOffsets": [offset]])
    #expect(items() == ["0-9", "0-10", "0-11"])
    #expect(twins.last.delta?.numbers(.stripNumbers, 0).last == 2560)
    try twins.check("an offset")
    try twins.move(screen.moved(by: Point(x: 0, y: 5)))
    #expect(items() == ["0-9", "0-10", "0-11"])
    try twins.check("a scroll")
    try twins.move(screen, isResync: true)
    #expect(items() == ["0-9", "0-10", "0-11"])
    try twins.change(["updates": [["op": "deleteItems", "ids": ["0-2"]]]])
    #expect(items() == ["0-9", "0-10", "0-11"])
    #expect(twins.last.delta?.numbers(.stripNumbers, 0).last == 2304)
    try twins.check("a deletion in front")
  }

  @Test func `the layout is among the facts of the first delta, and of one with another layout`() throws {
    var twins = try Twins(Self.body(["kind": "list", "rowHeight": 30]))
    #expect(twins.last.delta?.facts == #"{"kind":"list","rowHeight":30}"#)
    try twins.move(Rect(x: 0, y: 310, width: 320, height: 480))
    #expect(twins.last.delta?.facts == "")
    try twins.change(["layout": ["kind": "grid"]], .layout)
    #expect(twins.last.delta?.facts == #"{"kind":"grid"}"# && twins.last.delta?.cause == .layout)
    try twins.check("another layout")
  }

  @Test func `a delta says where the content rests, as long as the policy has a part in that`() throws {
    var twins = try Twins(Self.body(["kind": "list", "rowHeight": 30], items: 2))
    let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
    try twins.move(bounds, more: ["contentAlignment": "end"])
    let rests = try #require(twins.last.delta).double(.scrollRange)
    #expect(rests == twins.last.delta?.double(.scrollRange, 1) && rests < 0)
    // Nothing but the range is another one.
    try twins.move(Rect(x: 0, y: rests, width: 320, height: 470))
    #expect(twins.last.delta?.double(.scrollRange) == rests + 10)
    try twins.change(["updates": [["op": "deleteItems", "ids": ["0-1"]]]])
    #expect(twins.last.delta?.double(.scrollRange) ?? 0 < rests)
    try twins.move(bounds, more: ["contentAlignment": .null])
    #expect(twins.last.delta?.has(.scrollRange) == false)
    try twins.move(bounds, more: ["roomBelow": ["id": "2-1"]])
    #expect(twins.last.delta?.double(.scrollRange) == 0)
    #expect(twins.last.delta?.double(.scrollRange, 1) ?? 0 > 0)
    try twins.check("room below an item")
  }

  @Test(arguments: [nil, true, false])
  func `a delta says whether the leading edge of the layout is the right one`(flips: Bool?) throws {
    var layout: JSONTree = ["kind": "flow", "scrollDirection": "horizontal", "itemSize": [50, 400]]
    if let flips { layout["flipsHorizontallyInOppositeLayoutDirection"] = .bool(flips) }
    var twins = try Twins(Self.body(layout))
    #expect(twins.last.response["isMirrored"] == nil && twins.last.delta?.has(.mirrored) == false)
    let container: JSONTree = ["width": 320, "height": 480, "layoutDirection": "rightToLeft"]
    try twins.move(Rect(x: 0, y: 0, width: 320, height: 480), more: ["container": container])
    #expect(twins.last.response["isMirrored"] == .bool(flips ?? true))
    try twins.change(["updates": [["op": "deleteItems", "ids": ["0-1"]]]])
    #expect(twins.last.delta?.has(.mirrored) == (flips ?? true))
    try twins.check("from right to left")
  }

  @Test func `elements keep their keys when the viewport is read anew`() throws {
    var twins = try Twins(
      Self.body(["kind": "flow", "itemSize": [60, 40], "headerReferenceSize": [0, 30]]))
    let before = twins.picture.elements.mapValues { $0.id ?? $0.kind }
    try twins.move(Rect(x: 0, y: 0, width: 320, height: 480), isResync: true)
    #expect(twins.last.delta?.type == .reset)
    #expect(twins.picture.elements.mapValues { $0.id ?? $0.kind } == before)
  }

  @Test func `a scroll before the changes of others are read makes a reset of them`() throws {
    var twins = try Twins(Self.body(["kind": "list", "rowHeight": 30]))
    let entry = try twins.origin.order(.updates(.delete("0-1")))
    _ = try twins.page.apply(entry, includesContent: true)
    let move = try twins.session.move(Rect(x: 0, y: 30, width: 320, height: 480), .zero, 0, 0)
    #expect(try twins.session.scroll(move))
    let delta = try ReadDelta(Int(bitPattern: twins.session.outbox))
    #expect(delta.type == .reset && !delta.has(.waits) && delta.double(.version) == 2)
    twins.picture.apply(delta)
    #expect(!twins.picture.elements.values.contains { $0.id == "0-1" })
    #expect(try !twins.session.writeNext())
  }

  @Test(arguments: [1, 20])
  func `a page that scrolls before it has read changes scrolls from where it is by then`(count: Int) throws {
    var twins = try Twins(Self.body(["kind": "list", "rowHeight": 30]))
    let screen = Rect(x: 0, y: 300, width: 320, height: 480)
    try twins.move(screen)
    for number in 0..<count {
      let entry = try twins.origin.order(.updates(.insert("new \(number)", at: 0)))
      _ = try twins.page.apply(entry, includesContent: true)
    }
    func scroll(to y: Double) throws -> ReadDelta {
      let move = try twins.session.move(Rect(x: 0, y: y, width: 320, height: 480), .zero, 0, 0)
      #expect(try twins.session.scroll(move))
      return try ReadDelta(Int(bitPattern: twins.session.outbox))
    }
    // Each new row is 30 high, and above those that the page scrolls through.
    let length = Double(30 * count)
    let delta = try scroll(to: 345)
    #expect(delta.type == .reset && delta.numbers(of: .bounds, 2) == [0, 345 + length])
    #expect(delta.numbers(of: .offsetFrom, 2) == [0, 345])
    #expect(delta.numbers(of: .adjustment, 2) == [0, length])
    let next = try scroll(to: 545 + length)
    #expect(next.numbers(of: .bounds, 2) == [0, 545 + length])
    #expect(next.numbers(of: .adjustment, 2) == [0, 0])
  }

  @Test func `changes of others come one after the other, and many of them as a reset`() throws {
    var twins = try Twins(Self.body(["kind": "list", "rowHeight": 30]))
    for (count, expected) in [(2, [Waist.DeltaType.change, .change]), (20, [.reset])] {
      for number in 0..<count {
        let entry = try twins.origin.order(.updates(.insert("new \(count) \(number)", at: 0)))
        _ = try twins.page.apply(entry, includesContent: true)
      }
      var types: [Waist.DeltaType] = []
      while try twins.session.writeNext() {
        let delta = try ReadDelta(Int(bitPattern: twins.session.outbox))
        types.append(delta.type)
        twins.picture.apply(delta)
        #expect(delta.has(.waits) == (types.count < expected.count))
      }
      #expect(types == expected)
    }
    #expect(twins.picture.elements.values.contains { $0.id == "new 20 19" })
  }

  @Test func `the viewport is read anew when a proposal is lost`() throws {
    var twins = try Twins(Self.body(["kind": "list", "rowHeight": 30]))
    var batch = BatchRecord(id: "mine")
    batch.add(.deleteItems, [.id("0-3")])
    try twins.change(batch.bytes(), .updates(.delete("0-3")))
    #expect(twins.last.delta?.has(.proposal) == true)
    let entry = try twins.origin.order(.updates(.delete("0-3"), .insert("theirs", at: 0)))
    _ = try twins.page.apply(entry, includesContent: true)
    var types: [Waist.DeltaType] = []
    while try twins.session.writeNext() {
      let delta = try ReadDelta(Int(bitPattern: twins.session.outbox))
      types.append(delta.type)
      twins.picture.apply(delta)
    }
    #expect(types == [.reset] && twins.page.proposalCount == 0)
    #expect(twins.picture.elements.values.contains { $0.id == "theirs" })
  }

  @Test func `requests as JSON on the viewport of a session wait for it as deltas`() throws {
    var twins = try Twins(Self.body(["kind": "list", "rowHeight": 30]))
    try twins.page.propose(.updates(.delete("0-1")), id: "json")
    let moved: JSONTree = ["bounds": [0, 60, 320, 480]]
    try twins.page.propose(Array(moved.description.utf8), .viewport, id: "moved")
    var types: [Waist.DeltaType] = []
    while try twins.session.writeNext() {
      let delta = try ReadDelta(Int(bitPattern: twins.session.outbox))
      types.append(delta.type)
      twins.picture.apply(delta)
    }
    #expect(types == [.change, .scroll])
    let bytes = try twins.page.elements(
      on: "mine", in: Rect(x: -40, y: 0, width: 400, height: 600), as: .objects)
    let ids = try JSONTree(parsing: bytes)["attributes"]?.elements?.compactMap { $0["id"]?.string } ?? []
    #expect(Set(twins.picture.elements.values.compactMap(\.id)) == Set(ids))
  }

  @Test func `keys begin anew before they run out`() throws {
    var twins = try Twins(Self.body(["kind": "list", "rowHeight": 30]))
    let before = Set(twins.picture.elements.keys)
    twins.session.giveKeys(after: Int32.max - 1000)
    let move = try twins.session.move(Rect(x: 0, y: 600, width: 320, height: 480), .zero, 0, 0)
    #expect(try twins.session.scroll(move))
    let delta = try ReadDelta(Int(bitPattern: twins.session.outbox))
    #expect(delta.type == .reset)
    #expect(Set((0..<delta.count(of: .goneKeys)).map { delta.int(.goneKeys, $0) }) == before)
    twins.picture.apply(delta)
    #expect(twins.picture.elements.keys.min() == 1)
    #expect(twins.picture.elements.values.contains { $0.id == "0-25" })
  }
}
