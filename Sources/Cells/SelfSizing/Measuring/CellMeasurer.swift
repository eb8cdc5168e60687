import Constraints
import LayoutEngine
import Text

/// Measures cells: their texts, and the views that constraints, stacks and flex containers lay out.
///
/// A measurer reuses its buffers and compiled solvers from one cell to the next. Use one for each thread.
public final class CellMeasurer {
  let texts: TextMeasurer
  var solvers = CellSolverCache()

  /// Creates a measurer that measures texts with the fonts of a library.
  public init(fonts: FontLibrary) { texts = TextMeasurer(fonts: fonts) }

  /// Measures a cell.
  ///
  /// - Parameters:
  ///   - content: one for each view of the template, in its order.
  ///   - room: the width or height that the layout gives the cell, and the limits of the others, in points.
  /// - Throws: `CellMeasuringError` for content that is out of bounds, or views that take too much work to lay out.
  /// - Complexity: O(n) for texts of n characters, and a few pivots for the constraints; the first cell of a template
  ///   also compiles it.
  public func measure(
    _ content: [ViewContent], of template: CellTemplate, in room: FittingRoom,
    _ environment: CellEnvironment
  ) throws(CellMeasuringError) -> CellMeasurement {
    var cell = MeasuringCell(content: content, template: template, environment: environment)
    switch template.design {
    case .sizeThatFits(let insets): return try sizeThatFits(&cell, insets, room)
    case .parts(let root):
      let size = try fit(&cell, root, room)
      return CellMeasurement(
        size: size, frames: cell.frames, paddings: cell.paddings, borders: cell.borders,
        warnings: cell.warnings)
    }
  }

  private func sizeThatFits(
    _ cell: inout MeasuringCell, _ insets: Insets, _ room: FittingRoom
  ) throws(CellMeasuringError) -> CellMeasurement {
    let content = cell.shown(0)
    let (across, along) = (insets.left + insets.right, insets.top + insets.bottom)
    let inner = Size(
      width: max(0, (room.width ?? room.maximumWidth) - across),
      height: max(0, (room.height ?? room.maximumHeight) - along))
    var size = content.size ?? .zero
    if cell.template.views[0].setting != nil {
      let metrics = try measureText(of: 0, in: &cell, .width(inner.width))
      size = Size(width: metrics.width ?? 0, height: metrics.height ?? 0)
    } else if let ratio = content.aspectRatio {
      if inner.width.isFinite {
        size = Size(width: inner.width, height: inner.width / ratio)
      } else if inner.height.isFinite {
        size = Size(width: inner.height * ratio, height: inner.height)
      }
    }
    // Insets may be negative, and larger than the cell.
    let outer = cell.size(
      Size(width: max(0, size.width + across), height: max(0, size.height + along)), in: room)
    let frame = Rect(
      x: insets.left, y: insets.top, width: max(0, outer.width - across), height: max(0, outer.height - along)
    )
    return CellMeasurement(size: outer, frames: [frame], warnings: cell.warnings)
  }
}

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
