internal import Geometry

/// The root, and the frames of all boxes.
extension FlexSolver {
  /// Lays out the root, and with it all boxes.
  func solve(width: Double?, height: Double?) -> FlexLayout {
    guard !nodes.isEmpty, nodes[0].style.display != .none else {
      return FlexLayout(
        frames: Array(repeating: .zero, count: nodes.count),
        contentInsets: Array(repeating: .zero, count: nodes.count),
        borderWidths: Array(repeating: .zero, count: nodes.count), firstBaseline: nil, lastBaseline: nil,
        unknownPercentages: [], work: work)
    }
    let root = layout(0, rootRoom(width: width, height: height), isComplete: true)
    let (frames, contentInsets) = placed(root)
    return FlexLayout(
      frames: frames, contentInsets: contentInsets,
      borderWidths: nodes.indices.map { boxes[$0].borderWidths },
      firstBaseline: layouts[root].firstBaseline, lastBaseline: layouts[root].lastBaseline,
      unknownPercentages: nodes.indices.filter { boxes[$0].hasUnknownPercentage }, work: work)
  }

  /// The content widths of the root, within its limits.
  func rootWidths() -> FlexContentWidths {
    guard !nodes.isEmpty, nodes[0].style.display != .none else {
      return FlexContentWidths(minimum: 0, maximum: 0)
    }
    let widths = contribution(0, Room())
    return FlexContentWidths(minimum: widths.least, maximum: widths.most)
  }

  private func rootRoom(width: Double?, height: Double?) -> Room {
    let padding = padding(0, percentWidth: width)
    let width = width.map { max($0, padding.horizontal) }
    let height = height.map { max($0, padding.vertical) }
    var room = Room(width: width ?? .infinity, height: height, percentWidth: width, percentHeight: height)
    if width != nil { room.widthRule = .fixed }
    if height != nil { room.heightRule = .fixed }
    return room
  }

  /// The frames of all nodes and the space between these and the contents, from the layout of the root. Deep trees take no stack here.
  private func placed(_ root: Int) -> (frames: [Rect], contentInsets: [Insets]) {
    var frames = Array(repeating: Rect.zero, count: nodes.count)
    var contentInsets = Array(repeating: Insets.zero, count: nodes.count)
    // With the width that percentages of its padding refer to.
    var pending = [(box: PlacedBox(node: 0, x: 0, y: 0, layout: root), whole: layouts[root].width)]
    pending.reserveCapacity(nodes.count)
    while let (box, whole) = pending.popLast() {
      let (width, height) = (layouts[box.layout].width, layouts[box.layout].height)
      frames[box.node] = Rect(x: box.x, y: box.y, width: width, height: height)
      let padding = padding(box.node, percentWidth: whole)
      contentInsets[box.node] = padding
      for number in layouts[box.layout].children ?? 0..<0 {
        let child = placedBoxes[number]
        let isAbsolute = nodes[child.node].style.position == .absolute
        let edges = isAbsolute ? boxes[box.node].borderWidths : padding
        let moved = PlacedBox(
          node: child.node, x: box.x + child.x, y: box.y + child.y, layout: child.layout)
        pending.append((moved, max(0, width - edges.horizontal)))
      }
    }
    return (frames, contentInsets)
  }
}
