import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// The index paths of an item that follows a finger, in a list of rows below headers of 22 points.
@Suite("Movements")
struct MovementTests {
  private func list(_ heights: [[Double]], bounds: Rect? = nil) throws -> SolvedCollection {
    var layout = Moving.list
    layout.metrics.rowHeight = .automatic
    return try Moving.solved(.list(layout), Moving.sections(heights), bounds: bounds)
  }

  @Test("an item is taken up by its centre, and nothing changes yet")
  func beginning() throws {
    let start = try list([[40, 40], [40]])
    let step = try start.beginningMovement(of: IndexPath(section: 0, item: 1))
    let movement = try #require(step.after.movement)
    #expect(movement.position == Point(x: 100, y: 82))
    #expect(movement.item.frame == Rect(x: 0, y: 62, width: 200, height: 40))
    #expect(movement.item.appearance.zIndex == Int(Int32.max))
    #expect(movement.origin == movement.proposed)
    #expect(step.placed().diff(visibleOnly: false)!.changes.isEmpty)
    #expect(step.change == nil && step.after.version == 1)
  }

  @Test("an item taken up elsewhere is under the finger, and still in its place")
  func beginningElsewhere() throws {
    let now = try list([[40, 40, 40]]).begin(0, 0, at: Point(x: 10, y: 130))
    #expect(now.movement!.item.frame == Rect(x: -90, y: 110, width: 200, height: 40))
    #expect(now.movement!.proposed == IndexPath(section: 0, item: 0))
    #expect(try now.to(10, 130).movement!.proposed == IndexPath(section: 0, item: 2))
  }

  @Test("there is one movement at a time")
  func one() throws {
    let now = try list([[40, 40]]).begin(0, 0)
    #expect(throws: MovementError.self) { try now.begin(0, 1) }
    let ended = try now.endingMovement().after
    #expect(try ended.begin(0, 1).movement != nil)
  }

  @Test("a small item passes a tall one when half of the way is done")
  func halfWay() throws {
    // Rows at 22…42, 42…242.
    let start = try list([[20, 200]]).begin(0, 0)
    #expect(try start.to(100, 130).shownIDs == [["0.0", "0.1"]])
    #expect(try start.to(100, 134).shownIDs == [["0.1", "0.0"]])
    let passed = try start.to(100, 134)
    #expect(try passed.to(100, 130).shownIDs == [["0.0", "0.1"]])
  }

  @Test("an item goes into another section and behind its last item")
  func across() throws {
    let start = try list([[40, 40], [40, 40]]).begin(0, 0)
    // The second section's rows, while the item is in the first, are at 124…164 and 164…204.
    let into = try start.to(100, 150)
    #expect(
      into.shownIDs == [["0.1"], ["0.0", "1.0", "1.1"]] || into.shownIDs == [["0.1"], ["1.0", "0.0", "1.1"]])
    let behind = try start.to(100, 203.9).to(100, 230)
    #expect(behind.shownIDs == [["0.1"], ["1.0", "1.1", "0.0"]])
    let ended = try behind.endingMovement().after
    #expect(ended.plainIDs == [["0.1"], ["1.0", "1.1", "0.0"]] && ended.version == 2)
  }

  @Test("an item goes into an empty section by its header, from above and from below")
  func emptySection() throws {
    // Headers at 0, 62 and 84, rows at 22…62 and 106…146.
    let start = try list([[40], [], [40]])
    #expect(try start.begin(0, 0).to(100, 75).shownIDs == [[], ["0.0"], ["2.0"]])
    #expect(try start.begin(2, 0).to(100, 70).shownIDs == [["0.0"], ["2.0"], []])
  }

  @Test("an empty section without a header is entered between its neighbours and at the end")
  func bareSection() throws {
    var flow = FlowLayout()
    flow.metrics.sectionInset = Insets(top: 20, left: 0, bottom: 20, right: 0)
    // Cells at 20…60 and 140…180; the empty section is 80…120.
    let start = try Moving.solved(.flow(flow), Moving.sections([[40], [], [40], []]))
    #expect(try start.begin(0, 0).to(100, 90).shownIDs == [[], ["0.0"], ["2.0"], []])
    #expect(try start.begin(2, 0).to(100, 225).shownIDs == [["0.0"], [], [], ["2.0"]])
    let bare = try Moving.solved(.flow(FlowLayout()), Moving.sections([[40, 40, 40, 40], []]))
    #expect(try bare.begin(0, 1).to(100, 300).shownIDs == [["0.0", "0.2", "0.3"], ["0.1"]])
  }

  @Test("the only item of a collection can go into every empty section")
  func onlyItem() throws {
    let start = try list([[], [40], []])
    #expect(try start.begin(1, 0).to(100, 5).shownIDs == [["1.0"], [], []])
    #expect(try start.begin(1, 0).to(100, 100).shownIDs == [[], [], ["1.0"]])
  }

  @Test("the room right of a line's last item is the place behind it")
  func behindTheLast() throws {
    // Lines of three; the last one has one item, at 0…60.
    let start = try Moving.solved(.flow(FlowLayout()), Moving.sections([[40, 40, 40, 40]]))
    #expect(try start.begin(0, 0).to(150, 70).shownIDs == [["0.1", "0.2", "0.3", "0.0"]])
  }

  @Test("ending in its own place changes nothing, and its diff has the item alone")
  func ownPlace() throws {
    let start = try list([[40, 40, 40]])
    let now = try start.begin(0, 0).to(100, 120).to(30, 45)
    #expect(now.movement!.proposed == IndexPath(section: 0, item: 0))
    let step = try now.endingMovement()
    let (after, diff) = now.told(step)
    #expect(step.change == nil && after.version == 1)
    #expect(diff.changes.count == 1)
    #expect(diff.changes[0].initial.frame.center == Point(x: 30, y: 45))
    #expect(diff.changes[0].final.frame == Rect(x: 0, y: 22, width: 200, height: 40))
  }

  @Test("a place far outside means the nearest, at any distance")
  func farAway() throws {
    let start = try list([[40, 40], [40]]).begin(0, 1)
    let limit = 9_007_199_254_740_992.0
    for (x, y, ids) in [
      (0, limit, [["0.0"], ["1.0", "0.1"]]), (limit, -limit, [["0.1", "0.0"], ["1.0"]]),
      (-limit, 0, [["0.1", "0.0"], ["1.0"]]),
    ] {
      #expect(try start.to(x, y).shownIDs == ids, "\(x), \(y)")
    }
  }

  @Test("other screens and readers see the collection without the movement until it ends")
  func otherScreens() throws {
    let bounds = Rect(x: 0, y: 0, width: 200, height: 300)
    let start = try list([[40, 40, 40]], bounds: bounds)
    let both = try start.applying(ViewportChange(name: "side", bounds: bounds)).after
    var now = try both.begin(0, 0, on: "side")
    for y in [80, 120, 60, 130] as [Double] {
      let step = try now.moving(to: Point(x: 100, y: y), on: "side")
      #expect(step.placed().diff(visibleOnly: true)!.changes.isEmpty)
      now = step.after
    }
    #expect(Client(now).difference(from: Client(both)) == nil)
    #expect(now.layout.attributes(of: .cell(0, 0), visible: nil)!.frame.y == 22)
    let step = try now.endingMovement(on: "side")
    let diff = try #require(step.placed().diff(visibleOnly: true))
    #expect(diff.changes.count == 3)
    var client = Client(now)
    client.take(diff)
    #expect(client.difference(from: Client(step.after)) == nil)
  }

  @Test("a screen that scrolls while an item is moved on it sees the room that was made")
  func scrolling() throws {
    let start = try list([Array(repeating: 40, count: 40)], bounds: Rect(x: 0, y: 0, width: 200, height: 300))
    let now = try start.begin(0, 0).to(100, 290)
    let step = try now.applying(
      ViewportChange(name: Viewport.main, bounds: Rect(x: 0, y: 200, width: 200, height: 300)))
    let outcome = try #require(step.scrolled)
    let held = now.movement!.proposed
    #expect(!outcome.appeared.isEmpty && !outcome.appeared.contains { $0.indexPath == held })
    for element in outcome.appeared {
      #expect(step.after.movement!.layout.attributes(of: element.path, visible: nil)?.frame == element.frame)
    }
    #expect(step.after.movement!.proposed == held)
  }

  @Test("a screen that is turned while an item is moved on it lays the movement out anew")
  func turning() throws {
    let bounds = Rect(x: 0, y: 0, width: 200, height: 300)
    let start = try Moving.solved(
      .flow(FlowLayout()), Moving.sections([[40, 40, 40, 40, 40]]), bounds: bounds)
    let now = try start.begin(0, 0).to(100, 60)
    var change = ViewportChange(name: Viewport.main, bounds: Rect(x: 0, y: 0, width: 400, height: 300))
    change.container = (Container(size: Size(width: 400, height: 300)), [])
    let turned = try now.applying(change).after
    #expect(turned.movement!.proposed == now.movement!.proposed)
    let fresh = try FlowLayout().frames(of: turned.movement!.sections, width: 400)
    #expect(turned.movement!.layout.elements(in: nil, visible: nil).records.map(\.frame) == fresh)
  }

  @Test("a screen that ends takes its movement with it")
  func endingScreen() throws {
    let bounds = Rect(x: 0, y: 0, width: 200, height: 300)
    let both = try list([[40, 40]]).applying(ViewportChange(name: "side", bounds: bounds)).after
    let gone = try both.begin(0, 0, on: "side").removing(viewport: "side").after
    #expect(gone.movement == nil)
    #expect(throws: MovementError.self) { try gone.moving(to: .zero, on: "side") }
    let again = try gone.applying(ViewportChange(name: "side", bounds: bounds)).after
    #expect(again.movements.isEmpty)
  }
}

extension FlowLayout {
  fileprivate func frames(of sections: SectionList, width: Double) throws -> [Rect] {
    try LayoutKind.flow(self).prepare(sections, in: Container(size: Size(width: width, height: 300)))
      .elements(in: nil, visible: nil).records.map(\.frame)
  }
}
