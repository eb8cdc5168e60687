/// The caption above a cell: its name and its size. Lengths are pixels of the viewer's screen.
struct CellCaption {
  private let name: FittedText?
  private let size: String
  let width: Double

  /// The height of a caption.
  static let height = 20.0
  private static let nameFont = 11.5
  private static let sizeFont = 10.5
  private static let leastRoom = 150.0

  /// - Parameter room: the width of the cell; the caption of a narrow cell is wider than the cell.
  init(_ cell: MeasuredCell, room: Double) {
    size = Numerals.size(cell.size.width, cell.size.height)
    let sizeWidth = TextWidth.ems(of: size) * Self.sizeFont + 8
    let id = cell.id.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
    let nameRoom = max(room, Self.leastRoom) - sizeWidth
    // Bold letters are wider than the estimate.
    name = FittedText(id ?? cell.template, room: nameRoom / (Self.nameFont * 1.08))
    width = (name.map { $0.ems * Self.nameFont * 1.08 } ?? 0) + sizeWidth
  }

  /// Writes the caption with its top left at `origin`.
  func write(x: Double, y: Double, unit: Double, to writer: inout MarkupWriter) {
    writer.raw("<text class=\"caption\"")
    writer.attribute("x", x)
    writer.attribute("y", y + 12 * unit)
    writer.attribute("font-size", Self.nameFont * unit)
    writer.raw(">")
    if let name {
      // Without isolates, a name from right to left would reverse the order of the numbers after it.
      writer.raw("\u{2068}")
      writer.text(name)
      writer.raw("\u{2069} ")
    }
    writer.raw("<tspan class=\"fact\" font-weight=\"400\"")
    writer.attribute("font-size", Self.sizeFont * unit)
    writer.raw(">")
    writer.raw(size)
    writer.raw("</tspan></text>\n")
  }
}
