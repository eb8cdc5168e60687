internal import Geometry

/// A container while it is laid out at one size (CSS Flexbox §9).
///
/// Main and cross sizes are inside the container's padding and border. Offsets along the inline axis count from the edge where the
/// container's direction begins, until the children are placed.
struct FlexContainer {
  let solver: FlexSolver
  let node: Int
  /// The width of the content box; nil while it is computed from the contents.
  let width: Double?
  /// The height of the content box, as far as the items may rely on it.
  let height: Double?
  /// The padding with the border.
  let padding: Insets
  let heightPlan: HeightPlan
  let isColumn: Bool
  let isMultiLine: Bool
  let isWrapReversed: Bool
  let isRightToLeft: Bool
  /// The space between items of a line, and that between lines.
  let itemGap: Double, lineGap: Double
  /// The items by `order`: a range of those of the solver.
  var items = 0..<0
  /// A range of the lines of the solver.
  var lines = 0..<0

  init(_ solver: FlexSolver, _ node: Int, width: Double?, padding: Insets, _ heightPlan: HeightPlan) {
    self.solver = solver
    self.node = node
    self.width = width
    self.padding = padding
    self.heightPlan = heightPlan
    height = heightPlan.known.map { max(0, $0 - padding.vertical) }
    isColumn = solver.nodes[node].style.flexDirection.isColumn
    isMultiLine = solver.nodes[node].style.flexWrap != .nowrap
    isWrapReversed = solver.nodes[node].style.flexWrap == .wrapReverse
    isRightToLeft = solver.boxes[node].direction == .rtl
    let rowGap = max(0, solver.nodes[node].style.rowGap.points(of: height ?? 0) ?? 0)
    let columnGap = max(0, solver.nodes[node].style.columnGap.points(of: width ?? 0) ?? 0)
    itemGap = isColumn ? rowGap : columnGap
    lineGap = isColumn ? columnGap : rowGap
  }

  /// The style of the container, which is not copied.
  var style: FlexStyle { _read { yield solver.nodes[node].style } }

  /// Lays out the items of a container whose width is known.
  ///
  /// - Parameter isComplete: whether the baselines and the children are needed, and not only the size.
  mutating func layout(isComplete: Bool) -> BoxLayout {
    sizeItems(isComplete: isComplete)
    let contentHeight = contentHeight()
    let size = Size(
      width: (width ?? 0) + padding.horizontal, height: heightPlan.height(contents: contentHeight))
    var layout = BoxLayout(width: size.width, height: size.height, contentHeight: contentHeight)
    guard isComplete else { return layout }

    orderLinesByPosition()
    alignLines(in: size)
    layoutItems()
    let placement = placeItems()
    placeAbsolutes(in: size, placement.children)
    layout.children = placement.children
    layout.firstBaseline = placement.firstBaseline
    layout.lastBaseline = placement.lastBaseline
    return layout
  }

  /// The height of the content box, if the contents have a height.
  func innerHeight(contents: Double) -> Double {
    heightPlan.height(contents: max(0, contents) + padding.vertical) - padding.vertical
  }

  /// The height of the border box that the contents need.
  private func contentHeight() -> Double {
    let contents: Double
    if isColumn {
      contents = lines.lazy.map { solver.lines[$0].hypotheticalSize }.max() ?? 0
    } else {
      contents =
        lines.lazy.map { solver.lines[$0].crossSize }.reduce(0, +) + lineGap * Double(max(0, lines.count - 1))
    }
    return max(0, contents) + padding.vertical
  }
}
