import Collections
import LayoutEngine
import SelfSizing
import Text

/// A list whose rows show texts, as the service has it after reading the request.
struct TemplatedList {
  private let state: CollectionState
  private static let viewport = Rect(x: 0, y: 0, width: 390, height: 4800)

  init(rows: Int, cell: CellTemplate, text: (Int) -> String) throws {
    var items = ItemSequenceBuilder()
    for row in 0..<rows {
      var item = Item(id: "row\(row)")
      item.content = Content(template: "text", jsonText: Array(text(8 + row % 12).utf8))
      items.append(item)
    }
    var list = ListLayout()
    list.metrics.rowHeight = .automatic
    list.metrics.estimatedRowHeight = 80
    state = CollectionState(
      sections: SectionList([Section(items: items.finish())]),
      layout: LayoutChoice(kind: .list(list), jsonText: []),
      main: Viewport(
        container: Container(size: Size(width: 390, height: 4800)), containerJSON: [], bounds: Self.viewport)
    )
  }

  /// Returns the number of visible elements, without measuring any.
  func laidOut() -> Int {
    guard let solved = try? SolvedCollection(solving: state) else { return -1 }
    return solved.layout.elements(in: Self.viewport, visible: Self.viewport).count
  }

  /// Returns the number of visible elements, after measuring all of them.
  func firstVisible(fonts: FontLibrary) -> Int {
    guard var solved = try? SolvedCollection(solving: state) else { return -1 }
    let measurer = CellMeasurer(fonts: fonts)
    try? solved.sizeContent { (elements, container) throws(Never) in
      elements.map { element in
        let content = ViewContent(text: String(decoding: element.content.jsonText, as: UTF8.self))
        let cell = try? measurer.measure(
          [content], of: .text, in: element.room, CellEnvironment(container))
        return cell?.size ?? .zero
      }
    }
    let seen = solved.layout.elements(in: Self.viewport, visible: Self.viewport)
    return (0..<seen.count).contains { seen[$0].isEstimated } ? -1 : seen.count
  }
}
