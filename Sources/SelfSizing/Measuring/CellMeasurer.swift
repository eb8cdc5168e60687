import Constraints
import LayoutEngine
import Text

/// Measures cells: their texts, and the constraints between their views.
///
/// Keeps what it works with from one cell to the next, so that each thread has one of its own.
public final class CellMeasurer {
  private let texts: TextMeasurer
  private var solvers = SolverShelf()

  public init(fonts: FontLibrary) { texts = TextMeasurer(fonts: fonts) }

  /// The size that a cell has in a room.
  ///
  /// - Parameter content: one for each view of the template, in its order.
  /// - Throws: `CellFault` for content that is out of bounds, or constraints that cannot be solved in a bounded time.
  /// - Complexity: O(n) for texts of n characters; a few pivots for the constraints, whose template is compiled when
  ///   it is first met.
  public func measure(
    _ content: [ViewContent], of template: CellTemplate, in room: FittingRoom,
    _ environment: CellEnvironment
  ) throws(CellFault) -> CellMeasurement {
    switch template.design {
    case .sizeThatFits(let insets):
      return try sizeThatFits(
        content[0].over(template.views[0].content), of: template.views[0], insets, room, environment)
    case .constraints(let leftToRight, let rightToLeft):
      let design = environment.direction == .leftToRight ? leftToRight : rightToLeft
      return try fit(content, template, design, room, environment)
    }
  }

  /// The lines of a view's text in a width.
  public func lines(
    of view: Int, in template: CellTemplate, showing content: ViewContent, width: Double,
    _ environment: CellEnvironment
  ) throws(CellFault) -> [TextLine] {
    let content = content.over(template.views[view].content)
    guard let setting = content.setting ?? template.views[view].setting else { return [] }
    do throws(TextError) {
      return try texts.lines(
        of: content.text ?? "", attributes: setting.attributes(in: environment.category), width: width)
    } catch {
      throw .text(view: view, error)
    }
  }

  private func sizeThatFits(
    _ content: ViewContent, of view: CellView, _ insets: Insets, _ room: FittingRoom,
    _ environment: CellEnvironment
  ) throws(CellFault) -> CellMeasurement {
    let (across, along) = (insets.left + insets.right, insets.top + insets.bottom)
    let inner = Size(
      width: max(0, (room.width ?? room.maximumWidth) - across),
      height: max(0, (room.height ?? room.maximumHeight) - along))
    var notices: [CellNotice] = []
    var size = content.size ?? .zero
    if view.setting != nil {
      let metrics = try measure(content, of: view, at: 0, width: inner.width, environment, &notices)
      size = Size(width: metrics.width ?? 0, height: metrics.height ?? 0)
    } else if let ratio = content.aspectRatio {
      if inner.width.isFinite {
        size = Size(width: inner.width, height: inner.width / ratio)
      } else if inner.height.isFinite {
        size = Size(width: inner.height * ratio, height: inner.height)
      }
    }
    // Insets may be negative, and take more than there is.
    let cell = Size(
      width: room.width ?? min(environment.wholePixels(max(0, size.width + across)), room.maximumWidth),
      height: room.height ?? min(environment.wholePixels(max(0, size.height + along)), room.maximumHeight))
    let frame = Rect(
      x: insets.left, y: insets.top, width: max(0, cell.width - across), height: max(0, cell.height - along))
    return CellMeasurement(size: cell, frames: [frame], notices: notices)
  }

  private func fit(
    _ content: [ViewContent], _ template: CellTemplate, _ design: Template, _ room: FittingRoom,
    _ environment: CellEnvironment
  ) throws(CellFault) -> CellMeasurement {
    var notices: [CellNotice] = []
    var solution = try solve(content, template, design, Fitting(room), environment, &notices)
    // As large as its content wants to be, unless that is more than there is. Less of the one may make it more of the
    // other.
    var limited = room
    while let less = limited.limited(for: solution.size) {
      limited = less
      notices = []
      solution = try solve(content, template, design, Fitting(limited), environment, &notices)
    }
    notices += solution.broken.map(CellNotice.brokenConstraint)
    let size = Size(
      width: limited.width ?? min(environment.wholePixels(solution.size.width), room.maximumWidth),
      height: limited.height ?? min(environment.wholePixels(solution.size.height), room.maximumHeight))
    let frames = solution.frames.map { Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
    return CellMeasurement(size: size, frames: frames, notices: notices)
  }

  private func solve(
    _ content: [ViewContent], _ template: CellTemplate, _ design: Template, _ fitting: Fitting,
    _ environment: CellEnvironment, _ notices: inout [CellNotice]
  ) throws(CellFault) -> CellSolution {
    var metrics: [ViewMetrics] = []
    metrics.reserveCapacity(content.count)
    for (place, view) in template.views.enumerated() {
      if view.setting == nil {
        metrics.append(content[place].metrics(over: view.content))
      } else if design.views[place].heightFollowsWidth {
        metrics.append(ViewMetrics(width: 0, height: 0))
      } else {
        metrics.append(
          try measure(
            content[place].over(view.content), of: view, at: place, width: .infinity, environment, &notices))
      }
    }
    var fault: CellFault?
    let solution: CellSolution
    do throws(CellError) {
      let solver = try solvers.solver(for: design, of: template, fitting, metrics)
      // A text that fails is told of when the solver is back.
      solution = try solver.solve(metrics) { place, width in
        do throws(CellFault) {
          let view = template.views[place]
          return try measure(
            content[place].over(view.content), of: view, at: place, width: width, environment, &notices)
        } catch {
          fault = error
          return ViewMetrics(width: 0, height: 0)
        }
      }
      notices += solver.ambiguousViews.map(CellNotice.ambiguousView)
    } catch {
      throw .layout(error)
    }
    if let fault { throw fault }
    return solution
  }

  /// What a text needs in a width, its baselines included.
  private func measure(
    _ content: ViewContent, of view: CellView, at place: Int, width: Double, _ environment: CellEnvironment,
    _ notices: inout [CellNotice]
  ) throws(CellFault) -> ViewMetrics {
    guard let setting = content.setting ?? view.setting else { return content.metrics }
    let measured: TextMeasurement
    do throws(TextError) {
      measured = try texts.measure(
        content.text ?? "", attributes: setting.attributes(in: environment.category), width: width)
    } catch {
      throw .text(view: place, error)
    }
    for name in measured.missingFamilies {
      let notice = CellNotice.missingFamily(view: place, name: name)
      if !notices.contains(notice) { notices.append(notice) }
    }
    let height = environment.wholePixels(measured.height)
    // A text that is to be wrapped is first measured on one line, however long that is.
    let longest = min(max(measured.width, width), TemplateLimits.length)
    return ViewMetrics(
      width: min(environment.wholePixels(measured.width), longest), height: height,
      firstBaseline: measured.firstBaseline, lastBaseline: height - measured.lastBaseline)
  }
}

extension Fitting {
  /// What is given of a room has to be so; the rest is as small as the content allows.
  fileprivate init(_ room: FittingRoom) {
    self.init(
      Size(width: room.width ?? 0, height: room.height ?? 0),
      horizontalPriority: room.width == nil ? .fittingSizeLevel : .required,
      verticalPriority: room.height == nil ? .fittingSizeLevel : .required)
  }
}

extension FittingRoom {
  /// The room with the extents given that would be larger than they may be; nil where none would.
  fileprivate func limited(for size: Size) -> FittingRoom? {
    var room = self
    if width == nil, size.width > maximumWidth { room.width = maximumWidth }
    if height == nil, size.height > maximumHeight { room.height = maximumHeight }
    return room == self ? nil : room
  }
}
