import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// The first element that the reader saw, in a diff.
struct DisplacedElementTests {
  private func displaced(
    _ reader: Reader, _ actions: BatchUpdate.Action..., asked: Asked = .nothing
  ) throws -> DisplacedElement? {
    var step = try reader.solved.applying(.updates(actions.map { BatchUpdate($0) }))
    step.place(asked: asked)
    return step.diff(visibleOnly: true)?.displaced
  }

  private static func path(_ item: Int) -> IndexPath { IndexPath(section: 0, item: item) }

  private static func insertion(at item: Int) -> BatchUpdate.Action {
    .insertItems(at: [path(item)], [Reader.row("new")])
  }

  @Test func `nothing is said while the element stays in its place`() throws {
    #expect(try displaced(Reader(), Self.insertion(at: 0)) == nil)
    #expect(try displaced(Reader(), Self.insertion(at: 100)) == nil)
    #expect(try displaced(Reader(at: 0), Self.insertion(at: 3)) == nil)
  }

  @Test func `an element that is deleted or moves by itself is named`() throws {
    #expect(
      try displaced(Reader(), .deleteItems(at: [Self.path(32)])) == DisplacedElement(.cell(0, 32), .deleted))
    let move = BatchUpdate.Action.moveItem(from: Self.path(32), to: Self.path(0))
    #expect(try displaced(Reader(), move) == DisplacedElement(.cell(0, 32), .moved))
    // The one behind it is held, and so says nothing.
    #expect(try displaced(Reader(at: 1920), .deleteItems(at: [Self.path(33)])) == nil)
  }

  @Test func `an edge that the viewport stays at moves the element`() throws {
    let atStart = try displaced(Reader(at: 0), Self.insertion(at: 0))
    #expect(atStart == DisplacedElement(.cell(0, 0), .edge))
    let follower = try Reader(20, at: 720) { $0.follow = .end }
    #expect(try displaced(follower, Self.insertion(at: 20)) == DisplacedElement(.cell(0, 12), .edge))
    // The content ends above the place that the element had.
    let shorter = try displaced(Reader(20, at: 720), .deleteItems(at: [Self.path(19)]))
    #expect(shorter == DisplacedElement(.cell(0, 12), .edge))
  }

  @Test func `a request that asks for another place moves the element`() throws {
    let asked = try displaced(Reader(), Self.insertion(at: 0), asked: .anchor(.none))
    #expect(asked == DisplacedElement(.cell(0, 32), .asked))
    let shifted = try displaced(
      Reader(), Self.insertion(at: 100), asked: .shift(Point(x: 0, y: 30), .automatic))
    #expect(shifted == DisplacedElement(.cell(0, 32), .asked))
  }

  @Test func `a row that was cut and only estimated is named when its length changes`() throws {
    var list = ListLayout()
    list.metrics.estimatedRowHeight = 60
    let reader = try Reader(Reader.plain(200), in: .list(list), at: Point(x: 0, y: 1930))
    var step = try reader.solved.applying(
      reader.solved.measurements([(32, Size(width: 320, height: 100))]))
    step.place()
    let displaced = step.diff(visibleOnly: true)?.displaced
    #expect(displaced == DisplacedElement(.cell(0, 32), .measured))
  }

  @Test func `a viewport that the client scrolls itself says nothing of where it was`() throws {
    let reader = try Reader()
    let bounds = Rect(x: 0, y: 600, width: 320, height: 480)
    let scrolled = try reader.solved.applying(ViewportChange(name: "main", bounds: bounds))
    #expect(scrolled.scrolled?.displaced == nil)
    var turned = ViewportChange(name: "main", bounds: reader.bounds)
    turned.container = (Container(size: Size(width: 320, height: 480), insets: Insets(top: 60)), [1])
    #expect(try reader.solved.applying(turned).scrolled?.displaced == nil)
    // At the start, a larger inset moves the first row down.
    var first = ViewportChange(name: "main", bounds: Rect(x: 0, y: 0, width: 320, height: 480))
    first.container = turned.container
    let started = try Reader(at: 0).solved.applying(first)
    #expect(started.scrolled?.displaced == DisplacedElement(.cell(0, 0), .edge))
  }
}
