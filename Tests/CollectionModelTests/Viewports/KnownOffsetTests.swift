import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Clients that say at which version they had a viewport where they scrolled.
@Suite("Bounds at an earlier version")
struct KnownOffsetTests {
  private func at(_ y: Double) -> Rect { Rect(x: 0, y: y, width: 320, height: 480) }

  private func meant(_ y: Double, at version: Int, _ reader: Reader) -> Double {
    reader.solved.bounds(at(y), at: version, of: reader.solved.state.main).y
  }

  @Test func `a client that reads a window again with old bounds is where its reader is`() throws {
    // 73: five rows came in front since.
    var reader = try Reader(at: 600)
    try reader.insert(5, at: 0)
    #expect(reader.offset == 900)
    #expect(meant(600, at: 1, reader) == 900)
    // It has scrolled by 30 meanwhile.
    #expect(meant(630, at: 1, reader) == 930)
    #expect(meant(930, at: 2, reader) == 930)
  }

  @Test func `each version has its own offset`() throws {
    var reader = try Reader(at: 600)
    try reader.insert(5, at: 0)
    try reader.insert(at: 190)
    try reader.insert(1, at: 0)
    #expect(reader.offset == 960 && reader.solved.version == 4)
    #expect(meant(600, at: 1, reader) == 960)
    #expect(meant(910, at: 2, reader) == 970)
    #expect(meant(910, at: 3, reader) == 970)
    // Its own report makes earlier places unknown: then it is where the viewport is.
    try reader.tell(at(2000))
    try reader.insert(1, at: 0)
    #expect(meant(2010, at: 4, reader) == 2070)
    #expect(meant(910, at: 3, reader) == reader.offset)
  }

  @Test func `a client that has missed more changes than are noted is where the viewport is`() throws {
    var reader = try Reader(at: 600)
    for _ in 0..<KnownOffsets.limit { try reader.insert(1, at: 0) }
    #expect(meant(700, at: 1, reader) == reader.offset)
    #expect(meant(700, at: 2, reader) == reader.offset + 40)
  }

  @Test func `a viewport that is restored knows of no version`() throws {
    var reader = try Reader(at: 600)
    try reader.insert(5, at: 0)
    let main = reader.solved.state.main.restored(at: 2, now: .now)
    #expect(reader.solved.bounds(at(630), at: 1, of: main).y == 900)
    #expect(reader.solved.bounds(at(630), at: 2, of: main).y == 630)
  }
}
