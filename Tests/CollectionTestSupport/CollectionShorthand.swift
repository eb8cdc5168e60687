import CollectionModel
import LayoutEngine

extension Section {
  package init(_ id: String?, _ items: [Item]) {
    var builder = ItemSequenceBuilder()
    for item in items { builder.append(item) }
    self.init(id: id, items: builder.finish())
  }
}

extension SectionList {
  /// Sections of rows that have only ids.
  package init(_ ids: [[String]]) {
    self.init(
      ContiguousArray(
        ids.enumerated().map { place, ids in Section("s\(place)", ids.map { Item(id: $0) }) }))
  }

  /// The ids of all items, section by section.
  package var ids: [[String?]] {
    var ids = ItemIDs(of: self)
    return (0..<count).map { section in (0..<self[section].items.count).map { ids[section, $0] } }
  }
}

extension CollectionState {
  /// A list with rows of 20 points in a viewport of 100 by 60.
  package static func list(_ ids: [[String]], bounds: Rect? = nil) -> CollectionState {
    var layout = ListLayout()
    layout.metrics.rowHeight = .points(20)
    return CollectionState(
      sections: SectionList(ids),
      layout: LayoutChoice(kind: .list(layout), jsonText: Array("{\"kind\":\"list\"}".utf8)),
      main: Viewport(
        container: Container(size: Size(width: 100, height: 60)), containerJSON: Array("{}".utf8),
        bounds: bounds))
  }
}

extension SolvedCollection {
  package static func list(_ ids: [[String]], bounds: Rect? = nil) throws -> SolvedCollection {
    try SolvedCollection(solving: .list(ids, bounds: bounds))
  }

  package var ids: [[String?]] { state.sections.ids }

  /// The step of a change, its bounds settled.
  package func step(
    _ change: CollectionChange, anchor: DiffAnchor = .automatic
  ) throws(ChangeError) -> CollectionStep {
    var step = try applying(change)
    step.place(asked: .anchor(anchor))
    return step
  }
}

extension CollectionChange {
  package static func insert(_ id: String, at section: Int = 0, _ item: Int = 0) -> CollectionChange {
    .updates([BatchUpdate(.insertItems(at: [IndexPath(section: section, item: item)], [Item(id: id)]))])
  }

  package static func delete(_ section: Int = 0, _ item: Int = 0) -> CollectionChange {
    .updates([BatchUpdate(.deleteItems(at: [IndexPath(section: section, item: item)]))])
  }

  /// The next state of a list, by its ids alone.
  package static func rows(_ ids: [[String]]) -> CollectionChange { .snapshot(SectionList(ids)) }
}

extension Container {
  /// The least and the greatest content offset to which content of a size scrolls, in points, from left to right.
  package func scrollRange(of contentSize: Size, in bounds: Size) -> (least: Point, most: Point) {
    let least = Point(x: -insets.left, y: -insets.top)
    return (
      least,
      Point(
        x: max(least.x, contentSize.width + insets.right - bounds.width),
        y: max(least.y, contentSize.height + insets.bottom - bounds.height))
    )
  }
}
