import JSON
import LayoutEngine
import Text
import Wire

/// The sizes of cells, as a response.
struct MeasurementResponse {
  /// The formats in which the response is available.
  static let formats = ResponseFormat.full + [.svg, .css]

  var request: MeasurementRequest
  var sizes: [Size] = []
  /// The cells with their views, if the request asks for them or a picture shows them.
  var cells: [MeasuredCell] = []
  /// The cells with their typography, for a style sheet.
  var pageCells: [RenderedCell] = []
  var warnings: [ContentWarning] = []
  var options = RenderingOptions()
}

extension MeasurementResponse: ResponseBody {
  var expectedBytes: Int { 256 + sizes.count * 40 }

  func encoded(as format: ResponseFormat, _ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    if format == .svg {
      return try options.chrome == .full ? picture.svg(budget) : picture.plainSVG(budget)
    }
    if format == .css { return try stylesheet(budget) }
    try format.require(in: Self.formats)
    return try encodedInFull(as: format, budget)
  }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writer.key("sizes")
    writer.beginArray()
    for (row, size) in sizes.enumerated() {
      writer.size(size)
      try budget.check(row: row, written: writer.count)
    }
    writer.endArray()
    if request.wantsViews {
      writer.key("views")
      writer.beginArray()
      for (row, cell) in cells.enumerated() {
        writer.views(of: cell)
        try budget.check(row: row, written: writer.count)
      }
      writer.endArray()
    }
    writer.warnings(warnings)
    writer.endObject()
  }

  /// A drawing of the cells.
  private var picture: CellPicture {
    CellPicture(
      cells: cells, count: request.items.count, room: request.room, environment: request.environment,
      warnings: warnings)
  }
}

extension ResponseWriter where Self: ~Copyable {
  /// Writes the frames of a cell's views, by their names.
  fileprivate mutating func views(of cell: MeasuredCell) {
    beginObject()
    for view in cell.views {
      key(text: view.name)
      beginObject()
      key("frame")
      rect(view.frame)
      if let parent = view.parent {
        key("parent")
        string(parent)
      }
      if view.isHidden {
        key("hidden")
        bool(true)
      }
      if let lines = view.lines {
        key("lines")
        list(lines) { writer, line in writer.line(line, of: view) }
      }
      endObject()
    }
    endObject()
  }

  /// Writes a line of a view's text, in the coordinates of the view.
  private mutating func line(_ line: TextLine, of view: MeasuredCell.View) {
    beginObject()
    key("text")
    string(line.text)
    key("width")
    number(line.width)
    key("baseline")
    number(line.baseline + view.padding.top)
    let x = line.x + view.padding.left
    if x != 0 {
      key("x")
      number(x)
    }
    if !view.runs.isEmpty {
      key("pieces")
      list(line.pieces) { writer, piece in
        writer.beginObject()
        if let run = piece.run {
          writer.key("run")
          writer.number(run)
        }
        writer.key("text")
        writer.string(piece.text)
        writer.key("x")
        writer.number(piece.x + view.padding.left)
        writer.key("width")
        writer.number(piece.width)
        writer.endObject()
      }
    }
    endObject()
  }
}
