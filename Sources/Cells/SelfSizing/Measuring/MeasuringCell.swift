import Constraints
import LayoutEngine
import Text

/// A cell that is being measured: its content, and the frames and warnings so far.
struct MeasuringCell {
  let content: [ViewContent]
  let template: CellTemplate
  let environment: CellEnvironment
  /// One for each view of the template, in the coordinates of the cell.
  var frames: [Rect]
  /// One for each view, or none.
  private(set) var paddings: [Insets] = []
  /// The widths of the borders: one for each view, or none.
  private(set) var borders: [Insets] = []
  private(set) var warnings: [CellWarning] = []
  /// The sizes of the parts inside views, by the widths that they were measured for.
  var measuredParts: [MeasuredPart: ViewMetrics] = [:]
  /// For each view, whether it or a view around it is hidden.
  private(set) lazy var hidden = template.hiddenViews(showing: content)
  /// How many parts have been laid out.
  private var layouts = 0

  /// The largest number of layouts of parts in a cell: parts in parts may be measured many times.
  private static let layoutLimit = 4000

  init(content: [ViewContent], template: CellTemplate, environment: CellEnvironment) {
    self.content = content
    self.template = template
    self.environment = environment
    frames = [Rect](repeating: .zero, count: template.views.count)
  }

  /// What a view shows: the item's content, and the template's for the rest.
  func shown(_ view: Int) -> ViewContent { content[view].over(template.views[view].content) }

  /// Whether a view itself is hidden.
  func isHidden(_ view: Int) -> Bool {
    content[view].isHidden ?? template.views[view].content.isHidden ?? false
  }

  /// The cell's size: the room's where that is given, otherwise the content's in whole pixels, up to the maximum.
  func size(_ size: Size, in room: FittingRoom) -> Size {
    Size(
      width: room.width ?? min(environment.wholePixels(size.width), room.maximumWidth),
      height: room.height ?? min(environment.wholePixels(size.height), room.maximumHeight))
  }

  /// Sets the space between the frame of a view and its contents.
  mutating func setPadding(_ padding: Insets, of view: Int) {
    guard padding != .zero else { return }
    if paddings.isEmpty { paddings = [Insets](repeating: .zero, count: frames.count) }
    paddings[view] = padding
  }

  /// Sets the widths of the border of a view.
  mutating func setBorder(_ border: Insets, of view: Int) {
    guard border != .zero else { return }
    if borders.isEmpty { borders = [Insets](repeating: .zero, count: frames.count) }
    borders[view] = border
  }

  mutating func warn(_ warning: CellWarning) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// Removes the warnings of a layout that another one replaces.
  mutating func removeWarnings() { warnings = [] }

  /// Counts a layout of a part.
  ///
  /// - Throws: `tooMuchWork` if there were too many.
  mutating func countLayout() throws(CellMeasuringError) {
    layouts += 1
    if layouts > Self.layoutLimit { throw .layout(.tooMuchWork) }
  }
}

/// A part, and the width that it is measured for.
struct MeasuredPart: Hashable {
  var part: Int
  var width: TextWidth
}
