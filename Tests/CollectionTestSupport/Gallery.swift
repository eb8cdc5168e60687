import CollectionModel
import LayoutEngine

/// Layouts whose items are as high as their sizes, so that changes above move the items below.
package enum Gallery: String, CaseIterable, Sendable {
  case list, flow, grid, waterfall, kept, compositional

  package static let container = Container(size: Size(width: 200, height: 300))

  package var layout: LayoutKind {
    switch self {
    case .list:
      var list = ListLayout()
      list.metrics.sectionHeaderHeight = 22
      return .list(list)
    case .flow:
      var flow = FlowLayout()
      flow.metrics.headerReferenceSize = Size(width: 0, height: 30)
      flow.sectionHeadersPinToVisibleBounds = true
      return .flow(flow)
    case .grid:
      var grid = GridLayout()
      grid.metrics.columns = .count(2)
      grid.metrics.lineExtent = .automatic
      return .grid(grid)
    case .waterfall: return .waterfall(WaterfallLayout())
    case .kept:
      var waterfall = WaterfallLayout()
      waterfall.columnAssignment = .kept
      return .waterfall(waterfall)
    case .compositional:
      let item = LayoutItem(size: LayoutSize(width: .estimated(60), height: .estimated(30)))
      let group = LayoutGroup(
        .line(.horizontal, members: [.item(item)]), size: LayoutSize(height: .estimated(30)))
      var section = CompositionalSection(group: group)
      section.interGroupSpacing = 4
      return .compositional(CompositionalLayout(sections: [section]))
    }
  }

  package func state(_ sections: SectionList, bounds: Rect?) -> CollectionState {
    CollectionState(
      sections: sections, layout: LayoutChoice(kind: layout, jsonText: Array(rawValue.utf8)),
      main: Viewport(container: Self.container, containerJSON: [], bounds: bounds))
  }
}
