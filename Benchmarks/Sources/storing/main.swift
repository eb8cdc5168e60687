import Collections
import Harness
import LayoutEngine

/// Reads the layout of all collections here.
final class ListReading: LayoutReading {
  func layout(_ words: [UInt8]) -> LayoutKind { .list(ListLayout()) }
}

/// Returns the state of a list of these items.
func state(_ items: ItemSequence) -> CollectionState {
  CollectionState(
    sections: SectionList([Section(id: "rows", items: items)]),
    layout: LayoutChoice(kind: .list(ListLayout()), jsonText: Array(#"{"kind":"list"}"#.utf8)),
    main: Viewport(
      container: Container(size: Size(width: 375, height: 667)),
      containerJSON: Array(#"{"width":375,"height":667}"#.utf8)))
}

// Writing and reading the stored form of collections, compared with copying its bytes.
let count = 1_000_000
var sized = ItemSequenceBuilder()
for row in 0..<count {
  sized.append(Item(id: "row-\(row)", size: Size(width: 375, height: Double(40 + row % 7))))
}
for (name, state) in [
  ("with id and size", state(sized.finish())), ("counted", state(ItemSequence(count: count))),
] {
  let bytes = state.stored()
  var comparison = Comparison("\(count) items \(name), \(bytes.count) bytes", units: count, rounds: 7)
  comparison.add("copying the bytes") { bytes.withUnsafeBytes { Array($0).count } }
  comparison.add("writing") { state.stored().count }
  comparison.add("reading") {
    (try? CollectionState(stored: bytes, reading: ListReading()))?.sections.itemCount ?? 0
  }
  comparison.run()
}
