import LayoutEngine
import Testing

@testable import CollectionModel

/// Readers and targets beside elements that pin.
@Suite("The place of a reader beside pinned elements")
struct ReadingPinTests {
  @Test(arguments: situations)
  func `pinned elements`(situation: Situation) throws { try situation.check() }

  private static let situations: [Situation] = [
    Situation(
      36, "a row inserted behind a pinned header pushes nothing that is seen",
      try Reader(at: 180, header: 60), 240, holds: "r3"
    ) {
      try $0.insert(at: 3)
    },
    Situation(
      36, "a row behind a pinned header that grows pushes nothing that is seen",
      try Reader(at: 180, header: 60), 280, holds: "r3"
    ) {
      try $0.reload(2, height: 160)
    },
    Situation(
      36, "a row inserted behind an inset pushes nothing that is seen",
      try Reader(at: 120, insets: Insets(top: 60)), 180, holds: "r3"
    ) {
      try $0.insert(at: 3)
    },
    Situation(
      37, "a row scrolled to the top stands below the pinned header", try Reader(at: 0, header: 60), 3000
    ) {
      try $0.scroll(to: 50, .top)
      #expect(try $0.place(of: "r50").y == 60)
    },
    Situation(
      37, "the nearest place of a row above is below the pinned header", try Reader(at: 3030, header: 60),
      3000
    ) {
      try $0.scroll(to: 50, .nearest)
    },
    Situation(38, "a row scrolled to the bottom stands above the pinned footer", try footed(), 2640) {
      try $0.scroll(to: 50, .bottom)
      #expect(try $0.place(of: "r50").maxY == 420)
    },
    Situation(40, "the last row is wholly below its header, even if it is shorter", try short(), 6000) {
      try $0.scroll(to: 100, .top)
      #expect(try $0.place(of: "r100").y == 60)
    },
    Situation(41, "where pinned elements cover everything, they do not count", try narrow(), 3060) {
      try $0.scroll(to: 50, .top)
    },
  ]

  /// Rows above a pinned footer of 60.
  private static func footed() throws -> Reader {
    let rows = (0..<200).map { Reader.row("r\($0)") }
    return try Reader(SectionList([Section("s", rows)]), in: Reader.list(footer: 60), at: .zero)
  }

  /// A section whose last row is 20 high, and another one.
  private static func short() throws -> Reader {
    let rows = (0..<101).map { Reader.row("r\($0)", $0 == 100 ? 20 : 60) }
    let more = (0..<50).map { Reader.row("more \($0)") }
    return try Reader(
      SectionList([Section("s", rows), Section("t", more)]), in: Reader.list(header: 60), at: .zero)
  }

  /// A viewport as low as the header.
  private static func narrow() throws -> Reader {
    let rows = (0..<200).map { Reader.row("r\($0)") }
    return try Reader(
      SectionList([Section("s", rows)]), in: Reader.list(header: 60), at: .zero,
      size: Size(width: 320, height: 60))
  }

  @Test(arguments: [Container.Direction.leftToRight, .rightToLeft])
  func `in horizontal layouts a target stands beside the pinned header`(direction: Container.Direction) throws
  {
    // 39: a header of 40, and columns of 100 behind it.
    func reader() throws -> Reader {
      try Reader(
        Reader.plain(50), in: Reader.flow(.horizontal, header: 40), at: .zero,
        size: Size(width: 320, height: 60),
        direction: direction)
    }
    for position in [ScrollPosition.start, direction == .leftToRight ? .left : .right] {
      var reader = try reader()
      try reader.scroll(to: 20, position)
      let place = try reader.place(of: "r20")
      #expect((direction == .leftToRight ? place.x : 320 - place.maxX) == 40)
    }
    var reader = try reader()
    try reader.scroll(to: 20, .end)
    let place = try reader.place(of: "r20")
    #expect((direction == .leftToRight ? place.maxX : 320 - place.x) == 320)
    try reader.scroll(to: 20, .center)
    let middle = try reader.place(of: "r20")
    #expect(middle.x + 50 == (direction == .leftToRight ? 180 : 140))
  }

  @Test func `a drag just below a pinned header scrolls`() throws {
    // 76: ten points below a header of 60.
    let reader = try Reader(header: 60)
    let begun = try reader.solved.beginningMovement(of: IndexPath(section: 0, item: 35)).after
    let moved = try begun.moving(to: .position(Point(x: 160, y: 1930 + 70))).after
    #expect(try #require(moved.edgeHints(on: "main")).autoScroll.y < 0)
    let below = try begun.moving(to: .position(Point(x: 160, y: 1930 + 120))).after
    #expect(try #require(below.edgeHints(on: "main")).autoScroll.y == 0)
  }
}
