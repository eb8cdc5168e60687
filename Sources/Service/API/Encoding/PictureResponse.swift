import JSON
import LayoutEngine
import Wire

/// A layout as a response that is available as a picture, too.
struct PictureResponse: ResponseBody {
  private let layout: LayoutResponse

  init(_ layout: LayoutResponse) { self.layout = layout }

  var expectedBytes: Int { layout.expectedBytes }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    try layout.write(to: &writer, budget)
  }

  func encoded(as format: ResponseFormat, _ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    format == .svg ? try drawing(budget) : try layout.encoded(as: format, budget)
  }

  /// Returns the attributes as a drawing, for people.
  private func drawing(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    var ids = ItemIDs(of: layout.sections)
    let picture = LayoutPicture(
      elements: layout.elements, contentSize: layout.contentSize, visibleRect: layout.visibleRect,
      title: title,
      id: { ids[$0.section, $0.item] })
    let document = layout.options.chrome == .full ? picture.svg() : picture.plainSVG()
    try budget.check(row: 0, written: document.count)
    return document
  }

  private var title: String {
    let sections = layout.sections
    return
      "\(layout.kind) · \(counted(sections.count, "section")) · \(counted(sections.itemCount, "item"))"
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    "\(Numerals.count(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}
