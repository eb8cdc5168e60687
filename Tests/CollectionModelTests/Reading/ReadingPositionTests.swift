import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// The situations in which content changes around a reader.
@Suite("The place of a reader")
struct ReadingPositionTests {
  @Test(arguments: changes)
  func `changes of items`(situation: Situation) throws { try situation.check() }

  private static let changes: [Situation] = [
    Situation(1, "a row inserted above moves the offset, not the screen", try Reader(), 1990, holds: "r32") {
      try $0.insert(at: 0)
    },
    Situation(2, "a row inserted below changes nothing", try Reader(), 1930, holds: "r32") {
      try $0.insert(at: 100)
    },
    Situation(2, "a row below that grows changes nothing", try Reader(), 1930, holds: "r32") {
      try $0.reload(100, height: 160)
    },
    Situation(3, "a row above that grows by 100 moves the offset by 100", try Reader(), 2030, holds: "r32") {
      try $0.reload(5, height: 160)
    },
    Situation(4, "a cut row that grows keeps its start", try Reader(), 1930, holds: "r32") {
      try $0.reload(32, height: 160)
    },
    Situation(5, "a long row that is read inside, and grows, moves nothing", try long(), 1600, holds: "r10") {
      try $0.reload(10, height: 3500)
    },
    Situation(6, "if the first row is deleted, the next one stays", try Reader(), 1870, holds: "r33") {
      try $0.delete(32...32)
    },
    Situation(7, "if all that is seen is deleted, the next row takes its place", try Reader(at: 1920), 1800) {
      try $0.delete(30...44)
      #expect(try $0.place(of: "r45").y == 0)
    },
    Situation(8, "if that and much above is deleted, the next row takes its place", try Reader(), 600) {
      try $0.delete(10...44)
      #expect(try $0.place(of: "r45").y == 0)
    },
    Situation(9, "if everything is deleted, the start is shown", try Reader(), 0) { try $0.delete(0...199) },
    Situation(
      11, "a row that moves to the end does not take its reader along", try Reader(at: 1920), 1860,
      holds: "r33"
    ) {
      try $0.move(32, to: 199)
    },
    Situation(
      12, "a row that moves to the front does not take its reader along", try Reader(at: 1920), 1920,
      holds: "r33"
    ) {
      try $0.move(32, to: 0)
    },
    Situation(13, "a row that moves to the front from below moves nothing", try Reader(), 1990, holds: "r32")
    {
      try $0.move(100, to: 0)
    },
    Situation(15, "an anchor that is named is followed", try Reader(at: 1920), 11520) {
      try $0.move(32, to: 199, asked: .anchor(.item(IndexPath(section: 0, item: 32))))
      #expect(try $0.sees("r32"))
    },
    Situation(16, "an anchor that is deleted is none", try Reader(), 1870, holds: "r33") {
      try $0.delete(32...32, asked: .anchor(.item(IndexPath(section: 0, item: 32))))
    },
    Situation(
      19, "if a snapshot moves all that is seen away, the next row takes its place", try Reader(at: 1920),
      1800
    ) {
      try $0.snapshot { ids in
        let moved = ids[30...44]
        ids.removeSubrange(30...44)
        ids += moved
      }
      #expect(try $0.place(of: "r45").y == 0)
    },
    Situation(20, "a list that is sorted anew keeps the row in sight", try Reader(), 10030, holds: "r32") {
      try $0.snapshot { $0.reverse() }
    },
    Situation(
      26, "rows without height that grow before the first one push nothing", try flat(), 1260, holds: "r25"
    ) {
      try $0.reload(24, height: 60)
    },
  ]

  /// A row of 3,000 among others, read 1,000 inside.
  private static func long() throws -> Reader {
    let rows = (0..<40).map { Reader.row("r\($0)", $0 == 10 ? 3000 : 60) }
    return try Reader(SectionList([Section("s", rows)]), in: Reader.list(), at: Point(x: 0, y: 1600))
  }

  /// Rows of which five before the first seen one have no height.
  private static func flat() throws -> Reader {
    let rows = (0..<60).map { Reader.row("r\($0)", (20..<25).contains($0) ? 0 : 60) }
    return try Reader(SectionList([Section("s", rows)]), in: Reader.list(), at: Point(x: 0, y: 1200))
  }

  @Test(arguments: sections)
  func `changes of sections`(situation: Situation) throws { try situation.check() }

  /// Four sections of 50 rows.
  private static let sections: [Situation] = [
    Situation(
      10, "if the section is deleted, the next one begins there", try Reader(at: 4930, sections: 4), 3000
    ) {
      try $0.update(.deleteSections(at: [1]))
      #expect(try $0.place(of: "r100").y == 0)
    },
    Situation(
      17, "a section that moves takes its reader along, if nothing else is seen", try Reader(sections: 4),
      7930, holds: "r32"
    ) {
      try $0.update(.moveSection(from: 0, to: 2))
    },
    Situation(
      18, "if half of the seen rows move, the others stay", try Reader(at: 5760, sections: 4), 2760,
      holds: "r100"
    ) {
      try $0.update(.moveSection(from: 1, to: 3))
    },
    Situation(21, "a section that is reloaded keeps the row by its id", try Reader(), 1990, holds: "r32") {
      let rows = [Reader.row("new")] + (0..<200).map { Reader.row("r\($0)") }
      try $0.update(.reloadSections(at: [0], [Section("s0", rows)]))
    },
    Situation(
      21, "a section that is reloaded without the ids keeps the distance from its start",
      try Reader(at: 4930, sections: 4), 4990
    ) {
      let rows = (0..<50).map { Reader.row("other \($0)") }
      try $0.update(
        .reloadSections(at: [1], [Section("s1", rows)]),
        .insertItems(at: [IndexPath(section: 0, item: 0)], [Reader.row("new")]))
    },
    Situation(
      22, "a section above that collapses moves nothing", try Reader(at: 4930, sections: 4), 1930,
      holds: "r82"
    ) {
      try $0.delete(0...49)
    },
    Situation(
      23, "if the section that is read collapses, the next one begins there",
      try Reader(at: 4930, sections: 4), 3000
    ) {
      try $0.delete(0...49, in: 1)
      #expect(try $0.place(of: "r100").y == 0)
    },
    Situation(
      27, "a header in front does not keep the row from being held", try grouped(), 3160, holds: "r50"
    ) {
      try $0.insert(2, at: 0, in: 1)
    },
  ]

  /// Two sections with headers of 40 that do not pin, read from the second header on.
  private static func grouped() throws -> Reader {
    let rows = (0..<100).map { Reader.row("r\($0)") }
    return try Reader(
      SectionList([Section("a", Array(rows[..<50])), Section("b", Array(rows[50...]))]),
      in: Reader.list(header: 40, pins: false), at: Point(x: 0, y: 3040))
  }

  @Test func `of several readers, each has its own place after one change`() throws {
    var reader = try Reader()
    for (name, y) in [("start", 0.0), ("middle", 5000)] {
      let bounds = Rect(x: 0, y: y, width: 320, height: 480)
      reader = try reader.adding(name, bounds)
    }
    try reader.insert(at: 0)
    #expect(reader.offset == 1990)
    #expect(reader.solved.viewport("start")?.bounds?.y == 0)
    #expect(reader.solved.viewport("middle")?.bounds?.y == 5060)
  }

  @Test func `a change that is withdrawn leads back to where its reader was`() throws {
    let reader = try Reader()
    var changed = try reader.solved.applying(.insert("new"))
    changed.place()
    #expect(changed.after.state.main.bounds?.y == 1974)
    let position = try #require(ReadingPosition(of: changed.after.side(changed.after.state.main, of: "main")))
    let fates = ComposedFates(
      [ComposedFates.Link(changed.map, isBackward: true)],
      of: (changed.after.state.sections, reader.solved.state.sections))
    let back = position.placed(
      in: reader.solved.side(reader.solved.state.main, of: "main"), under: ReadingPolicy(), by: fates)
    #expect(back.bounds.y == 1930 && back.held == .cell(0, 33))
  }

  @Test func `the change of another one below a change of one's own moves nothing`() throws {
    // 72: the own insertion is undone, the foreign one made, and the own one made anew.
    let base = try Reader().adding("page", Rect(x: 0, y: 1930, width: 320, height: 480)).solved
    let own = CollectionChange.insert("own", at: 0, 30)
    var proposed = try base.applying(own)
    proposed.place("page")
    let shown = proposed.after
    var foreign = try base.applying(.insert("foreign"))
    foreign.place("page")
    let again = try foreign.after.applying(own)
    var rebased = again.after
    rebased.placeViewports(asIn: shown, by: [proposed.link.reversed, foreign.link, again.link])
    func place(_ solved: SolvedCollection) throws -> Double {
      let viewport = try #require(solved.viewport("page"))
      guard case .one(let path) = solved.state.sections.path(ofItem: "r32") else {
        throw Reader.Missing(id: "r32")
      }
      let cell = solved.layout.attributes(of: .cell(path.section, path.item), visible: nil)
      return try #require(cell).frame.y - #require(viewport.bounds).y
    }
    #expect(try abs(place(rebased) - place(shown)) < 0.01)
    // An own item that is seen, deleted on the way and back in the end, stays, too.
    rebased.viewports["page"]?.bounds?.y = 30 * 60 + 44 + 10
    let seen = try place(rebased)
    var next = again.after
    next.placeViewports(asIn: rebased, by: [again.link.reversed, again.link])
    #expect(try abs(place(next) - seen) < 0.01)
  }

  @Test func `a placement names the element that is held, and the range of offsets`() throws {
    let reader = try Reader()
    let deleted = try #require(
      reader.solved.applying(.delete(0, 32)).placement(in: reader.solved.applying(.delete(0, 32)).after))
    #expect(deleted.held == .cell(0, 33))
    let move = BatchUpdate(
      .moveItem(from: IndexPath(section: 0, item: 32), to: IndexPath(section: 0, item: 0)))
    let step = try reader.solved.applying(.updates([move]))
    let moved = try #require(step.placement(in: step.after))
    #expect(moved.held == .cell(0, 33))
    #expect(moved.range == 0...11520)
  }
}

extension Reader {
  fileprivate func adding(_ name: String, _ bounds: Rect) throws -> Reader {
    var reader = self
    try reader.begin { try $0.applying(ViewportChange(name: name, bounds: bounds)) }
    return reader
  }
}
