import CBaselines
import Flexbox
import Harness
import LayoutEngine

/// A chain of containers that wrap, each with a box beside the next one.
private func chain(_ depth: Int) -> FlexTree {
  var style = FlexStyle()
  style.flexWrap = .wrap
  style.columnGap = .points(4)
  style.paddingLeft = .points(1)
  var nodes: [FlexNode] = []
  for level in 0..<depth {
    let next = 2 * level + 2
    nodes.append(FlexNode(style, .boxes(level + 1 < depth ? [next - 1, next] : [next - 1])))
    nodes.append(FlexNode(FlexStyle(), .measured))
  }
  return FlexTree(nodes)
}

/// Rows of three boxes in a column: at most `count` boxes with the containers.
private func rows(_ count: Int) -> FlexTree {
  var column = FlexStyle()
  column.flexDirection = .column
  column.rowGap = .points(4)
  var row = FlexStyle()
  row.columnGap = .points(8)
  row.alignItems = .center
  var growing = FlexStyle()
  growing.flexGrow = 1
  var nodes = [FlexNode(column)]
  var children: [Int] = []
  while nodes.count + 4 <= count {
    let first = nodes.count
    children.append(first)
    nodes.append(FlexNode(row, .boxes([first + 1, first + 2, first + 3])))
    nodes.append(FlexNode(FlexStyle(), .measured))
    nodes.append(FlexNode(growing, .measured))
    nodes.append(FlexNode(FlexStyle(), .measured))
  }
  nodes[0].content = .boxes(children)
  return FlexTree(nodes)
}

private func solved(_ tree: FlexTree, times: Int) -> Int {
  (0..<times).reduce(0) { sum, seed in
    let layout = FlexLayout.solve(tree, width: 375) { node, _ in
      FlexMeasurement(size: Size(width: Double(10 + (seed + node) % 40), height: Double(8 + node % 30)))
    }
    return sum + Int(layout.frames[0].height)
  }
}

/// Returns the same tree of Yoga's nodes; nil if Yoga is not built.
private func yoga(_ tree: FlexTree) -> UnsafeMutableRawPointer? {
  var boxes = tree.nodes.map { node in
    let style = node.style
    var box = baseline_yoga_box()
    box.parent = -1
    box.is_column = style.flexDirection == .column ? 1 : 0
    box.wraps = style.flexWrap == .wrap ? 1 : 0
    box.centers = style.alignItems == .center ? 1 : 0
    box.column_gap = points(style.columnGap)
    box.row_gap = points(style.rowGap)
    box.padding_left = points(style.paddingLeft)
    box.grow = style.flexGrow
    if case .measured = node.content { box.is_measured = 1 }
    return box
  }
  for (number, node) in tree.nodes.enumerated() {
    guard case .boxes(let children) = node.content else { continue }
    for child in children { boxes[child].parent = Int32(number) }
  }
  return baseline_yoga_open("Benchmarks/.build/yoga/libbaseline_yoga.so", boxes, Int32(boxes.count))
}

private func points(_ length: FlexLength) -> Double {
  if case .points(let points) = length { points } else { 0 }
}

/// Compares trees of several sizes: the cost of a box does not grow with them.
func compareFlexboxes() {
  for (title, tree) in [
    ("rows of three boxes in a column", rows), ("a chain of containers that wrap", chain),
  ] {
    for count in [15, 30, 60, 90] {
      let boxes = tree(title.hasPrefix("a chain") ? count / 2 : count)
      let units = boxes.nodes.count * 200
      var comparison = Comparison("\(title), \(boxes.nodes.count) boxes: the time for each box", units: units)
      if let peer = yoga(boxes) {
        comparison.add("Yoga") { (0..<200).reduce(0) { $0 + Int(baseline_yoga_solve(peer, 375, Int32($1))) } }
      }
      comparison.add("FlexLayout") { solved(boxes, times: 200) }
      comparison.run()
    }
  }
}
