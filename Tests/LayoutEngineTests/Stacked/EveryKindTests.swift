import Testing

@testable import LayoutEngine

/// Properties of every layout kind, whatever its geometry.
@Suite("Every layout kind")
struct EveryKindTests {
  static let kinds: [(name: String, layout: LayoutKind)] = [
    ("flow", .flow(FlowLayout())), ("list", .list(ListLayout())), ("grid", .grid(GridLayout())),
    ("waterfall", .waterfall(WaterfallLayout())), ("justified", .justified(JustifiedLayout())),
    ("magazine", .magazine(MagazineLayout())), ("stack", .stack(StackLayout())),
    ("circle", .circle(CircleLayout())), ("spiral", .spiral(SpiralLayout())),
    ("coverFlow", .coverFlow(CoverFlowLayout())), ("carousel", .carousel(CarouselLayout())),
    ("compositional", .compositional(tags)), ("custom", .custom(diagonal)),
    ("sections of other kinds", .compositional(mixed)),
  ]

  /// A list, a grid, a carousel, a waterfall, and flows behind them.
  private static var mixed: CompositionalLayout {
    let list = ListLayout {
      $0.metrics.separator = Insets(left: 16)
      $0.metrics.rowSpacing = 1.5
    }
    let grid = GridLayout(3, spacing: 4) { $0.metrics.lineExtent = .automatic }
    var carousel = CompositionalSection(group: .row(of: 1, .points(90, 60)))
    carousel.orthogonalScrolling = .groupPaging
    var inset = CompositionalSection(kind: .grid(grid))
    inset.contentInsets = Insets(top: 3, left: 10, bottom: 5, right: 7)
    return CompositionalLayout(sections: [
      CompositionalSection(kind: .list(list)), inset, carousel,
      CompositionalSection(kind: .waterfall(WaterfallLayout())),
      CompositionalSection(kind: .flow(FlowLayout())),
    ]).with { $0.interSectionSpacing = 11 }
  }

  /// As many items to a line as fit, each as large as it says.
  private static var tags: CompositionalLayout {
    let item = LayoutItem(size: LayoutSize(width: .estimated(60), height: .estimated(30)))
    let group = LayoutGroup(
      .line(.horizontal, members: [.item(item)]), size: LayoutSize(height: .estimated(30)))
    return CompositionalLayout(sections: [CompositionalSection(group: group)])
  }

  private static var diagonal: CustomLayout {
    CustomLayout(
      frame: CustomFrame(x: try! CustomFormula("i * 7"), y: try! CustomFormula("section * 100 + i * 5")))
  }

  @Test("a collection without sections, or with empty ones, has no elements", arguments: kinds.indices)
  func empty(kind: Int) throws {
    for sections in [[], [Section(0)], [Section(0), Section(0)]] as [[Section]] {
      for container in [Container(375, 667), Container(0, 0)] {
        let solved = try Self.kinds[kind].layout.prepare(
          SectionList(ContiguousArray(sections)), in: container)
        #expect(solved.elements(in: nil, visible: nil).count == 0)
        #expect(solved.elements(in: Rect(x: -9, y: -9, width: 99, height: 99), visible: nil).count == 0)
        let size = solved.contentSize
        #expect(size.width >= 0 && size.width.isFinite && size.height >= 0 && size.height.isFinite)
        #expect(solved.attributes(of: .cell(0, 0), visible: nil) == nil)
      }
    }
  }

  @Test("a container without size still returns every item, with numbers", arguments: kinds.indices)
  func zeroContainer(kind: Int) throws {
    let sections = [Section(sizes: [(10, 20), (0, 0), (300, 5)]), Section(4)]
    let solved = try Self.kinds[kind].layout.prepare(
      SectionList(ContiguousArray(sections)), in: Container(0, 0))
    let list = solved.elements(in: nil, visible: nil)
    let cells = (0..<list.count).filter { list[$0].kind == .cell }
    #expect(cells.count == 7)
    for row in 0..<list.count {
      let frame = list[row].frame
      let numbers = [frame.x, frame.y, frame.width, frame.height]
      #expect(numbers.allSatisfy { $0.isFinite })
      #expect(frame.width >= 0 && frame.height >= 0)
    }
  }

  @Test(
    "random collections: every element once, a query is the filter of the full result, twice the same",
    arguments: kinds.indices)
  func properties(kind: Int) throws {
    let (name, layout) = Self.kinds[kind]
    var random = SeededGenerator(seed: 77)
    for round in 0..<25 {
      let sample = Sample.random(&random) { _ in .none }
      let solved = try layout.prepare(sample.sectionList, in: sample.container)
      if let violation = Properties(solved: solved, sample: sample).violation() {
        Issue.record("\(name), round \(round): \(violation)\n\(sample)")
        return
      }
      let again = try layout.prepare(sample.sectionList, in: sample.container)
      let first = solved.elements(in: nil, visible: sample.visible)
      let second = again.elements(in: nil, visible: sample.visible)
      #expect((0..<first.count).map { first[$0] } == (0..<second.count).map { second[$0] }, "\(name)")
      #expect(solved.contentSize == again.contentSize)
    }
  }

  @Test(
    "no coordinate is beyond the bound that the layout gives, whatever sums and pixels round",
    arguments: kinds.indices)
  func bound(kind: Int) throws {
    let (name, layout) = Self.kinds[kind]
    var random = SeededGenerator(seed: 78)
    var solvedCount = 0
    for round in 0..<60 {
      var sample = Sample.random(&random) { _ in .none }.magnified(by: random.pick([1, 1e12 / 3, 1e13]))
      sample.container.scale = random.pick([sample.container.scale, 0.01])
      // A compositional layout refuses groups that would hold very many items, as in a container so wide.
      guard let solved = try? layout.prepare(sample.sectionList, in: sample.container) else { continue }
      solvedCount += 1
      let all = solved.elements(in: nil, visible: nil)
      let beyond = Properties(solved: solved, sample: sample).beyondBound((0..<all.count).map { all[$0] })
      #expect(beyond == nil, "\(name), round \(round)\n\(sample)")
    }
    #expect(solvedCount >= 40)
  }

  @Test("right to left mirrors the frames of left to right", arguments: kinds.indices)
  func mirrored(kind: Int) throws {
    let sections = SectionList(
      Section(sizes: [(40, 30), (60, 80), (50, 20), (90, 10), (20, 70)]), Section(3))
    let layout = Self.kinds[kind].layout
    let straight = try layout.prepare(sections, in: Container(300, 400))
    let mirrored = try layout.prepare(sections, in: Container(300, 400).with { $0.direction = .rightToLeft })
    let width = straight.contentSize.width
    #expect(mirrored.contentSize == straight.contentSize)
    let a = straight.elements(in: nil, visible: nil)
    let b = mirrored.elements(in: nil, visible: nil)
    #expect(a.count == b.count)
    for row in 0..<min(a.count, b.count) {
      #expect(abs(b[row].frame.x - (width - a[row].frame.maxX)) < 1e-6)
      #expect(b[row].frame.y == a[row].frame.y && b[row].frame.size == a[row].frame.size)
    }
  }
}
