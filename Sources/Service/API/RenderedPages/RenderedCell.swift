import Diagnostics
import LayoutEngine
import SelfSizing
import Text
import Wire

/// The content of an element, as a page shows it.
struct RenderedCell {
  /// A view of a cell.
  struct View {
    var name: String
    var kind: CellView.Kind
    /// In the cell's coordinates.
    var frame: Rect
    /// The space between the frame and the contents, in points: the border and the padding.
    var padding = Insets.zero
    /// The widths of the border, in points.
    var border = Insets.zero
    /// Whether the page has an element for the view: it has none for guides and hidden views.
    var isShown = true
    /// Nil for a view without text, and for one that is not shown.
    var text: Text?
  }

  /// The text of a view, with its typography.
  struct Text {
    var text: String
    var attributes: TextAttributes
    var families: [FontFamilyUse]
    /// The height of each line, in points: the same for all, so that the text is as high as it was measured.
    var lineHeight: Double
    /// The style of its paragraphs, apart from line heights.
    var paragraph: ParagraphStyle
    /// The runs of the text; none for a text without runs.
    var runs: [Run] = []
    /// The width in which a browser breaks the lines as they were measured, in points.
    var leastWidth = 0.0
    /// The height of all lines of a text with a limit of lines, in points.
    var height = 0.0
    /// Whether the text is on one line that is nearly as wide as its room, and that a browser must not break.
    var fillsOneLine = false

    /// Whether lines beyond a limit are cut off, without an ellipsis.
    var isCut: Bool { attributes.lineLimit > 0 && !attributes.lineBreakMode.isTruncating }

    /// Whether each line is as high as the fonts on it.
    var hasNaturalLines: Bool { !runs.isEmpty && attributes.lineHeight == nil }
  }

  /// A part of a text with a typography of its own, or a box in a text.
  struct Run {
    /// Empty for an attachment.
    var text: String
    var shown: ShownRun
    var families: [FontFamilyUse] = []
    /// The height of the run's lines, in points; nil for that of the fonts in it, and for an attachment.
    var lineHeight: Double?
  }

  var template: String
  var views: [View]
}

extension RenderedCell {
  /// Measures content in the room of its cell.
  ///
  /// A cell that has the size of its content has the frames of that measurement. Its height is not definite in CSS, and
  /// an image that stretches to it, for example, does not take its width from it. A cell of another size is laid out in
  /// that.
  ///
  /// - Parameters:
  ///   - room: the room that the layout offers to the content.
  ///   - size: the size of the cell, in points.
  /// - Throws: `CellMeasuringError` for content that cannot be measured.
  /// - Complexity: O(n) for texts of n characters.
  init(
    _ contents: [ViewContent], of template: CellTemplate, named name: String, in room: FittingRoom,
    filling size: Size, _ environment: CellEnvironment, _ measurer: CellMeasurer
  ) throws(CellMeasuringError) {
    var cell = try measurer.measure(contents, of: template, in: room, environment)
    if abs(cell.size.width - size.width) > Self.tolerance
      || abs(cell.size.height - size.height) > Self.tolerance
    {
      let filled = FittingRoom(width: size.width, height: size.height)
      cell = try measurer.measure(contents, of: template, in: filled, environment)
    }
    self.template = name
    views = []
    let hidden = template.hiddenViews(showing: contents)
    for (place, view) in template.views.enumerated() {
      var shown = View(name: view.name, kind: view.kind, frame: cell.frames[place])
      if !cell.paddings.isEmpty { shown.padding = cell.paddings[place] }
      if !cell.borders.isEmpty { shown.border = cell.borders[place] }
      if case .guide = view.kind { shown.isShown = false }
      if hidden[place] { shown.isShown = false }
      let width = max(0, shown.frame.width - shown.padding.left - shown.padding.right)
      let content = try measurer.fitting(contents[place], of: place, in: template, width: width, environment)
      if shown.isShown,
        let text = try measurer.shownText(of: place, in: template, showing: content, environment),
        let attributes = template.textAttributes(of: place, showing: content, environment)
      {
        var page = Text(
          text: text.text, attributes: attributes, families: text.families,
          lineHeight: measurer.lineHeight(of: attributes),
          paragraph: template.paragraphStyle(of: place, showing: content))
        page.runs = try Self.runs(of: place, in: template, content, environment, measurer)
        let lines = try measurer.lines(
          of: place, in: template, showing: content, width: width, environment)
        page.leastWidth = Self.leastWidth(of: lines, in: width, page.paragraph)
        if attributes.lineLimit > 0 {
          page.height = try measurer.textHeight(
            of: place, in: template, showing: content, width: width, environment)
        }
        page.fillsOneLine = Self.fillsOneLine(lines, of: page, in: width)
        // The lines of runs have the heights that their boxes give them.
        if page.runs.isEmpty {
          let height = lines.reduce(0) { $0 + $1.height }
          let isNatural = abs(height - page.lineHeight * Double(lines.count)) <= Self.tolerance
          if !isNatural { page.lineHeight = height / Double(lines.count) }
        }
        shown.text = page
      }
      views.append(shown)
    }
  }

  private static func runs(
    of view: Int, in template: CellTemplate, _ content: ViewContent, _ environment: CellEnvironment,
    _ measurer: CellMeasurer
  ) throws(CellMeasuringError) -> [Run] {
    let texts = template.runTexts(of: view, showing: content)
    var runs: [Run] = []
    for (text, shown) in zip(texts, template.shownRuns(of: view, showing: content, environment)) {
      var run = Run(text: text, shown: shown)
      if case .text(let attributes) = shown {
        run.families = try measurer.families(of: text, attributes, view: view)
        run.lineHeight = attributes.lineHeight
      }
      runs.append(run)
    }
    return runs
  }

  /// Returns the width in which a browser breaks lines as they were broken in a width, in points.
  ///
  /// A browser rounds the width of each part that it shapes up to 1/64 of a pixel, so that a line may need more than the
  /// width of its text. Lines that are clipped, and justified ones, which are as wide as their room, do not count.
  private static func leastWidth(
    of lines: [TextLine], in width: Double, _ paragraph: ParagraphStyle
  ) -> Double {
    guard paragraph.alignment != .justified else { return 0 }
    return lines.reduce(0) { least, line in
      guard line.width <= width + tolerance else { return least }
      return max(least, ((line.width * 64).rounded(.up) + Double(max(0, line.shapedCount - 1))) / 64)
    }
  }

  /// Returns whether a whole text is on one line that a browser might break, because it makes the text wider: emoji are
  /// whole pixels of the device wide.
  private static func fillsOneLine(_ lines: [TextLine], of text: Text, in width: Double) -> Bool {
    guard lines.count == 1, lines[0].endsText, lines[0].width > 0.95 * width else { return false }
    // White space at the end of a line that a browser must not break takes room, and moves a text that is not at its start.
    let isAtStart = text.paragraph.alignment == .natural || text.paragraph.alignment == .justified
    return isAtStart || text.text.last?.isWhitespace != true
  }

  /// The difference of heights that is no difference, in points.
  static let tolerance = 1.0 / 64
}

/// Measures the content of the elements of pages.
struct RenderedCellMeasurer {
  let measurer: ContentMeasurer
  let templates: TemplateSet
  let environment: CellEnvironment

  /// An element of a page that may have content.
  struct Element {
    /// The room that the layout offers to its content.
    var room: FittingRoom
    /// Its size, in points.
    var size: Size
    var content: Content?
  }

  /// Returns the cells of some elements, in their order; nil for an element without content that a template shows.
  ///
  /// - Parameter pointer: the JSON pointer of an element in the body; empty if it is not in the body.
  /// - Throws: `tooManyRequests`, `invalidRequest`, `fontsUnavailable`, `deadlineExceeded`.
  /// - Complexity: O(n) for texts of n characters.
  func cells(of elements: [Element], pointer: (Int) -> String) throws(Problem) -> [RenderedCell?] {
    let count = elements.count { $0.content?.isMeasured == true }
    guard count > 0 else { return elements.map { _ in nil } }
    try measurer.charge(CostRates.measuredElement.work * Double(count))
    return try measurer.cells.load().withMeasurer { (texts) throws(Problem) in
      var cells: [RenderedCell?] = []
      cells.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        if measurer.token.isCancelledOrAbandoned() {
          throw Problem(.deadlineExceeded, "The request was cancelled while its cells were measured.")
        }
        guard let content = element.content,
          let template = templates[content.template]?.adapted(to: environment.category)
        else {
          cells.append(nil)
          continue
        }
        let contents = try measurer.decoded.read(content, for: template)
        let cell = try CellMeasuringError.rethrown(
          as: { Problem($0, template).at(pointer(index)) },
          from: RenderedCell(
            contents, of: template, named: content.template, in: element.room, filling: element.size,
            environment, texts))
        cells.append(cell)
      }
      return cells
    }
  }
}
