import LayoutEngine
import SelfSizing
import Text

/// A cell with its views and their lines.
struct MeasuredCell {
  /// A view of a cell.
  struct View {
    var name: String
    var kind: CellView.Kind
    var frame: Rect
    /// The name of the enclosing view; nil if the cell itself encloses it.
    var parent: String?
    /// Whether the view, or one around it, is hidden.
    var isHidden = false
    /// The space between the frame and the contents.
    var padding = Insets.zero
    /// The widths of the border, in points.
    var border = Insets.zero
    /// The runs of the text; none for a text without runs.
    var runs: [ShownRun] = []
    /// The lines of the text, in the coordinates of the contents; nil for a view without text.
    var lines: [TextLine]?
    /// The attributes of the text; nil for a view without text.
    var text: TextAttributes?
  }

  /// The id of the item, if it has one.
  var id: String?
  var template: String
  var size: Size
  /// The widths of the cell's own border, in points.
  var border = Insets.zero
  var views: [View]
  var warnings: [CellWarning] = []

  /// The least number of bytes that the cell takes in a response.
  var leastBytes: Int {
    views.reduce(0) { bytes, view in
      (view.lines ?? []).reduce(bytes + view.name.utf8.count) { $0 + $1.text.utf8.count + 1 }
    }
  }
}

extension MeasuredCell {
  /// Measures the item of a request at that index.
  ///
  /// - Throws: `CellMeasuringError` for content that cannot be measured.
  init(
    _ number: Int, of request: MeasurementRequest, _ contents: [ViewContent], _ template: CellTemplate,
    _ measurer: CellMeasurer
  ) throws(CellMeasuringError) {
    let cell = try measurer.measure(contents, of: template, in: request.room, request.environment)
    id = request.ids[number]
    self.template = request.items[number].template
    size = cell.size
    border = template.borderWidths(request.environment)
    warnings = cell.warnings
    views = []
    let hidden = template.hiddenViews(showing: contents)
    for (place, view) in template.views.enumerated() {
      var shown = View(name: view.name, kind: view.kind, frame: cell.frames[place])
      shown.parent = view.parent.map { template.views[$0].name }
      shown.isHidden = hidden[place]
      if !cell.paddings.isEmpty { shown.padding = cell.paddings[place] }
      if !cell.borders.isEmpty { shown.border = cell.borders[place] }
      let content = try measurer.fitting(
        contents[place], of: place, in: template, width: shown.contentFrame.width, request.environment)
      shown.text = template.textAttributes(of: place, showing: content, request.environment)
      if shown.isHidden { shown.text = nil }
      if shown.text != nil {
        shown.runs = template.shownRuns(of: place, showing: content, request.environment)
        shown.lines = try measurer.lines(
          of: place, in: template, showing: content, width: shown.contentFrame.width,
          request.environment)
      }
      views.append(shown)
    }
  }
}

extension MeasuredCell.View {
  /// The frame of the contents, in the cell's coordinates.
  var contentFrame: Rect {
    Rect(
      x: frame.x + padding.left, y: frame.y + padding.top,
      width: max(0, frame.width - padding.left - padding.right),
      height: max(0, frame.height - padding.top - padding.bottom))
  }
}
