import JSON
import LayoutEngine

/// The response of `POST /v1/measurements`: the sizes of cells, and their views if the request wants them.
struct MeasurementResponse {
  var request: MeasurementRequest
  var sizes: [Size] = []
  /// The cells with their views, if the request wants views or a picture.
  var cells: [MeasuredCell] = []
  var warnings: [ContentWarning] = []

  /// Returns the response as JSON objects.
  ///
  /// - Throws: `answerTooLarge`, `deadlineExceeded`.
  func encodedObjects(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    var json = JSONWriter(capacity: 256 + min(sizes.count * 40, budget.bytes))
    json.beginObject()
    json.key("sizes")
    json.beginArray()
    for (row, size) in sizes.enumerated() {
      json.size(size)
      try budget.check(row: row, written: json.count)
    }
    json.endArray()
    if request.wantsViews {
      json.key("views")
      json.beginArray()
      for (row, cell) in cells.enumerated() {
        json.views(cell)
        try budget.check(row: row, written: json.count)
      }
      json.endArray()
    }
    json.warnings(warnings)
    json.endObject()
    return json.finish()
  }
}

extension JSONWriter {
  /// Writes the frames and lines of a cell's views, by the names of the views.
  fileprivate mutating func views(_ cell: MeasuredCell) {
    beginObject()
    for view in cell.views {
      key(view.name)
      beginObject()
      key("frame")
      rect(view.frame)
      if let lines = view.lines {
        key("lines")
        list(lines) { json, line in
          json.beginObject()
          json.key("text")
          json.string(line.text)
          json.key("width")
          json.number(line.width)
          json.key("baseline")
          json.number(line.baseline)
          json.endObject()
        }
      }
      endObject()
    }
    endObject()
  }
}
