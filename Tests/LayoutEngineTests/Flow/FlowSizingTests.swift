import Testing

@testable import LayoutEngine

@Suite("The size of an item in a flow")
struct FlowSizingTests {
  let layout = FlowLayout {
    $0.metrics.itemSize = Size(width: 40, height: 20)
    $0.estimatedItemSize = .size(Size(width: 11, height: 12))
  }
  let container = Container(500, 500)

  private func only(_ item: Item, _ layout: FlowLayout) -> LayoutAttributes? {
    layout.solve(Section(items: [item]), in: container).attributes(of: .cell(0, 0), visible: nil)
  }

  @Test("size, then aspect ratio, then the item's estimate, then the layout's")
  func precedence() {
    var item = Item(
      size: Size(width: 1, height: 2), estimatedSize: Size(width: 5, height: 6), aspectRatio: 0.5)
    #expect(only(item, layout)?.frame.size == Size(width: 1, height: 2))
    #expect(only(item, layout)?.isEstimated == false)
    item.size = nil
    #expect(only(item, layout)?.frame.size == Size(width: 40, height: 80))
    #expect(only(item, layout)?.isEstimated == false)
    item.aspectRatio = nil
    #expect(only(item, layout)?.frame.size == Size(width: 5, height: 6))
    #expect(only(item, layout)?.isEstimated == true)
    item.estimatedSize = nil
    #expect(only(item, layout)?.frame.size == Size(width: 11, height: 12))
    #expect(only(item, layout)?.isEstimated == true)
  }

  @Test("an item's own estimate counts and is flagged where the layout's self-sizing is off")
  func estimateWithoutSelfSizing() {
    let found = only(Item(estimatedSize: Size(width: 5, height: 6)), FlowLayout())
    #expect(found?.frame.size == Size(width: 5, height: 6))
    #expect(found?.isEstimated == true)
  }

  @Test("an estimated item size of zero leaves self-sizing off")
  func zeroEstimate() {
    let found = only(Item(), FlowLayout { $0.estimatedItemSize = .size(.zero) })
    #expect(found?.frame.size == Size(width: 50, height: 50))
    #expect(found?.isEstimated == false)
  }

  @Test("an automatic estimate begins at the item size and is flagged")
  func automatic() {
    let found = only(Item(), FlowLayout { $0.estimatedItemSize = .automatic })
    #expect(found?.frame.size == Size(width: 50, height: 50))
    #expect(found?.isEstimated == true)
  }

  @Test("sizes that may each change are not of one size: the last line keeps minimum spacing")
  func estimatesAreNotUniform() {
    let layout = FlowLayout { $0.estimatedItemSize = .size(Size(width: 50, height: 50)) }
    #expect(layout.solve(Section(5), in: Container(200, 500)).xs() == [0, 75, 150, 0, 60])
  }

  @Test("scrolling horizontally, an aspect ratio starts from the item's height")
  func horizontalAspect() {
    let layout = FlowLayout {
      $0.scrollDirection = .horizontal
      $0.metrics.itemSize = Size(width: 40, height: 20)
    }
    #expect(only(Item(aspectRatio: 1.5), layout)?.frame.size == Size(width: 30, height: 20))
  }

  @Test("estimates, ratios and sizes in one chunk each find their own item")
  func mixedColumns() {
    let items = [
      Item(), Item(aspectRatio: 2), Item(size: Size(width: 7, height: 8)),
      Item(estimatedSize: Size(width: 9, height: 10)), Item(id: "last"),
    ]
    let solved = layout.solve(Section(items: items), in: container)
    #expect(solved.cells().map(\.width) == [11, 40, 7, 9, 11])
    let list = solved.elements(in: nil, visible: nil)
    #expect(list.records.map(\.isEstimated) == [true, false, false, true, true])
  }
}
