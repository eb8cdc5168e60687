import Testing

@testable import LayoutEngine

@Suite("Diffs of elements that pin")
struct PinnedDiffTests {
  private func side(_ style: ListLayout.Style, bounds: Rect?) -> DiffSide {
    let layout = ListLayout {
      $0.style = style
      $0.metrics.sectionHeaderHeight = 20
      $0.metrics.rowHeight = .points(40)
    }
    let container = Container(100, 100)
    return DiffSide(layout: layout.solve(Section(10), in: container), container: container, bounds: bounds)
  }

  @Test("a header that no longer pins is in the diff, although nothing moves")
  func edge() throws {
    let bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    let diff = UpdateDiff.between(
      side(.plain, bounds: bounds), and: side(.grouped, bounds: bounds),
      by: .unchanged(sectionCount: 1), visibleOnly: false)
    #expect(diff.changes.count == 1)
    let change = try #require(diff.changes.first)
    #expect(change.kind == .header && change.type == .shift)
    #expect(change.initial.pins == .start && change.final.pins == nil)
    #expect(change.initial.frame == change.final.frame)
  }

  @Test("nothing is in the diff of a list that pins as before")
  func same() {
    let bounds = Rect(x: 0, y: 30, width: 100, height: 100)
    let diff = UpdateDiff.between(
      side(.plain, bounds: bounds), and: side(.plain, bounds: bounds),
      by: .unchanged(sectionCount: 1), visibleOnly: false)
    #expect(diff.changes.isEmpty)
  }
}
