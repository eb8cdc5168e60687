import CollectionModel
import LayoutEngine

/// Collections to measure, and the layouts that measure.
package enum MeasuredScreens {
  package static let width = 200.0

  package static func container(width: Double = width) -> Container {
    Container(size: Size(width: width, height: 300))
  }

  package static func words(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Items "i0", "i1", … without a size, or with an estimate if the layout measures only estimated items.
  package static func items(_ count: Int, estimate: Size? = nil) -> SectionList {
    var builder = ItemSequenceBuilder()
    for number in 0..<count { builder.append(Item(id: "i\(number)", estimatedSize: estimate)) }
    return SectionList([Section(id: "s", items: builder.finish())])
  }

  package static func collection(
    _ kind: LayoutKind, _ sections: SectionList, y: Double? = 0, width: Double = width,
    remembering space: MeasurementSpace? = nil, shared: String? = nil
  ) throws -> SolvedCollection {
    let bounds = y.map { Rect(x: 0, y: $0, width: width, height: 300) }
    let main = Viewport(
      container: container(width: width), containerJSON: words("\(width)"), bounds: bounds)
    return try SolvedCollection(
      solving: CollectionState(
        sections: sections, layout: LayoutChoice(kind: kind, jsonText: words("layout")), main: main,
        measurementSpace: shared), remembering: space)
  }

  package static var list: LayoutKind {
    var list = ListLayout()
    list.metrics.estimatedRowHeight = 50
    return .list(list)
  }

  /// The list as a section of a compositional layout.
  package static var listSection: LayoutKind {
    var list = ListLayout()
    list.metrics.estimatedRowHeight = 50
    return .compositional(CompositionalLayout(sections: [CompositionalSection(kind: .list(list))]))
  }

  package static var automaticList: LayoutKind {
    var list = ListLayout()
    list.metrics.rowHeight = .automatic
    return .list(list)
  }

  package static var flow: LayoutKind {
    var flow = FlowLayout()
    flow.estimatedItemSize = .size(Size(width: 60, height: 40))
    return .flow(flow)
  }

  package static var grid: LayoutKind {
    var grid = GridLayout()
    grid.metrics.columns = .count(2)
    grid.metrics.lineExtent = .automatic
    return .grid(grid)
  }

  package static var compositional: LayoutKind {
    let size = LayoutSize(width: .fractionalWidth(1), height: .estimated(50))
    let group = LayoutGroup(
      .line(.vertical, members: [.item(LayoutItem(size: size))]), size: size)
    return .compositional(CompositionalLayout(sections: [CompositionalSection(group: group)]))
  }

  /// Every kind that learns the height of items without a size.
  package static let learningKinds: [LayoutKind] = [
    automaticList, grid, .waterfall(WaterfallLayout()), .magazine(MagazineLayout()),
  ]

  /// Every kind that measures, and the estimate that its items need.
  package static let kinds: [(name: String, kind: LayoutKind, estimate: Size?)] = [
    ("list", list, nil), ("automatic list", automaticList, nil), ("flow", flow, nil), ("grid", grid, nil),
    ("waterfall", .waterfall(WaterfallLayout()), Size(width: 100, height: 80)),
    ("bare waterfall", .waterfall(WaterfallLayout()), nil),
    ("magazine", .magazine(MagazineLayout()), nil), ("compositional", compositional, nil),
    ("list in a compositional layout", listSection, nil),
  ]
}

extension SolvedCollection {
  /// Measurements of cells of the first section, for the main viewport.
  package func measurements(_ sizes: [(item: Int, size: Size)]) -> CollectionChange {
    .measurements(
      MeasurementBatch(
        breadth: measuredBreadth(of: state.main),
        elements: sizes.map { MeasuredElement(.cell(0, $0.item), Measurement(size: $0.size)) }))
  }

  package func cell(_ item: Int) -> LayoutAttributes? { layout.attributes(of: .cell(0, item), visible: nil) }

  package var cells: [LayoutAttributes] {
    let elements = layout.elements(in: nil, visible: nil)
    return (0..<elements.count).map { elements[$0] }.filter { $0.kind == .cell }
  }
}

extension CollectionStep {
  /// The step with every viewport where its reader is: one as it is asked.
  package func placed(_ viewport: String = Viewport.main, asked: Asked = .nothing) -> CollectionStep {
    var step = self
    step.place(viewport, asked: asked)
    return step
  }

  /// The next version, with every viewport moved by the automatic anchor.
  package func settled() -> SolvedCollection {
    var step = self
    step.place()
    return step.after
  }
}

/// The first way in which two layouts differ, as text; nil if they are alike.
package func difference(_ a: any SolvedLayout, _ b: any SolvedLayout) -> String? {
  let (first, second) = (a.elements(in: nil, visible: nil), b.elements(in: nil, visible: nil))
  guard first.count == second.count else { return "\(first.count) elements and \(second.count)" }
  func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-6 * max(1, abs(a), abs(b)) }
  for row in 0..<first.count {
    let (x, y) = (first[row], second[row])
    let isSame =
      x.kind == y.kind && x.indexPath == y.indexPath && x.isEstimated == y.isEstimated
      && x.appearance == y.appearance && near(x.frame.x, y.frame.x) && near(x.frame.y, y.frame.y)
      && near(x.frame.width, y.frame.width) && near(x.frame.height, y.frame.height)
    if !isSame { return "\(x)\nand\n\(y)" }
  }
  return near(a.contentSize.height, b.contentSize.height) ? nil : "\(a.contentSize) and \(b.contentSize)"
}
