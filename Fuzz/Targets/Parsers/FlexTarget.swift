import Flexbox
import Geometry

extension FuzzTarget {
  /// Makes a tree of flex containers from bytes, and lays it out. Frames are finite where lengths are, the layout is the
  /// same each time, and its work is in proportion to the boxes.
  static let flex = FuzzTarget("flex", longestInput: 800) { (input) throws(Violation) in
    var decisions = Decisions(input)
    let direction = decisions.pick(FlexInlineDirection.allCases)
    let width: Double? = decisions.pick([320, nil, 0, 1e5])
    let height: Double? = decisions.pick([nil, 200, 0])
    let tree = decisions.tree()
    let layout = FlexLayout.solve(tree, width: width, height: height, direction: direction, measure: content)
    let again = FlexLayout.solve(tree, width: width, height: height, direction: direction, measure: content)
    try promise(layout == again, "the same tree has two layouts")
    try promise(layout.frames.count == tree.nodes.count, "\(layout.frames.count) frames")
    for frame in layout.frames {
      try promise(
        [frame.x, frame.y, frame.width, frame.height].allSatisfy(\.isFinite), "a box is at \(frame)")
      try promise(frame.width >= 0 && frame.height >= 0, "a box has the size \(frame.size)")
    }
    try promise(layout.work.layouts <= 64 * tree.nodes.count, "\(layout.work) for \(tree.nodes.count) boxes")
    let widths = FlexLayout.contentWidths(of: tree, direction: direction, measure: content)
    try promise(widths.minimum.isFinite && widths.maximum.isFinite, "the widths are \(widths)")
  }

  /// The size of contents of a hundred letters that wrap.
  private static func content(_ node: Int, _ width: FlexSpace) -> FlexMeasurement {
    let available: Double =
      switch width {
      case .points(let points), .shrinkWrap(let points): points
      case .minContent: 30
      case .maxContent: .infinity
      }
    let used = min(500, max(30, available))
    return FlexMeasurement(size: Size(width: used, height: (500 / used).rounded(.up) * 16), firstBaseline: 12)
  }
}

extension Decisions {
  /// A tree of up to forty boxes.
  fileprivate mutating func tree() -> FlexTree {
    var nodes: [FlexNode] = []
    var children: [[Int]] = []
    for number in 0...below(40) {
      if number > 0 {
        // Near the last box, so that trees are deep as often as they are wide.
        let parent = max(0, number - 1 - below(4))
        children[parent].append(number)
      }
      nodes.append(FlexNode(flexStyle()))
      children.append([])
    }
    for index in nodes.indices {
      if !children[index].isEmpty {
        nodes[index].content = .boxes(children[index])
      } else {
        nodes[index].content = pick([.measured, .boxes([]), .replaced(Size(width: 40, height: 30))])
      }
    }
    return FlexTree(nodes)
  }

  private mutating func flexStyle() -> FlexStyle {
    var style = FlexStyle()
    style.flexDirection = pick(FlexDirection.allCases)
    style.flexWrap = pick(FlexWrap.allCases)
    style.justifyContent = pick(FlexJustification.allCases)
    style.alignItems = pick(FlexItemAlignment.allCases)
    style.alignContent = pick(FlexContentAlignment.allCases)
    style.alignSelf = once(in: 4) ? pick(FlexItemAlignment.allCases) : nil
    style.rowGap = pick([.zero, .points(4), .percent(10)])
    style.columnGap = pick([.zero, .points(7), .percent(5)])
    style.flexGrow = pick([0, 1, 0.25, 1e6])
    style.flexShrink = pick([1, 0, 3, 1e6])
    style.flexBasis = pick([.auto, .content, .points(50), .percent(0), .percent(200)])
    style.width = length()
    style.height = length()
    if once(in: 3) { (style.minWidth, style.maxHeight) = (length(), length()) }
    if once(in: 3) { (style.minHeight, style.maxWidth) = (length(), length()) }
    style.aspectRatio = once(in: 4) ? pick([1, 0.5, 1000, 1e-3]) : nil
    style.boxSizing = pick(FlexBoxSizing.allCases)
    style.overflow = pick(FlexOverflow.allCases)
    style.paddingLeft = pick([.zero, .points(3), .percent(50)])
    style.paddingTop = pick([.zero, .points(2), .percent(25)])
    style.marginLeft = pick([.zero, .auto, .points(-5), .percent(10)])
    style.marginBottom = pick([.zero, .auto, .points(6)])
    style.position = once(in: 6) ? .absolute : .relative
    if once(in: 3) { (style.top, style.right) = (length(), length()) }
    if once(in: 6) {
      style.borderWidths = Insets(top: 1, left: pick([0, 3, 1e6]), bottom: 0, right: 2)
      (style.marginInlineStart, style.paddingInlineEnd, style.insetInlineEnd) = (length(), length(), length())
    }
    style.heightKeyword = once(in: 6) ? pick(FlexHeightKeyword.allCases) : nil
    style.widthKeyword = once(in: 6) ? pick(FlexWidthKeyword.allCases) : nil
    style.alignSelfOverflow = pick([.normal, .safe, .unsafe])
    style.justifyContentOverflow = pick([.normal, .safe])
    style.visibility = once(in: 8) ? .collapse : .visible
    style.direction = once(in: 6) ? .rtl : nil
    style.order = pick([0, 0, -1, 2])
    style.display = once(in: 12) ? .none : .flex
    return style
  }

  private mutating func length() -> FlexLength {
    pick([
      .auto, .auto, .auto, .points(60), .points(0), .percent(50), .percent(300), .points(1e5),
      .sum(percent: 50, points: -30),
    ])
  }
}
