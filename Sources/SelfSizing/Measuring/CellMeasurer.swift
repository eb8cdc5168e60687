import Constraints
import LayoutEngine
import Text

/// Measures cells: their texts, and the constraints between their views.
///
/// A measurer reuses its buffers and compiled solvers from one cell to the next. Use one for each thread.
public final class CellMeasurer {
  private let texts: TextMeasurer
  private var solvers = CellSolverCache()

  public init(fonts: FontLibrary) { texts = TextMeasurer(fonts: fonts) }

  /// Measures a cell.
  ///
  /// - Parameters:
  ///   - content: one for each view of the template, in its order.
  ///   - room: the width or height that the layout gives the cell, and the limits of the others, in points.
  /// - Throws: `CellMeasuringError` for content that is out of bounds, or constraints that take too much work.
  /// - Complexity: O(n) for texts of n characters, and a few pivots for the constraints; the first cell of a template
  ///   also compiles it.
  public func measure(
    _ content: [ViewContent], of template: CellTemplate, in room: FittingRoom,
    _ environment: CellEnvironment
  ) throws(CellMeasuringError) -> CellMeasurement {
    var cell = Cell(content: content, template: template, environment: environment)
    switch template.design {
    case .sizeThatFits(let insets): return try sizeThatFits(&cell, insets, room)
    case .constraints(let leftToRight, let rightToLeft):
      return try fit(&cell, environment.direction == .leftToRight ? leftToRight : rightToLeft, room)
    }
  }

  /// Returns the lines of a view's text in a width.
  ///
  /// - Parameter width: in points, 0 or more; infinite for no limit.
  /// - Throws: `CellMeasuringError.text`.
  /// - Complexity: O(n) for a text of n characters.
  public func lines(
    of view: Int, in template: CellTemplate, showing content: ViewContent, width: Double,
    _ environment: CellEnvironment
  ) throws(CellMeasuringError) -> [TextLine] {
    let content = content.over(template.views[view].content)
    guard let setting = content.setting ?? template.views[view].setting else { return [] }
    do throws(TextError) {
      return try texts.lines(
        of: content.text ?? "", attributes: setting.attributes(in: environment.category), width: width)
    } catch {
      throw .text(view: view, error)
    }
  }

  /// Returns the text of a view, and the families of fonts that show it; nil for a view without text.
  ///
  /// - Throws: `CellMeasuringError.text`.
  /// - Complexity: O(n) for a text of n characters.
  package func shownText(
    of view: Int, in template: CellTemplate, showing content: ViewContent, _ environment: CellEnvironment
  ) throws(CellMeasuringError) -> (text: String, families: [FontFamilyUse])? {
    let content = content.over(template.views[view].content)
    guard let setting = content.setting ?? template.views[view].setting else { return nil }
    let text = content.text ?? ""
    do throws(TextError) {
      return (text, try texts.families(of: text, attributes: setting.attributes(in: environment.category)))
    } catch {
      throw .text(view: view, error)
    }
  }

  /// Returns the height of a line of a text whose characters all have its first font, in points.
  ///
  /// - Complexity: O(1).
  package func lineHeight(of attributes: TextAttributes) -> Double {
    if let height = attributes.lineHeight { return height }
    return (try? texts.measure("x", attributes: attributes, width: .infinity))?.height ?? 0
  }

  /// The cell that is being measured, and the warnings so far.
  private struct Cell {
    let content: [ViewContent]
    let template: CellTemplate
    let environment: CellEnvironment
    var warnings: [CellWarning] = []

    /// What a view shows: the item's content, and the template's for the rest.
    func shown(_ view: Int) -> ViewContent { content[view].over(template.views[view].content) }

    /// The cell's size: the room's where that is given, otherwise the content's in whole pixels, up to the maximum.
    func size(_ size: Size, in room: FittingRoom) -> Size {
      Size(
        width: room.width ?? min(environment.wholePixels(size.width), room.maximumWidth),
        height: room.height ?? min(environment.wholePixels(size.height), room.maximumHeight))
    }
  }

  private func sizeThatFits(
    _ cell: inout Cell, _ insets: Insets, _ room: FittingRoom
  ) throws(CellMeasuringError) -> CellMeasurement {
    let content = cell.shown(0)
    let (across, along) = (insets.left + insets.right, insets.top + insets.bottom)
    let inner = Size(
      width: max(0, (room.width ?? room.maximumWidth) - across),
      height: max(0, (room.height ?? room.maximumHeight) - along))
    var size = content.size ?? .zero
    if cell.template.views[0].setting != nil {
      let metrics = try measureText(of: 0, in: &cell, width: inner.width)
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

  private func fit(
    _ cell: inout Cell, _ design: Template, _ room: FittingRoom
  ) throws(CellMeasuringError) -> CellMeasurement {
    var solution = try solve(&cell, design, Fitting(room))
    // A cell that is larger than the room allows is solved again with that extent fixed. A smaller width may make the
    // height larger, and the other way round.
    var limited = room
    while let less = limited.limited(for: solution.size) {
      limited = less
      cell.warnings = []
      solution = try solve(&cell, design, Fitting(limited))
    }
    cell.warnings += solution.broken.map(CellWarning.brokenConstraint)
    return CellMeasurement(
      size: cell.size(solution.size, in: limited), frames: solution.frames, warnings: cell.warnings)
  }

  private func solve(
    _ cell: inout Cell, _ design: Template, _ fitting: Fitting
  ) throws(CellMeasuringError) -> CellSolution {
    var metrics: [ViewMetrics] = []
    metrics.reserveCapacity(cell.content.count)
    for (index, view) in cell.template.views.enumerated() {
      if view.setting == nil {
        metrics.append(cell.content[index].metrics(over: view.content))
        continue
      }
      let isHidden = cell.content[index].isHidden ?? view.content.isHidden ?? false
      if design.views[index].heightFollowsWidth || isHidden && design.views[index].isArranged {
        metrics.append(ViewMetrics(width: 0, height: 0, isHidden: isHidden))
      } else {
        var measured = try measureText(of: index, in: &cell, width: .infinity)
        measured.isHidden = isHidden
        metrics.append(measured)
      }
    }
    // The solver's closure cannot throw: the error is thrown when the solver returns.
    var textError: CellMeasuringError?
    let solution: CellSolution
    do throws(CellSolverError) {
      let solver = try solvers.solver(for: design, of: cell.template, fitting: fitting, metrics: metrics)
      solution = try solver.solve(metrics) { view, width in
        do throws(CellMeasuringError) {
          return try measureText(of: view, in: &cell, width: width)
        } catch {
          textError = error
          return ViewMetrics(width: 0, height: 0)
        }
      }
      cell.warnings += solver.ambiguousViews.map(CellWarning.ambiguousView)
    } catch {
      throw .layout(error)
    }
    if let textError { throw textError }
    return solution
  }

  /// Measures the text of a view in a width, including its baselines.
  private func measureText(
    of view: Int, in cell: inout Cell, width: Double
  ) throws(CellMeasuringError) -> ViewMetrics {
    let content = cell.shown(view)
    guard let setting = content.setting ?? cell.template.views[view].setting else { return content.metrics }
    let measured: TextMeasurement
    do throws(TextError) {
      measured = try texts.measure(
        content.text ?? "", attributes: setting.attributes(in: cell.environment.category), width: width)
    } catch {
      throw .text(view: view, error)
    }
    for name in measured.missingFamilies {
      let warning = CellWarning.missingFamily(view: view, name: name)
      if !cell.warnings.contains(warning) { cell.warnings.append(warning) }
    }
    let height = cell.environment.wholePixels(measured.height)
    // The first pass measures a text that wraps on one line, which may be longer than any length in a template.
    let longest = min(max(measured.width, width), TemplateLimits.length)
    return ViewMetrics(
      width: min(cell.environment.wholePixels(measured.width), longest), height: height,
      firstBaseline: measured.firstBaseline, lastBaseline: height - measured.lastBaseline)
  }
}

extension Fitting {
  /// Makes the given extents of a room required; the others are as small as the content allows.
  fileprivate init(_ room: FittingRoom) {
    self.init(
      Size(width: room.width ?? 0, height: room.height ?? 0),
      horizontalPriority: room.width == nil ? .fittingSizeLevel : .required,
      verticalPriority: room.height == nil ? .fittingSizeLevel : .required)
  }
}

extension FittingRoom {
  /// Returns the room with each extent fixed at its maximum that a size exceeds; nil if there is none.
  fileprivate func limited(for size: Size) -> FittingRoom? {
    var room = self
    if width == nil, size.width > maximumWidth { room.width = maximumWidth }
    if height == nil, size.height > maximumHeight { room.height = maximumHeight }
    return room == self ? nil : room
  }
}
