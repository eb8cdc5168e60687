import Testing

@testable import LayoutEngine

@Suite("Where content scrolls to")
struct ScrollRangeTests {
  /// Rows of 60 in 320×480.
  private func side(
    _ count: Int, insets: Insets = .zero, header: Double = 0, pins: Bool = true
  ) -> DiffSide {
    let layout = ListLayout {
      $0.style = pins ? .plain : .grouped
      $0.metrics.rowHeight = .points(60)
      $0.metrics.sectionHeaderHeight = header
    }
    let container = Container(320, 480).with { $0.insets = insets }
    return DiffSide(layout: layout.solve(Section(count), in: container), container: container, bounds: nil)
  }

  private func policy(_ change: (inout ReadingPolicy) -> Void) -> ReadingPolicy {
    var policy = ReadingPolicy()
    change(&policy)
    return policy
  }

  @Test func `insets widen the range at both ends`() {
    #expect(side(20).scrollRange() == 0...720)
    #expect(side(20, insets: Insets(top: 10, bottom: 30)).scrollRange() == -10...750)
  }

  @Test func `content shorter than the viewport stands at the edge of its alignment`() {
    for (alignment, offset) in [(ReadingPolicy.Alignment.start, 0.0), (.center, -180), (.end, -360)] {
      #expect(side(2).scrollRange(policy { $0.contentAlignment = alignment }) == offset...offset)
      #expect(side(20).scrollRange(policy { $0.contentAlignment = alignment }) == 0...720)
    }
  }

  @Test func `room below an item lets it reach the start`() {
    let below = policy { $0.roomBelow = .indexPath(IndexPath(section: 0, item: 19)) }
    #expect(side(20).scrollRange(below) == 0...1140)
    #expect(side(20, header: 40).scrollRange(below) == 0...1140)
    #expect(side(20, header: 40, pins: false).scrollRange(below) == 0...1180)
    #expect(
      side(3).scrollRange(policy { $0.roomBelow = .indexPath(IndexPath(section: 0, item: 9)) }) == 0...0)
  }

  @Test func `offsets are those of content coordinates, from the right edge where content is mirrored`()
    throws
  {
    let layout = FlowLayout {
      $0.scrollDirection = .horizontal
      $0.metrics.itemSize = Size(width: 100, height: 100)
      $0.metrics.minimumLineSpacing = 0
    }
    let container = Container(300, 100).with {
      $0.direction = .rightToLeft
      $0.insets = Insets(left: 20, right: 10)
    }
    let side = DiffSide(layout: layout.solve(Section(10), in: container), container: container, bounds: nil)
    let width = side.layout.contentSize.width
    #expect(side.scrollRange() == -10...(width + 20 - 300))
    #expect(side.scrollLimits().least.x == -20 && side.scrollLimits().most.x == width + 10 - 300)
  }

  @Test func `a target is clear of the views that pin in its own section, and of no others`() throws {
    let layout = ListLayout {
      $0.metrics.rowHeight = .points(60)
      $0.metrics.sectionHeaderHeight = 40
    }
    let container = Container(320, 480).with { $0.insets = Insets(top: 5, bottom: 7) }
    var plain = Section(3)
    plain.header = Supplementary(size: Size(width: 0, height: 0))
    let sections = SectionList(Section(30), plain)
    let side = DiffSide(layout: layout.prepare(sections, in: container), container: container, bounds: nil)
    #expect(side.target(of: IndexPath(section: 0, item: 4))?.margins == TargetMargins(start: 45, end: 7))
    #expect(side.target(of: IndexPath(section: 1, item: 1))?.margins == TargetMargins(start: 5, end: 7))
    #expect(side.target(of: IndexPath(section: 1, item: 3)) == nil)
  }

  @Test func `pinned views that leave nothing do not count, and then not the insets`() {
    func margins(_ height: Double, _ insets: Insets) -> TargetMargins? {
      let layout = ListLayout {
        $0.metrics.rowHeight = .points(60)
        $0.metrics.sectionHeaderHeight = 100
      }
      let container = Container(320, height).with { $0.insets = insets }
      let solved = layout.solve(Section(30), in: container)
      let bounds = Rect(x: 0, y: 900, width: 320, height: height)
      let side = DiffSide(layout: solved, container: container, bounds: bounds)
      #expect(side.seen().map { !$0.isEmpty } == true)
      return side.target(of: IndexPath(section: 0, item: 4))?.margins
    }
    #expect(margins(120, .zero) == TargetMargins(start: 100, end: 0))
    #expect(margins(90, .zero) == TargetMargins(start: 0, end: 0))
    #expect(margins(110, Insets(top: 10)) == TargetMargins(start: 10, end: 0))
    #expect(margins(90, Insets(top: 50, bottom: 40)) == TargetMargins(start: 0, end: 0))
  }
}
