import Collections
import LayoutEngine

/// Reads the layout of all collections here.
final class ListReading: LayoutReading {
  func layout(_ words: [UInt8]) -> LayoutKind { .list(ListLayout()) }
}

/// Returns a list of 100 rows, as a client would create it.
func list() throws -> SolvedCollection {
  var rows = ItemSequenceBuilder()
  for row in 0..<100 { rows.append(Item(id: "row-\(row)")) }
  let container = Container(size: Size(width: 375, height: 667), scale: 2)
  let state = CollectionState(
    sections: SectionList([Section(id: "rows", items: rows.finish())]),
    layout: LayoutChoice(kind: .list(ListLayout()), jsonText: Array(#"{"kind":"list","rowHeight":44}"#.utf8)),
    main: Viewport(
      container: container, containerJSON: Array(#"{"width":375,"height":667,"scale":2}"#.utf8),
      bounds: Rect(x: 0, y: 0, width: 375, height: 667)))
  return try SolvedCollection(solving: state)
}

extension CollectionChange {
  /// Inserts a row at the front and deletes the last one.
  static func turn(_ number: Int) -> CollectionChange {
    .updates([
      BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 99)])),
      BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [Item(id: "new-\(number)")])),
    ])
  }
}

/// Returns the journal entries of `count` such changes.
func entries(_ count: Int) throws -> [JournalEntry] {
  var newest = try list()
  return try (0..<count).map { number in
    newest = try newest.applying(.turn(number)).after
    return JournalEntry(.turn(number), making: newest.state)
  }
}
