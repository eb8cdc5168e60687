import Constraints
import LayoutEngine
import Text

/// Finds the sizes of cells: of their texts, from a source of these, and of the views that constraints, stacks and flex
/// containers lay out.
///
/// A sizer reuses its buffers and compiled solvers from one cell to the next. Use one for each thread.
public class CellSizer {
  let texts: any TextSizing
  final var solvers = CellSolverCache()

  /// Creates a sizer whose texts have the sizes that a source gives them.
  package init(texts: any TextSizing) { self.texts = texts }

  /// Measures a cell.
  ///
  /// - Parameters:
  ///   - content: one for each view of the template, in its order.
  ///   - room: the width or height that the layout gives the cell, and the limits of the others, in points.
  /// - Throws: `CellMeasuringError` for content that is out of bounds, or views that take too much work to lay out.
  /// - Complexity: O(n) for texts of n characters, and a few pivots for the constraints; the first cell of a template
  ///   also compiles it.
  public final func measure(
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

  private final func sizeThatFits(
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
