import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Policies of viewports: how they change, and the items in them.
@Suite("The policy of a viewport")
struct ReadingPolicyTests {
  @Test(arguments: situations)
  func `policies that change`(situation: Situation) throws { try situation.check() }

  private static let situations: [Situation] = [
    Situation(59, "two rows that are aligned to the end from now on go there", try Reader(2, at: 0), -360) {
      try $0.tell(policy: { $0.contentAlignment = .end })
    },
    Situation(
      59, "two rows that are aligned to the middle from now on go there, in a new container too",
      try Reader(2, at: 0), -140
    ) {
      try $0.tell(nil, { $0.size.height = 400 }, policy: { $0.contentAlignment = .center })
    },
    Situation(
      59, "two rows whose alignment is taken back go to the start",
      try Reader(2, at: -360) { $0.contentAlignment = .end }, 0
    ) {
      try $0.tell(policy: { $0 = ReadingPolicy() })
    },
    Situation(57, "a policy moves nothing in the middle of the content", try Reader(), 1930, holds: "r32") {
      try $0.tell(policy: {
        $0.follow = .end
        $0.contentAlignment = .end
      })
    },
    Situation(
      57, "a viewport that follows the end from now on stays there when others append",
      try Reader(20, at: 720), 780
    ) {
      try $0.tell(policy: { $0.follow = .end })
      try $0.insert(at: 20)
    },
    Situation(
      61, "room that is taken away ends where the content does",
      try Reader(20, at: 1140) { $0.roomBelow = .id("r19") }, 720
    ) {
      try $0.tell(policy: { $0.roomBelow = nil })
    },
    Situation(
      61, "room below an item without an id goes with it",
      try Reader(20, at: 1080) { $0.roomBelow = .indexPath(IndexPath(section: 0, item: 18)) }, 1140,
      holds: "r18"
    ) {
      try $0.insert(at: 3)
    },
    Situation(
      61, "room below an item without an id ends with the item",
      try Reader(20, at: 1080) { $0.roomBelow = .indexPath(IndexPath(section: 0, item: 18)) }, 660
    ) {
      try $0.delete(18...18)
    },
  ]

  @Test func `room below an item makes it a target that is reached, and a page that is turned to`() throws {
    var reader = try Reader(20, at: 0) { $0.roomBelow = .id("r19") }
    try reader.scroll(to: 19, .top)
    #expect(reader.offset == 1140)
    let main = reader.solved.state.main
    #expect(reader.solved.scrollRange(of: main, "main") == ScrollRange(least: 0, most: 1140))
    var fling = ViewportChange(name: "main", bounds: Rect(x: 0, y: 900, width: 320, height: 480))
    fling.isPaging = true
    fling.velocity = Point(x: 0, y: 1)
    #expect(try reader.solved.applying(fling).scrolled?.targetContentOffset?.y == 960)
  }

  @Test func `a range is named only if a policy has a say in it`() throws {
    let plain = try Reader()
    #expect(plain.solved.scrollRange(of: plain.solved.state.main, "main") == nil)
    let step = try plain.solved.applying(.insert("new"))
    #expect(step.diff(visibleOnly: true)?.scrollRange == nil)
    let short = try Reader(2, at: -360) { $0.contentAlignment = .end }
    var grown = try short.solved.applying(.insert("new"))
    grown.place()
    let range = try #require(grown.diff(visibleOnly: true)?.scrollRange)
    #expect(range.from == ScrollRange(least: -360, most: -360))
    #expect(range.to == ScrollRange(least: -316, most: -316))
  }

  @Test func `a new viewport has no policy but its own`() throws {
    let reader = try Reader { $0.follow = .end }
    var change = ViewportChange(name: "other", bounds: reader.bounds)
    let plain = try reader.solved.applying(change)
    #expect(plain.after.viewport("other")?.policy == ReadingPolicy())
    change.policy = ReadingPolicy()
    change.policy?.contentAlignment = .center
    let own = try reader.solved.applying(change)
    #expect(own.after.viewport("other")?.policy.contentAlignment == .center)
    #expect(own.viewportEdits.defined == "other")
  }

  @Test func `a policy is a definition, which is stored at once`() throws {
    let reader = try Reader()
    var change = ViewportChange(name: "main", bounds: reader.bounds)
    change.policy = ReadingPolicy()
    change.policy?.follow = .start
    let first = try reader.solved.applying(change)
    #expect(first.viewportEdits.defined == "main")
    #expect(try first.after.applying(change).viewportEdits.defined == nil)
  }

  @Test func `an index path of an earlier version is not restored`() throws {
    var viewport = try Reader { $0.roomBelow = .indexPath(IndexPath(section: 0, item: 3)) }.solved.state.main
    viewport.policy.follow = .end
    viewport.movedAt = 4
    #expect(viewport.restored(at: 4, now: .now).policy == viewport.policy)
    let later = viewport.restored(at: 5, now: .now).policy
    #expect(later.roomBelow == nil && later.follow == .end)
  }

  @Test func `an entry of the journal has the policy, and the bounds that it led to`() throws {
    let reader = try Reader(20, at: 720) { $0.follow = .end }
    var step = try reader.solved.applying(.insert("new", at: 0, 20))
    step.place()
    let entry = try #require(step.entry(from: nil))
    let stored = try JournalEntry(stored: entry.stored(), reading: KnownLayouts(["first": Reader.list()]))
    #expect(stored.main.policy.follow == .end)
    #expect(stored.main.bounds == step.after.state.main.bounds)
  }

  @Test func `a viewport that follows the end stays there while a page makes its proposals anew`() throws {
    var change = ViewportChange(name: "page", bounds: Rect(x: 0, y: 720, width: 320, height: 480))
    change.policy = ReadingPolicy()
    change.policy?.follow = .end
    change.policy?.roomBelow = .indexPath(IndexPath(section: 0, item: 3))
    let base = try Reader(20, at: 0).solved.applying(change).after
    let own = CollectionChange.insert("own", at: 0, 20)
    var proposed = try base.applying(own)
    proposed.place("page")
    var foreign = try base.applying(.insert("foreign"))
    foreign.place("page")
    let again = try foreign.after.applying(own)
    var rebased = again.after
    rebased.placeViewports(asIn: proposed.after, by: [proposed.link.reversed, foreign.link, again.link])
    let page = try #require(rebased.viewport("page"))
    // Twenty rows of 60, and two of 44.
    #expect(page.bounds?.y == 808)
    #expect(page.policy.roomBelow == .indexPath(IndexPath(section: 0, item: 4)))
  }
}
