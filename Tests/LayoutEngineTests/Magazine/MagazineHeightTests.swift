import Testing

@testable import LayoutEngine

@Suite("Heights of a magazine's items")
struct MagazineHeightTests {
  let size = Size(width: 1, height: 33)

  private func height(_ item: Item) -> (points: Double, isEstimated: Bool) {
    let solved = MagazineLayout().solve(Section(items: [item]), in: Container(200, 100))
    let cell = solved.attributes(of: .cell(0, 0), visible: nil)!
    return (cell.frame.height, cell.isEstimated)
  }

  @Test("a static height is exact and stands above any other")
  func staticHeight() {
    #expect(height(Item(.full, .static, 12)) == (12, false))
    #expect(height(Item(.full, .static, 12, size: size, aspectRatio: 2)) == (12, false))
  }

  @Test("a static mode without a height takes the item's size, its ratio, or 150 points, all exact")
  func staticWithoutHeight() {
    #expect(height(Item(.full, .static, size: size, aspectRatio: 2)) == (33, false))
    #expect(height(Item(.half, .static, aspectRatio: 2)) == (50, false))
    #expect(height(Item(.full, .static, estimatedSize: size)) == (150, false))
  }

  @Test("a dynamic height is the item's size, then its width by its ratio: both are exact")
  func dynamic() {
    #expect(height(Item(.full, .dynamic, 12, size: size, aspectRatio: 2)) == (33, false))
    #expect(height(Item(.half, .dynamic, 12, aspectRatio: 2)) == (50, false))
    #expect(height(Item(aspectRatio: 4)) == (50, false))
  }

  @Test("a dynamic height that is not measured is an estimate: its own, the estimated size's, 150 points")
  func estimates() {
    #expect(height(Item(.full, .dynamic, 12, estimatedSize: size)) == (12, true))
    #expect(height(Item(.full, .dynamic, estimatedSize: size)) == (33, true))
    #expect(height(Item(estimatedSize: size)) == (33, true))
    #expect(height(Item(.full, .dynamic)) == (150, true))
  }
}
