internal import Cancellation
internal import Geometry

/// The layout of one box.
extension FlexSolver {
  /// The largest number of sizes that one box is laid out at, which makes the work linear.
  ///
  /// The boxes of the recorded trees need at most eight. Nested boxes with aspect ratios can be made to ask for twice as
  /// many sizes at each level; beyond the limit, the contents of a box keep the last layout.
  static let sizeLimit = 16

  /// Lays out a box in a room and returns the index of the result.
  ///
  /// - Parameter isComplete: whether the baselines and the children are needed, and not only the size.
  func layout(_ node: Int, _ room: Room, isComplete: Bool) -> Int {
    if isComplete, boxes[node].hasPercentHeight { notePercentage(node, isUnknown: room.percentHeight == nil) }
    if case .replaced(let natural) = nodes[node].content {
      return remember(replacedLayout(node, natural, room))
    }
    let width = usedWidth(node, room)
    let key = LayoutKey(
      width: width, paddingBase: hasPercentPadding(node) ? room.percentWidth : nil,
      height: heightPlan(node, room, width: width))
    let known = caches[node].layouts.firstIndex { $0.key == key }
    if let known { return knownLayout(node, at: known, isComplete: isComplete) }
    if caches[node].layouts.count >= Self.sizeLimit {
      return resizedLayout(node, key, isComplete: isComplete)
    }
    let index = remember(contentLayout(node, key, isComplete: isComplete))
    caches[node].layouts.append((key, index))
    return index
  }

  private func notePercentage(_ node: Int, isUnknown: Bool) {
    if isUnknown { unknownPercentages.insert(node) } else { unknownPercentages.remove(node) }
  }

  /// The layout of a key in the cache, completed if it must be.
  private func knownLayout(_ node: Int, at position: Int, isComplete: Bool) -> Int {
    let (key, index) = caches[node].layouts[position]
    if !isComplete || layouts[index].children != nil { return index }
    let complete = remember(contentLayout(node, key, isComplete: true))
    caches[node].layouts[position].index = complete
    return complete
  }

  /// The last layout in the cache, with the size of another key.
  private func resizedLayout(_ node: Int, _ key: LayoutKey, isComplete: Bool) -> Int {
    var layout = layouts[knownLayout(node, at: caches[node].layouts.count - 1, isComplete: isComplete)]
    layout.width = key.width
    layout.height = key.height.height(contents: layout.contentHeight)
    return remember(layout)
  }

  private func remember(_ layout: BoxLayout) -> Int {
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

  /// Lays out the contents of a box of a size.
  private func contentLayout(_ node: Int, _ key: LayoutKey, isComplete: Bool) -> BoxLayout {
    let padding = padding(node, percentWidth: key.paddingBase)
    var layout: BoxLayout
    switch nodes[node].content {
    case .boxes where pace.isOver():
      // The result is discarded.
      return BoxLayout(width: key.width, height: 0, contentHeight: 0, children: [])
    case .boxes:
      var container = FlexContainer(
        self, node, width: max(0, key.width - padding.horizontal), padding: padding, key.height)
      layout = container.layout(isComplete: isComplete)
    case .measured, .replaced: layout = measuredLayout(node, key, padding)
    }
    if nodes[node].style.overflow == .hidden { layout.keepBaselinesInside() }
    return layout
  }

  private func measuredLayout(_ node: Int, _ key: LayoutKey, _ padding: Insets) -> BoxLayout {
    let contents = measurement(node, .points(max(0, key.width - padding.horizontal)))
    let contentHeight = contents.size.height + padding.vertical
    return BoxLayout(
      width: key.width, height: key.height.height(contents: contentHeight), contentHeight: contentHeight,
      firstBaseline: contents.firstBaseline.map { $0 + padding.top },
      lastBaseline: contents.lastBaseline.map { $0 + padding.top }, children: [])
  }
}
