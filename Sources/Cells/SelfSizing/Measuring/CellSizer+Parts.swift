import Constraints
import Flexbox
import LayoutEngine
import Text

/// The layout of parts of a template, from the one inside the cell to those inside its views.
extension CellSizer {
  /// Lays out the part inside a cell and all parts inside that, and returns the size of the cell.
  func fit(
    _ cell: inout MeasuringCell, _ root: CellPart, _ room: FittingRoom
  ) throws(CellMeasuringError) -> Size {
    var limited = room
    var layout = try layOut(root, in: &cell, limited)
    // A cell that is larger than the room allows is laid out again with that extent fixed. A smaller width may make the
    // height larger, and the other way round.
    while let less = limited.limited(for: layout.size) {
      limited = less
      cell.removeWarnings()
      layout = try layOut(root, in: &cell, limited)
    }
    try place(layout, of: root, at: .zero, in: &cell)
    return cell.size(layout.size, in: limited)
  }

  /// A part that is laid out: its size and the frames of its views, in its own coordinates.
  private struct PartLayout {
    var size: Size
    /// One for each view of the part.
    var frames: [Rect]
    /// One for each view, or none.
    var paddings: [Insets] = []
    /// The widths of the borders: one for each view, or none.
    var borders: [Insets] = []
    var broken: [ConstraintSource] = []
    /// The views with percentages of unknown heights.
    var unknownPercentages: [Int] = []
  }

  private func layOut(
    _ part: CellPart, in cell: inout MeasuringCell, _ room: FittingRoom
  ) throws(CellMeasuringError) -> PartLayout {
    switch part.solver {
    case .constraints(let leftToRight, let rightToLeft):
      let design = cell.environment.direction == .leftToRight ? leftToRight : rightToLeft
      let solution = try solve(part, design, in: &cell, Fitting(room), .width(.infinity))
      return PartLayout(size: solution.size, frames: solution.frames, broken: solution.broken)
    case .flex(let tree):
      var width = room.maximumWidth
      if let given = room.width {
        width = given
      } else {
        width = min(width, try contentWidths(of: part, tree, in: &cell).maximum)
      }
      return try flex(part, tree, in: &cell, width: width, height: room.height).layout
    }
  }

  /// Sets the frames of a part's views, and lays out the parts inside them.
  private func place(
    _ layout: PartLayout, of part: CellPart, at origin: Point, in cell: inout MeasuringCell
  ) throws(CellMeasuringError) {
    for source in layout.broken { cell.warn(.brokenConstraint(part.inTemplate(source))) }
    for view in layout.unknownPercentages { cell.warn(.unknownPercentage(view: part.views[view])) }
    for (view, frame) in layout.frames.enumerated() {
      let frame = Rect(
        x: frame.x + origin.x, y: frame.y + origin.y, width: frame.width, height: frame.height)
      cell.frames[part.views[view]] = frame
      if !layout.paddings.isEmpty { cell.setPadding(layout.paddings[view], of: part.views[view]) }
      if !layout.borders.isEmpty { cell.setBorder(layout.borders[view], of: part.views[view]) }
      guard let inside = part.insides[view] else { continue }
      if cell.hidden[part.views[view]], frame.size == .zero {
        collapse(inside, at: frame.origin, in: &cell)
        continue
      }
      cell.setBorder(inside.borderWidths(cell.environment), of: part.views[view])
      let padding = layout.paddings.isEmpty ? Insets.zero : layout.paddings[view]
      let room = FittingRoom(
        width: max(0, frame.width - padding.left - padding.right),
        height: max(0, frame.height - padding.top - padding.bottom))
      let origin = Point(x: frame.x + padding.left, y: frame.y + padding.top)
      try place(try layOut(inside, in: &cell, room), of: inside, at: origin, in: &cell)
    }
  }

  /// Gives the views inside a view that takes no room frames without a size.
  private func collapse(_ part: CellPart, at origin: Point, in cell: inout MeasuringCell) {
    for view in part.views { cell.frames[view] = Rect(origin: origin, size: .zero) }
    for inside in part.insides.values { collapse(inside, at: origin, in: &cell) }
  }
}

// MARK: Constraints

extension CellSizer {
  /// Solves the constraints of a part.
  ///
  /// - Parameter first: the width for which views whose height follows their width are measured first.
  private func solve(
    _ part: CellPart, _ design: Template, in cell: inout MeasuringCell, _ fitting: Fitting,
    _ first: TextWidth
  ) throws(CellMeasuringError) -> CellSolution {
    try cell.countLayout()
    var metrics: [ViewMetrics] = []
    metrics.reserveCapacity(part.views.count)
    for (place, view) in part.views.enumerated() {
      var own = part.defaults[place]
      own.take(cell.content[view])
      if part.followsWidth[place] || own.isHidden && part.isArranged[place] {
        own = ViewMetrics(width: 0, height: 0, isHidden: own.isHidden)
      } else if part.showsText[place] {
        let isHidden = own.isHidden
        own = try measureText(of: view, in: &cell, .width(.infinity))
        own.isHidden = isHidden
      }
      metrics.append(own)
    }
    var solution = try solve(part, design, in: &cell, fitting, first, metrics)
    if try shortenTexts(of: part, in: &cell, &metrics, solution.frames) {
      solution = try solve(part, design, in: &cell, fitting, first, metrics)
    }
    return solution
  }

  private func solve(
    _ part: CellPart, _ design: Template, in cell: inout MeasuringCell, _ fitting: Fitting,
    _ first: TextWidth, _ metrics: [ViewMetrics]
  ) throws(CellMeasuringError) -> CellSolution {
    // The solver's closure cannot throw: the error is thrown when the solver returns.
    var failure: CellMeasuringError?
    let solution: CellSolution
    do throws(CellSolverError) {
      let solver = try solvers.solver(for: design, of: part, fitting: fitting, metrics: metrics)
      solution = try solver.solve(metrics) { place, width in
        do throws(CellMeasuringError) {
          let width = width.isInfinite ? first : .width(width)
          guard let inside = part.insides[place] else {
            return try measureText(of: part.views[place], in: &cell, width)
          }
          return try measure(inside, in: &cell, width)
        } catch {
          failure = failure ?? error
          return ViewMetrics(width: 0, height: 0)
        }
      }
      for view in solver.ambiguousViews { cell.warn(.ambiguousView(part.views[view])) }
    } catch {
      throw failure ?? .layout(error, in: part)
    }
    if let failure { throw failure }
    return solution
  }

  /// Gives texts on one line that are truncated the height of the runs that are left in their frames; they keep their widths.
  ///
  /// - Returns: whether a height or a baseline has changed.
  private func shortenTexts(
    of part: CellPart, in cell: inout MeasuringCell, _ metrics: inout [ViewMetrics], _ frames: [Rect]
  ) throws(CellMeasuringError) -> Bool {
    var isChanged = false
    for (place, view) in part.views.enumerated() where part.showsText[place] && !part.followsWidth[place] {
      let frame = frames[place]
      guard let width = metrics[place].width, frame.width < width, metrics[place].isHidden == false,
        cell.shown(view).runs != nil
      else { continue }
      var own = try measureText(of: view, in: &cell, .width(frame.width))
      own.width = width
      guard own != metrics[place] else { continue }
      metrics[place] = own
      isChanged = true
    }
    return isChanged
  }
}

// MARK: Parts inside views

extension CellSizer {
  /// Returns the size of a part inside a view, and its baselines.
  private func measure(
    _ part: CellPart, in cell: inout MeasuringCell, _ width: TextWidth
  ) throws(CellMeasuringError) -> ViewMetrics {
    let key = MeasuredPart(part: part.id, width: width)
    if let known = cell.measuredParts[key] { return known }
    let metrics: ViewMetrics
    switch part.solver {
    case .constraints(let leftToRight, let rightToLeft):
      let design = cell.environment.direction == .leftToRight ? leftToRight : rightToLeft
      let fitting: Fitting =
        switch width {
        case .width(let points) where points.isFinite: .width(points)
        default: .compressed
        }
      let first: TextWidth = width == .minimum ? .minimum : .width(.infinity)
      let size = try solve(part, design, in: &cell, fitting, first).size
      metrics = ViewMetrics(width: size.width, height: size.height)
    case .flex(let tree):
      metrics = try measureFlex(part, tree, in: &cell, width)
    }
    cell.measuredParts[key] = metrics
    return metrics
  }

  private func measureFlex(
    _ part: CellPart, _ tree: FlexTree, in cell: inout MeasuringCell, _ width: TextWidth
  ) throws(CellMeasuringError) -> ViewMetrics {
    let widths = try contentWidths(of: part, tree, in: &cell)
    let used: Double =
      switch width {
      case .minimum: widths.minimum
      case .width(let limit): min(widths.maximum, max(widths.minimum, limit))
      }
    let (layout, flex) = try flex(part, tree, in: &cell, width: used, height: nil)
    let length = TemplateLimits.length
    let height = min(layout.size.height, length)
    return ViewMetrics(
      width: min(used, length), height: height, firstBaseline: flex.firstBaseline ?? height,
      lastBaseline: height - (flex.lastBaseline ?? height))
  }

  private func contentWidths(
    of part: CellPart, _ tree: FlexTree, in cell: inout MeasuringCell
  ) throws(CellMeasuringError) -> FlexContentWidths {
    try cell.countLayout()
    let widths = try FlexLayout.contentWidths(
      of: cell.shown(tree, of: part), direction: cell.environment.flexDirection
    ) { (node, width) throws(CellMeasuringError) in
      try measure(node: node, of: part, in: &cell, width)
    }
    guard widths.maximum.isFinite, widths.minimum.isFinite else { throw .layout(.outOfBounds) }
    return widths
  }

  private func flex(
    _ part: CellPart, _ tree: FlexTree, in cell: inout MeasuringCell, width: Double, height: Double?
  ) throws(CellMeasuringError) -> (layout: PartLayout, flex: FlexLayout) {
    try cell.countLayout()
    let shown = cell.shown(tree, of: part)
    let flex = try FlexLayout.solve(
      shown, width: width, height: height, direction: cell.environment.flexDirection
    ) { (node, width) throws(CellMeasuringError) in
      try measure(node: node, of: part, in: &cell, width)
    }
    let limit = TemplateLimits.length * Double(TemplateLimits.views)
    let isValid = flex.frames.allSatisfy { frame in
      [frame.x, frame.y, frame.width, frame.height].allSatisfy { abs($0) <= limit }
    }
    guard isValid else { throw .layout(.outOfBounds) }
    let size = flex.frames[0].size
    var layout = PartLayout(size: size, frames: Array(flex.frames.dropFirst()))
    layout.paddings = Array(flex.contentInsets.dropFirst())
    layout.borders = Array(flex.borderWidths.dropFirst())
    // The container itself is laid out in the room of its cell or view.
    layout.unknownPercentages = flex.unknownPercentages.filter { $0 > 0 }.map { $0 - 1 }
    return (layout, flex)
  }

  /// Measures an item of a flex container, which encloses no other items, unrounded as in a browser.
  private func measure(
    node: Int, of part: CellPart, in cell: inout MeasuringCell, _ space: FlexSpace
  ) throws(CellMeasuringError) -> FlexMeasurement {
    let width: TextWidth =
      switch space {
      case .points(let points), .shrinkWrap(let points): .width(points)
      case .minContent: .minimum
      case .maxContent: .width(.infinity)
      }
    let view = part.views[node - 1]
    if let inside = part.insides[node - 1] {
      let metrics = try measure(inside, in: &cell, width)
      return FlexMeasurement(size: Size(width: metrics.width ?? 0, height: metrics.height ?? 0))
    }
    let content = cell.shown(view)
    guard let setting = content.setting ?? cell.template.views[view].setting else {
      return FlexMeasurement(size: content.size ?? .zero)
    }
    if case .shrinkWrap(let points) = space {
      let width = try shrinkWrapWidth(content, setting, view, in: points, cell.environment)
      return FlexMeasurement(size: Size(width: width, height: 0))
    }
    let measured = try measure(content, setting, view, in: &cell, width).0
    let size = Size(width: measured.width, height: measured.height)
    guard measured.lineCount > 0 else { return FlexMeasurement(size: size) }
    return FlexMeasurement(
      size: size, firstBaseline: measured.firstBaseline, lastBaseline: measured.lastBaseline)
  }
}

extension MeasuringCell {
  /// Returns the boxes of a flex container with an item's content: images of other sizes and ratios, and hidden views.
  fileprivate func shown(_ tree: FlexTree, of part: CellPart) -> FlexTree {
    var tree = tree
    for (place, view) in part.views.enumerated() {
      if isHidden(view) { tree.nodes[place + 1].style.display = .none }
      guard !template.views[view].encloses, template.views[view].setting == nil else { continue }
      let content = shown(view)
      if let ratio = content.aspectRatio, tree.nodes[place + 1].style.aspectRatio == nil {
        tree.nodes[place + 1].style.aspectRatio = ratio
      }
      if case .image = template.views[view].kind, let size = content.size {
        tree.nodes[place + 1].content = .replaced(size)
      }
    }
    return tree
  }
}

extension CellPart {
  /// Returns the widths of the border of a part that is a flex container, in points.
  func borderWidths(_ environment: CellEnvironment) -> Insets {
    guard case .flex(let tree) = solver else { return .zero }
    let style = tree.nodes[0].style
    return style.borderWidths(in: style.direction ?? environment.flexDirection)
  }
}

extension CellEnvironment {
  fileprivate var flexDirection: FlexInlineDirection { direction == .leftToRight ? .ltr : .rtl }
}

extension CellMeasuringError {
  /// The error of a part's solver, with the index of the view in the template.
  fileprivate static func layout(_ error: CellSolverError, in part: CellPart) -> CellMeasuringError {
    if case .invalidMetrics(let view) = error { return .layout(.invalidMetrics(view: part.views[view])) }
    return .layout(error)
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
