import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// The content offset at which an item is visible.
struct ScrollTargetTests {
  private func target(
    _ collection: SolvedCollection, _ item: Int, _ position: ScrollPosition
  ) throws -> ScrollTarget {
    try #require(
      collection.scrollTarget(
        for: IndexPath(section: 0, item: item), at: position, in: collection.state.main))
  }

  private func sized(insets: Insets = .zero, y: Double = 0) throws -> SolvedCollection {
    var list = ListLayout()
    list.metrics.rowHeight = .points(50)
    var container = MeasuredScreens.container()
    container.insets = insets
    let main = Viewport(
      container: container, containerJSON: [], bounds: Rect(x: 0, y: y, width: 200, height: 300))
    return try SolvedCollection(
      solving: CollectionState(
        sections: MeasuredScreens.items(100), layout: LayoutChoice(kind: .list(list), jsonText: []),
        main: main))
  }

  @Test func `an item of known size comes to each position exactly`() throws {
    let collection = try sized(insets: Insets(top: 20, bottom: 40))
    let expected: [(ScrollPosition, Double)] = [
      (.top, 980), (.centeredVertically, 885), (.bottom, 790), (.nearest, 790), (.left, 0),
    ]
    for (position, y) in expected {
      let target = try target(collection, 20, position)
      #expect(target.contentOffset == Point(x: 0, y: y), "\(position)")
      #expect(target.isExact)
      #expect(target.error == 0)
      #expect(target.measureFirst == [])
    }
    #expect(try self.target(collection, 0, .bottom).contentOffset.y == -20)
    #expect(try self.target(collection, 99, .top).contentOffset.y == 4740)
  }

  @Test func `scrolling to the nearest position of a visible item leaves the screen in place`() throws {
    let collection = try sized(y: 1010)
    #expect(try target(collection, 22, .nearest).contentOffset.y == 1010)
    #expect(try target(collection, 20, .nearest).contentOffset.y == 1000)
    #expect(try target(collection, 30, .nearest).contentOffset.y == 1250)
  }

  @Test func `estimates before an item make it inexact, and are to be measured, the nearest first`() throws {
    var collection = try MeasuredScreens.collection(MeasuredScreens.list, MeasuredScreens.items(100))
    let unknown = try target(collection, 20, .top)
    #expect(unknown.contentOffset.y == 1000)
    #expect(!unknown.isExact)
    #expect(unknown.error == 1000)
    #expect(unknown.measureFirst.map(\.item) == Array(20...25) + (0..<20).reversed())
    let sizes = (0..<20).map { (item: $0, size: Size(width: 200, height: $0 < 10 ? 55 : 45.0)) }
    collection = try collection.applying(collection.measurements(sizes)).after
    let known = try target(collection, 20, .top)
    #expect(known.contentOffset.y == 1000)
    #expect(known.isExact)
    #expect(known.measureFirst.map(\.item) == Array(20...25))
    // Forty are estimated, and estimates were 5 points off in both directions: √40·5 for the rows themselves, 40·5/√20
    // for the mean, and a fifth more because twenty are few.
    #expect(abs(try target(collection, 60, .top).error - 77) < 3)
    // At the end, all estimated items count.
    #expect(!(try target(collection, 99, .top).isExact))
  }

  @Test func `a target in a million rows is found in the time of few`() throws {
    var collection = try MeasuredScreens.collection(
      MeasuredScreens.list, SectionList([Section(items: ItemSequence(count: 1_000_000))]))
    collection =
      try collection.applying(collection.measurements([(0, Size(width: 200, height: 60))])).after
    let target = try target(collection, 900_000, .top)
    #expect(target.contentOffset.y == 45_000_010)
    // One measurement says next to nothing.
    #expect(target.error > 5_000_000 && target.error < 100_000_000)
    #expect(target.measureFirst.count == 100)
    #expect(
      target.measureFirst.prefix(7).map(\.item) == [
        900_000, 900_001, 900_002, 900_003, 900_004, 900_005, 899_999,
      ])
    let path = IndexPath(section: 0, item: 1_000_000)
    #expect(collection.scrollTarget(for: path, at: .top, in: collection.state.main) == nil)
  }

  @Test func `the number of estimates before an item is the same as counting item by item`() throws {
    for (name, kind, estimate) in MeasuredScreens.kinds {
      var random = SeededGenerator(seed: 5)
      var collection = try MeasuredScreens.collection(kind, MeasuredScreens.items(1500, estimate: estimate))
      let sizes = (0..<700).map { _ in random.integer(0...1499) }
      collection =
        try collection.applying(
          collection.measurements(Set(sizes).map { ($0, Size(width: 90, height: 70)) })
        ).after
      let sections = collection.state.measured.values.first!.sections
      let cells = collection.cells
      for item in [0, 1, 511, 512, 513, 1024, 1499] {
        let path = IndexPath(section: 0, item: item)
        let counts = sections.openItemCount(before: path, as: kind)
        #expect(counts.open == cells.prefix(item).count { $0.isEstimated }, "\(name), \(item)")
        var found: [Int] = []
        sections.forEachOpenItem(before: path, as: kind) {
          found.append($0.item)
          return true
        }
        #expect(found == (0..<item).reversed().filter { cells[$0].isEstimated }, "\(name), \(item)")
      }
    }
  }
}
