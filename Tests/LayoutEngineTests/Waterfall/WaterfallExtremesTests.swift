import Testing

@testable import LayoutEngine

@Suite("Waterfall at its limits")
struct WaterfallExtremesTests {
  let container = Container(320, 480)

  @Test("a waterfall of ten million counted items is arithmetic: rows of squares")
  func counted() throws {
    let layout = WaterfallLayout { $0.metrics.columnCount = 3 }
    let solved = layout.prepare(SectionList(Section(10_000_000)), in: container)
    #expect(solved.contentSize.height == 3_333_334 * 110 - 10)
    #expect(solved.frame(0, 9_999_999) == Rect(x: 0, y: 3_333_333 * 110, width: 100, height: 100))
    #expect(
      solved.names(in: Rect(x: 0, y: 1_100_000, width: 320, height: 110))
        == ["cell 0.30000", "cell 0.30001", "cell 0.30002"])
    #expect(solved.names(in: Rect(x: 0, y: 1_100_101, width: 320, height: 8)) == [])
    #expect(solved.names(in: Rect(x: 0, y: -50, width: 320, height: 50)) == [])
  }

  @Test(
    "items without sizes have the frames of squares of a given size",
    arguments: [0, 10, -150], WaterfallLayout.ItemRenderDirection.allCases)
  func rowsAgree(spacing: Double, direction: WaterfallLayout.ItemRenderDirection) {
    let layout = WaterfallLayout {
      $0.metrics.columnCount = 3
      $0.metrics.minimumInteritemSpacing = spacing
      $0.itemRenderDirection = direction
    }
    for container in [container, Container(0, 480)] {
      let counted = layout.solve(Section(100), in: container)
      let sized = layout.solve(
        Section(sizes: Array(repeating: (7, 7), count: 100)), in: container)
      #expect(counted.cells() == sized.cells())
      #expect(counted.contentSize == sized.contentSize)
      for y in stride(from: -20.0, to: 400, by: 13) {
        let rect = Rect(x: -1, y: y, width: 400, height: 9)
        #expect(counted.names(in: rect) == sized.names(in: rect))
      }
    }
  }

  @Test("a run among items that differ is packed in pieces, with each appearance in its place")
  func mixedRun() {
    var builder = ItemSequenceBuilder()
    builder.append(Item(size: Size(width: 10, height: 10), appearance: Appearance(alpha: 0.5)))
    builder.append(run: 1200)
    builder.append(Item(appearance: Appearance(alpha: 0.25)))
    let solved = WaterfallLayout().prepare(SectionList(Section(items: builder.finish())), in: container)
    let list = solved.elements(in: nil, visible: nil)
    #expect(list.count == 1202)
    #expect(list[0].appearance.alpha == 0.5)
    #expect(list[1].appearance == .plain)
    #expect(list[1201].appearance.alpha == 0.25)
    #expect(list[1201].frame == Rect(x: 165, y: 600 * 165, width: 155, height: 155))
    let rect = Rect(x: 0, y: 600 * 165, width: 1, height: 1)
    #expect(solved.names(in: rect) == ["cell 0.1200"])
  }

  @Test("where insets and spacing leave nothing, columns have no width", arguments: [nil, 1, 2, 3])
  func noRoom(scale: Double?) {
    let layout = WaterfallLayout {
      $0.metrics.columnCount = 5
      $0.metrics.minimumColumnSpacing = 100
      $0.metrics.sectionInset = Insets(left: 200, right: 200)
    }
    let solved = layout.solve(Section(sizes: [(10, 10), (20, 10)]), Section(3), in: container)
    #expect(solved.cells(0).allSatisfy { $0.size == .zero })
    #expect(solved.cells(1).allSatisfy { $0.size == .zero })
  }

  @Test("the largest numbers neither trap nor give NaN or infinity", arguments: [nil, 3, 1000])
  func huge(scale: Double?) {
    let limit = 0x1p53
    let container = Container(limit, limit).with { $0.scale = scale }
    let sizes: [(Double, Double)] = [
      (limit, limit), (.leastNonzeroMagnitude, limit), (limit, .leastNonzeroMagnitude), (1e-300, 1e-300),
      (0, limit), (1, limit),
    ]
    var items = sizes.map { Item(size: Size(width: $0, height: $1)) }
    items += [Item(aspectRatio: .leastNonzeroMagnitude), Item(aspectRatio: limit), Item(), Item()]
    let count = Int(Int32.max)
    for columnCount in [1, 2, 10_000] {
      for direction in WaterfallLayout.ItemRenderDirection.allCases {
        let layout = WaterfallLayout {
          $0.metrics.columnCount = columnCount
          $0.metrics.minimumColumnSpacing = limit
          $0.metrics.minimumInteritemSpacing = limit
          $0.metrics.headerHeight = limit
          $0.metrics.headerInset = Insets(top: -limit, left: limit, bottom: limit, right: -limit)
          $0.itemRenderDirection = direction
        }
        let solved = layout.solve(Section(items: items), Section(count), Section(0), in: container)
        #expect(solved.contentSize.height.isFinite)
        #expect(solved.frame(0, 9)?.y.isFinite == true)
        #expect(solved.frame(1, count - 1)?.y.isFinite == true)
        let rect = Rect(x: 0, y: limit, width: limit, height: 1)
        let sparse = layout.solve(Section(items: items), in: container)
        #expect(sparse.elements(in: rect, visible: rect).count <= 13)
      }
    }
  }

  @Test("ten thousand columns take each item to its own")
  func manyColumns() {
    let layout = WaterfallLayout {
      $0.metrics.columnCount = 10_000
      $0.metrics.minimumColumnSpacing = 0
    }
    var builder = ItemSequenceBuilder()
    for item in 0..<30_000 { builder.append(size: Size(width: 1, height: 1 + Double(item % 3))) }
    let solved = layout.solve(Section(items: builder.finish()), in: Container(10_000, 100))
    #expect(solved.frame(0, 9_999)?.x == 9_999)
    #expect(solved.frame(0, 10_000) == Rect(x: 0, y: 11, width: 1, height: 2))
    #expect(solved.frame(0, 10_001)?.x == 3)
  }
}
