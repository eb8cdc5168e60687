/// What stands above a cell: what it is called, and its size. Lengths are pixels of the viewer's screen.
struct CellCaption {
  private let name: FittedText?
  private let size: String
  let width: Double

  /// What a caption takes above its cell.
  static let height = 20.0
  private static let nameFont = 11.5
  private static let sizeFont = 10.5
  private static let leastRoom = 150.0

  /// - Parameter room: how wide the cell is; a narrow one has a caption that is wider.
  init(_ cell: MeasuredCell, room: Double) {
    size = Numerals.size(cell.size.width, cell.size.height)
    let sizeWidth = TextWidth.ems(of: size) * Self.sizeFont + 8
    let id = cell.id.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
    let nameRoom = max(room, Self.leastRoom) - sizeWidth
    // Bold letters are wider than what is measured.
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
      // Isolates keep a name that reads right to left from turning the numbers after it around.
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
