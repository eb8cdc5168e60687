import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Readers of rows whose sizes are measured, and of rows that are dragged.
@Suite("The place of a reader while sizes are measured and rows dragged")
struct ReadingEstimateTests {
  /// Rows of about 60, of which nothing was measured.
  private func estimated(_ learning: EstimateLearning = .rest, isAutomatic: Bool = false) throws -> Reader {
    var list = ListLayout()
    if isAutomatic { list.metrics.rowHeight = .automatic } else { list.metrics.estimatedRowHeight = 60 }
    return try Reader(Reader.plain(200), in: .list(list), at: Point(x: 0, y: 1930))
  }

  @Test func `a row that is cut and measured grows out of sight`() throws {
    // 35
    var reader = try estimated()
    let place = try reader.place(of: "r33")
    try reader.measure(32, height: 160)
    #expect(try reader.place(of: "r33") == place && reader.offset == 2030)
  }

  @Test func `a row that is cut and was measured before keeps its start`() throws {
    var reader = try estimated()
    try reader.measure(32, height: 60)
    let place = try reader.place(of: "r32")
    try reader.measure(32, height: 160)
    #expect(try reader.place(of: "r32").y == place.y)
  }

  @Test func `a row that is not cut and measured keeps its start`() throws {
    var reader = try estimated()
    let place = try reader.place(of: "r33")
    try reader.measure(33, height: 160)
    #expect(try reader.place(of: "r33").y == place.y && reader.offset == 1930)
  }

  @Test func `estimates that learn leave the first whole row where it is`() throws {
    // 34
    var reader = try estimated(isAutomatic: true)
    let seen = try (0..<200).map { "r\($0)" }.filter { try reader.place(of: $0).maxY > 1 }
    #expect(try reader.place(of: seen[0]).y < -1)
    let place = try reader.place(of: seen[1])
    try reader.measure(190, height: 133)
    #expect(try reader.place(of: seen[1]).height != place.height)
    #expect(try abs(reader.place(of: seen[1]).y - place.y) < 0.01)
  }

  @Test func `the only seen row keeps its start although it is cut and measured`() throws {
    let rows = (0..<20).map { Item(id: "r\($0)", estimatedSize: Size(width: 320, height: 900)) }
    var reader = try Reader(
      SectionList([Section("s", rows)]), in: .list(ListLayout()), at: Point(x: 0, y: 2000))
    let place = try reader.place(of: "r2")
    try reader.measure(2, height: 1200)
    #expect(try reader.place(of: "r2").y == place.y)
  }

  @Test func `a drag moves the offset by the rows that others insert, and the drop by nothing`() throws {
    // 75
    var reader = try Reader(at: 1000)
    try reader.begin { try $0.beginningMovement(of: IndexPath(section: 0, item: 20)) }
    try reader.begin { try $0.moving(to: .position(Point(x: 160, y: 1030))) }
    #expect(reader.offset == 1000)
    #expect(reader.solved.movement?.proposed.item ?? 20 < 20)
    try reader.insert(at: 0)
    #expect(reader.offset == 1060)
    try reader.begin { try $0.endingMovement() }
    #expect(reader.offset == 1060)
  }
}
