import LayoutEngine
import Testing

@testable import CollectionModel

/// Readers at the edges of the content, and beyond.
@Suite("The place of a reader at an edge")
struct ReadingEdgeTests {
  @Test(arguments: situations)
  func `edges of the content`(situation: Situation) throws { try situation.check() }

  private static let situations: [Situation] = [
    Situation(28, "at the start, a row inserted in front is shown", try Reader(at: 0), 0) {
      try $0.insert(at: 0)
    },
    Situation(
      28, "a viewport that follows the start shows new items there, within its distance",
      try Reader(at: 0.8) { $0.follow = .start }, 0
    ) {
      try $0.insert(at: 0)
    },
    Situation(
      29, "at the start below a pinned header, a row inserted in front is shown",
      try Reader(at: 0, header: 60), 0
    ) {
      try $0.insert(at: 0)
    },
    Situation(
      30, "a viewport that follows nothing keeps its row at the start, too",
      try Reader(at: 0) { $0.follow = .nothing }, 60, holds: "r0"
    ) {
      try $0.insert(at: 0)
    },
    Situation(
      31, "content that is pulled down stays so while others change it below", try Reader(at: -50), -50
    ) {
      try $0.insert(at: 100)
    },
    Situation(
      32, "content that is pulled up stays so when rows are appended", try Reader(20, at: 760), 760,
      holds: "r15"
    ) {
      try $0.insert(at: 20)
    },
    Situation(
      33, "content that is pulled up stays so while others change it", try Reader(20, at: 760), 760,
      holds: "r15"
    ) {
      try $0.reload(19, height: 60)
    },
    Situation(51, "an inset at the top moves nothing in the middle", try Reader(), 1930, holds: "r32") {
      try $0.tell { $0.insets.top = 60 }
    },
    Situation(52, "an inset at the top shows the start to a reader at the start", try Reader(at: 0), -60) {
      try $0.tell { $0.insets.top = 60 }
    },
    Situation(
      53, "an inset that shrinks ends where the content does",
      try Reader(20, at: 960, insets: Insets(bottom: 250)), 720
    ) {
      try $0.tell { $0.insets.bottom = 0 }
    },
    Situation(
      54, "a keyboard keeps the last row for a reader that follows the end",
      try Reader(20, at: 720) { $0.follow = .end }, 970
    ) {
      try $0.tell { $0.insets.bottom = 250 }
    },
    Situation(54, "a keyboard keeps the last row for an anchor at the end", try Reader(20, at: 720), 970) {
      try $0.tell(nil, { $0.insets.bottom = 250 }, anchor: .end)
    },
    Situation(
      55, "a lower container keeps the last row for an anchor at the end", try Reader(20, at: 720), 970
    ) {
      try $0.tell(nil, { $0.size.height = 230 }, anchor: .end)
    },
    Situation(
      56, "a viewport that follows the end stays there when the last row grows",
      try Reader(20, at: 720) { $0.follow = .end }, 3720
    ) {
      try $0.reload(19, height: 3060)
    },
    Situation(
      57, "a viewport that follows the end shows items that others append",
      try Reader(20, at: 719.5) { $0.follow = .end }, 780
    ) {
      try $0.insert(at: 20)
    },
    Situation(
      57, "a viewport that follows the end and is not there stays where it is",
      try Reader(20, at: 600) { $0.follow = .end }, 600, holds: "r10"
    ) {
      try $0.insert(at: 20)
    },
    Situation(
      57, "a viewport that follows the end keeps the row at the start, when older ones come",
      try Reader(20, at: 0) { $0.follow = .end }, 60, holds: "r0"
    ) {
      try $0.insert(at: 0)
    },
    Situation(58, "at the end, rows that are deleted there leave the end", try Reader(20, at: 720), 540) {
      try $0.delete(17...19)
    },
    Situation(
      59, "content shorter than the viewport stays at the end that it is aligned to",
      try Reader(2, at: -360) { $0.contentAlignment = .end }, -300
    ) {
      try $0.insert(at: 2)
    },
    Situation(
      60, "content that is aligned to the end and becomes long shows the end",
      try Reader(2, at: -360) { $0.contentAlignment = .end }, 840
    ) {
      try $0.insert(20, at: 2)
    },
    Situation(
      61, "room below a row lets the viewport stay where it begins",
      try Reader(20, at: 1140) { $0.roomBelow = .id("r19") }, 1200, holds: "r19"
    ) {
      try $0.insert(at: 0)
    },
  ]

  @Test(arguments: [Container.Direction.leftToRight, .rightToLeft])
  func `from right to left, the start and the end are those of reading`(direction: Container.Direction) throws
  {
    // Twenty columns of 100, the first of them at the leading edge.
    func reader(at distance: Double) throws -> Reader {
      let sections = Reader.plain(20)
      let size = Size(width: 320, height: 60)
      let x = direction == .leftToRight ? distance : 2000 - 320 - distance
      return try Reader(
        sections, in: Reader.flow(.horizontal), at: Point(x: x, y: 0), size: size, direction: direction)
    }
    func leading(_ reader: Reader, _ id: String) throws -> Double {
      let place = try reader.place(of: id)
      return direction == .leftToRight ? place.x : 320 - place.maxX
    }
    func inserting(_ item: Int, _ reader: Reader) throws -> Reader {
      var reader = reader
      try reader.update(.insertItems(at: [IndexPath(section: 0, item: item)], [Item(id: "new")]))
      return reader
    }
    // 62: at the start, a new item in front is shown.
    #expect(try leading(inserting(0, reader(at: 0)), "new") == 0)
    // 63: at the end, a new item behind moves nothing.
    let end = try inserting(20, reader(at: 1680))
    #expect(try leading(end, "r19") == 220)
    // 64: in the middle, neither does.
    #expect(try leading(inserting(0, reader(at: 850)), "r9") == 50)
    #expect(try leading(inserting(20, reader(at: 850)), "r9") == 50)
    // The distance from the end is kept where that is asked for.
    var asked = try reader(at: 850)
    try asked.update(
      .insertItems(at: [IndexPath(section: 0, item: 19)], [Item(id: "new")]), asked: .anchor(.end))
    #expect(try leading(asked, "r9") == -50)
  }
}
