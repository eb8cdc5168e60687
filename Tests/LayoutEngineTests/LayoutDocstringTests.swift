import LayoutEngine
import TestSupport
import Testing

@Suite("The examples in the docstrings of the engine")
struct LayoutDocstringTests {
  @Test(
    "are the code of these tests",
    arguments: [
      ("SectionList", "LayoutEngine/Collection/SectionList.swift"),
      ("ItemSequence", "LayoutEngine/Collection/ItemSequence.swift"),
      ("LayoutKind", "LayoutEngine/Layouts/LayoutKind.swift"),
      ("SolvedLayout", "LayoutEngine/Layouts/SolvedLayout.swift"),
      ("BatchUpdate", "LayoutEngine/Updates/BatchUpdate.swift"),
      ("SnapshotDifference", "LayoutEngine/Updates/SnapshotDifference.swift"),
      ("PixelGrid", "Geometry/PixelGrid.swift"),
    ])
  func text(name: String, file: String) throws {
    let example = try DocumentedExample(name, in: "Engine/\(file)")
    #expect(example.shown == example.compiled)
  }

  @Test("count the sections of a list, and the items of all of them")
  func sections() {
    // SectionList begins.
    let album = SectionList([
      Section(id: "2024", items: ItemSequence(count: 120)),
      Section(id: "2025", items: ItemSequence(count: 80)),
    ])
    let years = album.count  // 2
    let photos = album.itemCount  // 200
    let newest = album[1].id  // "2025"
    // SectionList ends.
    #expect(years == 2 && photos == 200 && newest == "2025")
  }

  @Test("build a sequence of items, and one of items that are only counted")
  func items() {
    // ItemSequence begins.
    var builder = ItemSequenceBuilder()
    builder.append(Item(id: "cover", size: Size(width: 320, height: 200)))
    builder.append(Item(id: "text"))
    let article = builder.finish()
    let length = article.count  // 2
    let first = article.id(at: 0)  // "cover"

    // Items about which nothing is known are only counted.
    let photos = ItemSequence(count: 1_000_000)
    // ItemSequence ends.
    #expect(length == 2 && first == "cover" && photos.count == 1_000_000)
  }

  @Test("lay 200 squares out in 67 lines")
  func layout() throws {
    // LayoutKind begins.
    var flow = FlowLayout()
    flow.metrics.itemSize = Size(width: 100, height: 100)
    let kind = LayoutKind.flow(flow)

    // Three squares, 10 points apart, fill a line: 67 lines of 100 points, with 10 points between them.
    let photos = SectionList([Section(items: ItemSequence(count: 200))])
    let container = Container(size: Size(width: 320, height: 480))
    let layout = try kind.prepare(photos, in: container)
    let height = layout.contentSize.height  // 7360.0
    // LayoutKind ends.
    #expect(height == 67 * 100 + 66 * 10)
  }

  @Test("find the rows of a list in a viewport")
  func elements() throws {
    // SolvedLayout begins.
    let sections = SectionList([Section(items: ItemSequence(count: 1000))])
    let container = Container(size: Size(width: 320, height: 440))
    let list = try LayoutKind.list(ListLayout()).prepare(sections, in: container)
    let height = list.contentSize.height  // 44000.0

    // The rows in the viewport once it has scrolled by ten rows of 44 points.
    let viewport = Rect(x: 0, y: 440, width: 320, height: 440)
    let rows = list.elements(in: viewport, visible: viewport)
    let count = rows.count  // 10
    let first = rows[0].indexPath.item  // 10
    // SolvedLayout ends.
    #expect(height == 44_000 && count == 10 && first == 10)
  }

  @Test("apply a batch, whose positions do not depend on the order of its operations")
  func batch() throws {
    // BatchUpdate begins.
    let before = SectionList([Section(items: ItemSequence(count: 3))])

    // The last item before the batch goes, and a new one is the first after the batch.
    let batch = [
      BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [Item(id: "new")])),
      BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 2)])),
    ]
    let after = try before.applying(batch).sections
    let count = after.itemCount  // 3
    let first = after[0].items.id(at: 0)  // "new"
    // BatchUpdate ends.
    #expect(count == 3 && first == "new")
    let reversed = try before.applying(batch.reversed()).sections
    #expect(reversed.itemCount == 3 && reversed[0].items.id(at: 0) == "new")
  }

  @Test("find the one song that moves, and the new one")
  func difference() throws {
    // SnapshotDifference begins.
    func songs(_ ids: [String]) -> SectionList {
      var items = ItemSequenceBuilder()
      for id in ids { items.append(Item(id: id)) }
      return SectionList([Section(id: "songs", items: items.finish())])
    }
    let difference = try songs(["a", "b", "c"]).difference(to: songs(["b", "c", "a", "d"]))
    let moves = difference.movedItems.count  // 1: "a" moves behind "c"
    let insertions = difference.insertedItems.count  // 1: "d"

    // As a batch, it turns the old state into the new one.
    let updates = difference.updates.count  // 2
    // SnapshotDifference ends.
    #expect(moves == 1 && insertions == 1 && updates == 2)
    #expect(difference.movedItems.map(\.from.item) == [0] && difference.insertedItems.map(\.item) == [3])
  }

  @Test("round to half points at two pixels per point")
  func pixels() {
    // PixelGrid begins.
    let grid = PixelGrid(scale: 2)
    let nearest = grid.nearest(10.3)  // 10.5
    let least = grid.floor(10.3)  // 10.0
    let most = grid.ceiling(10.3)  // 10.5
    let pixel = grid.hairline  // 0.5
    // PixelGrid ends.
    #expect(nearest == 10.5 && least == 10 && most == 10.5 && pixel == 0.5)
  }
}
