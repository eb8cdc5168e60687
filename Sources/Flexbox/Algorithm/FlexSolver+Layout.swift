internal import Geometry

/// The layout of one box.
extension FlexSolver {
  /// Lays out a box in a room and returns the index of the result.
  ///
  /// - Parameter isComplete: whether the baselines and the children are needed, and not only the size.
  func layout(_ node: Int, _ room: Room, isComplete: Bool) -> Int {
    let width = usedWidth(node, room)
    if case .replaced(let natural) = nodes[node].content {
      return remember(node, replacedLayout(node, natural, room))
    }
    let key = LayoutKey(
      width: width, paddingBase: hasPercentPadding(node) ? room.percentWidth : nil,
      height: heightPlan(node, room, width: width))
    let known = caches[node].layouts.firstIndex { $0.key == key }
    if let known, !isComplete || layouts[caches[node].layouts[known].index].children != nil {
      return caches[node].layouts[known].index
    }
    var layout = contentLayout(node, room, key, isComplete: isComplete)
    if nodes[node].style.overflow == .hidden { layout.keepBaselinesInside() }
    let index = remember(node, layout)
    if let known {
      caches[node].layouts[known].index = index
    } else {
      caches[node].layouts.append((key, index))
    }
    return index
  }

  private func remember(_ node: Int, _ layout: BoxLayout) -> Int {
    work.layouts += 1
    layouts.append(layout)
    return layouts.count - 1
  }

  private func replacedLayout(_ node: Int, _ natural: Size, _ room: Room) -> BoxLayout {
    let size = replacedSize(node, natural, room)
    return BoxLayout(
      width: size.width, height: size.height,
      contentHeight: replacedHeightFromWidth(node, natural, room), children: [])
  }

  private func contentLayout(_ node: Int, _ room: Room, _ key: LayoutKey, isComplete: Bool) -> BoxLayout {
    let padding = padding(node, percentWidth: room.percentWidth)
    switch nodes[node].content {
    case .boxes where pace.isOver():
      // The result is discarded.
      return BoxLayout(width: key.width, height: 0, contentHeight: 0, children: [])
    case .boxes:
      var container = FlexContainer(
        self, node, width: max(0, key.width - padding.horizontal), padding: padding, key.height)
      return container.layout(isComplete: isComplete)
    case .measured, .replaced:
      let contents = measurement(node, .points(max(0, key.width - padding.horizontal)))
      let contentHeight = contents.size.height + padding.vertical
      return BoxLayout(
        width: key.width, height: key.height.height(contents: contentHeight), contentHeight: contentHeight,
        firstBaseline: contents.firstBaseline.map { $0 + padding.top },
        lastBaseline: contents.lastBaseline.map { $0 + padding.top }, children: [])
    }
  }
}
