import JSON
import LayoutEngine

/// The attributes drawn, for people.
extension LayoutResponse {
  func encodedPicture(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    var ids = ItemIDs(of: sections)
    let picture = LayoutPicture(
      elements: elements, contentSize: contentSize, visibleRect: visibleRect, title: pictureTitle,
      id: { ids[$0.section, $0.item] })
    let bytes = picture.svg()
    try budget.check(row: 0, written: bytes.count)
    return ByteBuffer(copying: bytes)
  }

  private var pictureTitle: String {
    "\(kind.rawValue) · \(counted(sections.count, "section")) · \(counted(sections.itemCount, "item"))"
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    var digits = String(count)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return "\(digits) \(noun)\(count == 1 ? "" : "s")"
  }
}
