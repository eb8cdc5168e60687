import Testing

@testable import LayoutEngine

@Suite("The seen part of a viewport")
struct SeenAreaTests {
  /// Every kind, kinds that scroll horizontally, and kinds whose views pin.
  static let kinds: [(name: String, layout: LayoutKind)] =
    EveryKindTests.kinds + [
      ("pinned flow", .flow(flow(.vertical))), ("horizontal flow", .flow(flow(.horizontal))),
      ("pinned list", .list(list)), ("horizontal grid", .grid(grid)),
      ("pinned compositional", .compositional(boundary(.vertical))),
      ("horizontal compositional", .compositional(boundary(.horizontal))),
    ]

  private static func flow(_ axis: ScrollAxis) -> FlowLayout {
    FlowLayout {
      $0.scrollDirection = axis
      $0.sectionHeadersPinToVisibleBounds = true
      $0.sectionFootersPinToVisibleBounds = true
      $0.metrics.headerReferenceSize = Size(width: 40, height: 40)
      $0.metrics.footerReferenceSize = Size(width: 25, height: 25)
    }
  }

  private static var list: ListLayout {
    ListLayout {
      $0.metrics.rowHeight = .points(30)
      $0.metrics.sectionHeaderHeight = 40
    }
  }

  private static var grid: GridLayout {
    var grid = GridLayout()
    grid.scrollDirection = .horizontal
    grid.metrics.columns = .count(3)
    return grid
  }

  /// A header and a footer that span the section, a badge that does not, and a header of the whole layout.
  private static func boundary(_ axis: ScrollAxis) -> CompositionalLayout {
    let size = LayoutSize(.absolute(60), .absolute(50))
    var layout = CompositionalLayout(
      axis == .vertical ? .row(.row(50), .item(size)) : .column(.points(60, 100), .item(size))
    ) { section in
      let edges: [(String, BoundaryItem.Alignment)] =
        axis == .vertical
        ? [("header", .top), ("footer", .bottom)] : [("header", .leading), ("footer", .trailing)]
      section.boundaryItems = edges.map { kind, alignment in
        BoundaryItem(
          kind: kind,
          size: axis == .vertical
            ? .row(30) : LayoutSize(.absolute(30), .fractionalHeight(1)), alignment: alignment,
          pinToVisibleBounds: true)
      }
      section.boundaryItems.append(
        BoundaryItem(
          kind: "badge", size: .points(50, 45), alignment: axis == .vertical ? .top : .leading,
          extendsBoundary: false, pinToVisibleBounds: true))
    }
    layout.scrollDirection = axis
    return layout
  }

  private static func side(
    _ layout: LayoutKind, _ random: inout SeededGenerator
  ) throws -> DiffSide {
    var sample = Sample.random(&random) { _ in .none }
    if random.chance(2, in: 3) { sample.container.size = Size(width: 320, height: 300) }
    let solved = try layout.prepare(sample.sectionList, in: sample.container)
    let size = sample.container.size
    let bounds = Rect(
      x: layout.scrollAxis == .vertical
        ? 0 : Double.random(in: -60...max(60, solved.contentSize.width), using: &random),
      y: layout.scrollAxis == .horizontal
        ? 0 : Double.random(in: -60...max(60, solved.contentSize.height), using: &random),
      width: size.width, height: size.height)
    return DiffSide(layout: solved, container: sample.container, bounds: bounds)
  }

  @Test(
    "the seen cells are those that a look at every element finds, in that order", arguments: kinds.indices)
  func everyElement(kind: Int) throws {
    let (name, layout) = Self.kinds[kind]
    var random = SeededGenerator(seed: 520)
    var seenCount = 0
    for round in 0..<60 {
      let side = try Self.side(layout, &random)
      let expected = ReferenceReading(side).cells
      let area = try #require(side.seen())
      let found = side.seenElements(in: area).map(\.attributes.indexPath)
      #expect(found == expected, "\(name), round \(round), \(side.bounds!), \(side.container)")
      seenCount += found.count
    }
    #expect(seenCount > 50)
  }

  @Test(
    "the first cell that is kept is the first of the seen ones, however many are not",
    arguments: kinds.indices)
  func first(kind: Int) throws {
    let (name, layout) = Self.kinds[kind]
    var random = SeededGenerator(seed: 521)
    for round in 0..<40 {
      let side = try Self.side(layout, &random)
      let expected = ReferenceReading(side).cells
      let area = try #require(side.seen())
      for lost in [0, 1, 3, expected.count - 1, expected.count] where lost >= 0 && lost <= expected.count {
        var asked: [IndexPath] = []
        let found = side.first(in: area) { element in
          asked.append(element.attributes.indexPath)
          return !expected.prefix(lost).contains(element.attributes.indexPath)
        }
        #expect(
          found?.attributes.indexPath == expected.dropFirst(lost).first, "\(name), round \(round), \(lost)")
        #expect(asked == Array(expected.prefix(lost + 1)), "\(name), round \(round), \(lost)")
      }
    }
  }

  @Test(
    "a mirrored twin sees the same cells in the same order, at the same distances", arguments: kinds.indices)
  func mirrored(kind: Int) throws {
    let (name, layout) = Self.kinds[kind]
    var random = SeededGenerator(seed: 522)
    for round in 0..<30 {
      var sample = Sample.random(&random) { _ in .none }
      // Frames that are rounded to pixels are not mirror images of one another.
      sample.container.scale = nil
      sample.container.size = Size(width: 320, height: 300)
      sample.container.direction = .leftToRight
      let straight = try layout.prepare(sample.sectionList, in: sample.container)
      var container = sample.container
      container.direction = .rightToLeft
      (container.insets.left, container.insets.right) = (container.insets.right, container.insets.left)
      let mirrored = try layout.prepare(sample.sectionList, in: container)
      guard mirrored.contentSize == straight.contentSize else { continue }
      let offset = Double.random(in: -60...500, using: &random)
      let bounds = Rect(
        x: layout.scrollAxis == .vertical ? 0 : offset, y: layout.scrollAxis == .vertical ? offset : 0,
        width: 320, height: 300)
      var twin = bounds
      twin.x = straight.contentSize.width - bounds.maxX
      let side = DiffSide(layout: straight, container: sample.container, bounds: bounds)
      let other = DiffSide(layout: mirrored, container: container, bounds: twin)
      let (area, otherArea) = (try #require(side.seen()), try #require(other.seen()))
      let seen = side.seenElements(in: area)
      let twins = other.seenElements(in: otherArea)
      #expect(
        seen.map(\.attributes.indexPath) == twins.map(\.attributes.indexPath), "\(name), round \(round)")
      for (a, b) in zip(seen, twins) {
        #expect(abs(a.frame.along - b.frame.along) < 1e-6 && abs(a.frame.across - b.frame.across) < 1e-6)
        #expect(abs(a.seen.lowerBound - b.seen.lowerBound) < 1e-6, "\(name), round \(round)")
      }
      let (range, twinRange) = (side.scrollRange(), other.scrollRange())
      #expect(abs(range.lowerBound - twinRange.lowerBound) < 1e-6)
      #expect(abs(range.upperBound - twinRange.upperBound) < 1e-6)
    }
  }
}
