import JSON
import LayoutEngine

/// The attributes as a drawing, for people.
extension LayoutResponse {
  func encodedPicture(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    var ids = ItemIDs(of: sections)
    let picture = LayoutPicture(
      elements: elements, contentSize: contentSize, visibleRect: visibleRect, title: pictureTitle,
      id: { ids[$0.section, $0.item] })
    let document = options.chrome == .full ? picture.svg() : picture.plainSVG()
    try budget.check(row: 0, written: document.count)
    return document
  }

  private var pictureTitle: String {
    "\(kind) · \(counted(sections.count, "section")) · \(counted(sections.itemCount, "item"))"
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    "\(Numerals.count(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}
