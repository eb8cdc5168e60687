import Testing

@testable import LayoutEngine

/// A waterfall whose items keep their columns, changed as a collection changes.
struct KeptCollection {
  let layout: WaterfallLayout
  let container: Container
  private(set) var sections: SectionList
  private(set) var solved: StackedLayout<WaterfallSection>

  init(_ layout: WaterfallLayout, _ sections: SectionList, in container: Container) {
    self.layout = layout
    self.container = container
    self.sections = sections
    solved = layout.prepare(sections, in: container)
    keep()
  }

  mutating func apply(_ actions: BatchUpdate.Action...) throws {
    let updated = try sections.applying(actions.map { BatchUpdate($0) })
    solved = layout.prepare(updated, from: solved, in: container)
    sections = updated.sections
    keep()
  }

  /// What items keep moves nothing, and leaves nothing to choose.
  private mutating func keep() {
    guard let choices = ColumnChoices(of: solved) else { return }
    #expect(choices.fit(sections))
    let frames = solved.elements(in: nil, visible: nil).records.map(\.frame)
    let updated = sections.keeping(choices)
    solved = layout.prepare(updated, from: solved, in: container)
    sections = updated.sections
    #expect(solved.elements(in: nil, visible: nil).records.map(\.frame) == frames)
    #expect(ColumnChoices(of: solved) == nil)
  }

  /// The numbers of the columns of a section's items.
  func columns(_ section: Int = 0) -> [Int] {
    let xs = Array(Set(solved.cells(section).map(\.x))).sorted()
    return solved.cells(section).map { xs.firstIndex(of: $0.x)! }
  }
}

extension WaterfallLayout {
  /// Columns that items keep, without spacing.
  static func kept(_ columnCount: Int, _ change: (inout WaterfallLayout) -> Void = { _ in })
    -> WaterfallLayout
  {
    WaterfallLayout {
      $0.columnAssignment = .kept
      $0.metrics.columnCount = columnCount
      $0.metrics.minimumColumnSpacing = 0
      $0.metrics.minimumInteritemSpacing = 0
      change(&$0)
    }
  }
}
