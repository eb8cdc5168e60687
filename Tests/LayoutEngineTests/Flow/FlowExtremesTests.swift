import Testing

@testable import LayoutEngine

@Suite("Flow at its limits")
struct FlowExtremesTests {
  @Test("a section of ten million items alike is solved into two chunks of lines")
  func counted() {
    let sections = SectionList(Section(10_000_000))
    let solved = FlowLayout().prepare(sections, in: Container(375, 667))
    let body = solved.sections.leaf(at: 0).leaf.body
    #expect(body.items.chunks.leafCount == 1)
    #expect(body.lines.leafCount <= 2)
    #expect(solved.contentSize.height == 1_666_667 * 60 - 10)
    #expect(solved.frame(0, 9_999_999)?.y == 99_999_960)
    #expect(solved.elements(in: Rect(x: 0, y: 5e7, width: 375, height: 600), visible: nil).count < 100)
  }

  @Test("runs between sized items stay a chunk each")
  func mixture() {
    var builder = ItemSequenceBuilder()
    for _ in 0..<3 {
      builder.append(run: 1_000_000)
      builder.append(size: Size(width: 70, height: 70))
    }
    let solved = FlowLayout().prepare(SectionList(Section(items: builder.finish())), in: Container(375, 667))
    let body = solved.sections.leaf(at: 0).leaf.body
    #expect(body.items.count == 3_000_003)
    #expect(body.lines.leafCount <= 8)
    #expect(solved.frame(0, 1_000_000)?.width == 70)
    #expect(solved.frame(0, 3_000_002)?.width == 70)
  }

  @Test("items without extent all stand on one line, and are found nowhere by a rect that only touches them")
  func zeroSized() {
    let layout = FlowLayout {
      $0.metrics.itemSize = .zero
      $0.metrics.minimumInteritemSpacing = 0
    }
    let solved = layout.solve(Section(1000), in: Container(375, 667))
    #expect(solved.contentSize == Size(width: 375, height: 0))
    #expect(solved.elements(in: nil, visible: nil).count == 1000)
    #expect(solved.elements(in: Rect(x: 0, y: 0, width: 375, height: 10), visible: nil).count == 0)
    #expect(solved.elements(in: Rect(x: -1, y: -1, width: 400, height: 10), visible: nil).count == 1000)
  }

  @Test(
    "items all but without breadth are counted, not trapped on",
    arguments: [Double.leastNonzeroMagnitude, 1e-300, 1e-17])
  func tiny(breadth: Double) {
    let layout = FlowLayout {
      $0.metrics.itemSize = Size(width: breadth, height: 10)
      $0.metrics.minimumInteritemSpacing = 0
    }
    let solved = layout.solve(Section(10), in: Container(375, 667))
    #expect(solved.contentSize.height == 10)
  }

  @Test("lines without extent and without spacing are one place, and all are found around it")
  func zeroLines() {
    let layout = FlowLayout {
      $0.metrics.itemSize = Size(width: 200, height: 0)
      $0.metrics.minimumLineSpacing = 0
    }
    let solved = layout.solve(Section(500), in: Container(375, 667))
    #expect(solved.elements(in: Rect(x: 0, y: -1, width: 375, height: 2), visible: nil).count == 500)
    let sized = layout.solve(
      Section(sizes: Array(repeating: (200, 0), count: 500) + [(300, 10)]), in: Container(375, 667))
    #expect(sized.elements(in: Rect(x: 0, y: -1, width: 375, height: 2), visible: nil).count == 501)
  }

  @Test("a container without size puts one item on each line and warns of all of them")
  func noContainer() {
    let solved = FlowLayout().solve(Section(3), in: Container(0, 0))
    #expect(solved.cells().map(\.y) == [0, 60, 120])
    #expect(solved.contentSize == Size(width: 0, height: 170))
    #expect(solved.warnings.map(\.count) == [3])
  }

  @Test("insets wider than the container leave a line no room, not less than none")
  func insetsWiderThanContainer() {
    let layout = FlowLayout { $0.metrics.sectionInset = Insets(left: 80, right: 80) }
    let container = Container(100, 100).with { $0.insets = Insets(left: 70, right: 70) }
    let solved = layout.solve(Section(2), in: container)
    #expect(solved.contentSize.width == 0)
    #expect(solved.cells().map(\.y) == [0, 60])
  }

  @Test("lines that overlap because their spacing is below zero are all found")
  func negativeSpacing() {
    let layout = FlowLayout {
      $0.metrics.itemSize = Size(width: 100, height: 100)
      $0.metrics.minimumLineSpacing = -80
    }
    let solved = layout.solve(Section(10), in: Container(100, 500))
    #expect(solved.cells().map(\.y) == (0..<10).map { Double($0) * 20 })
    #expect(solved.contentSize.height == 280)
    #expect(solved.names(in: Rect(x: 0, y: 99, width: 100, height: 0.5)) == (0..<5).map { "cell 0.\($0)" })
  }

  @Test("an empty section with spacing below zero takes nothing")
  func negativeSpacingOfNothing() {
    let layout = FlowLayout { $0.metrics.minimumLineSpacing = -5 }
    #expect(layout.solve(Section(0), in: Container(100, 100)).contentSize.height == 0)
  }

  @Test("spacing below the items' own breadth puts no item on a line that is too narrow for one")
  func negativeItemSpacing() {
    let layout = FlowLayout {
      $0.metrics.itemSize = Size(width: 100, height: 10)
      $0.metrics.minimumInteritemSpacing = -100
    }
    #expect(layout.solve(Section(3), in: Container(50, 50)).cells().map(\.y) == [0, 20, 40])
    #expect(layout.solve(Section(3), in: Container(100, 50)).cells().map(\.y) == [0, 0, 0])
  }

  @Test("cells that negative insets push out of their section are still found")
  func negativeInsets() {
    let pulled = FlowMetrics { $0.sectionInset = Insets(top: -40, bottom: -40) }
    let solved = FlowLayout().solve(
      Section(1), Section(1).with { $0.metrics = .flow(pulled) }, Section(1), in: Container(50, 500))
    #expect(solved.cells(1).map(\.y) == [10])
    #expect(solved.cells(2).map(\.y) == [50])
    #expect(solved.names(in: Rect(x: 0, y: 20, width: 50, height: 10)) == ["cell 0.0", "cell 1.0"])
    #expect(solved.names(in: Rect(x: 0, y: 55, width: 50, height: 4)) == ["cell 1.0", "cell 2.0"])
  }
}
