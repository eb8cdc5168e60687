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
    if isComplete, boxes[node].hasPercentHeight {
      boxes[node].hasUnknownPercentage = room.percentHeight == nil
    }
    if let natural = boxes[node].naturalSize {
      return remember(replacedLayout(node, natural, room))
    }
    let width = usedWidth(node, room)
    let key = LayoutKey(
      width: width, paddingBase: hasPercentPadding(node) ? room.percentWidth : nil,
      height: heightPlan(node, room, width: width))
    if let known = knownLayouts.entry(node, for: key) {
      return knownLayout(node, known, isComplete: isComplete)
    }
    if knownLayouts.count(node) >= Self.sizeLimit, let newest = knownLayouts.newest(node) {
      return resizedLayout(node, newest, key, isComplete: isComplete)
    }
    let index = remember(contentLayout(node, key, isComplete: isComplete))
    knownLayouts.add(node, key, index)
    return index
  }

  /// The layout of an entry of the memo, completed if it must be.
  private func knownLayout(_ node: Int, _ entry: Int, isComplete: Bool) -> Int {
    let index = knownLayouts.result(of: entry)
    if !isComplete || layouts[index].children != nil { return index }
    let complete = remember(contentLayout(node, knownLayouts.question(of: entry), isComplete: true))
    knownLayouts.replaceResult(of: entry, with: complete)
    return complete
  }

  /// The layout of an entry of the memo, with the size of another key.
  private func resizedLayout(_ node: Int, _ entry: Int, _ key: LayoutKey, isComplete: Bool) -> Int {
    var layout = layouts[knownLayout(node, entry, isComplete: isComplete)]
    layout.width = key.width
    layout.height = key.height.height(contents: layout.contentHeight)
    return remember(layout)
  }

  private func remember(_ layout: BoxLayout) -> Int {
    work.layouts += 1
    return layouts.append(layout)
  }

  private func replacedLayout(_ node: Int, _ natural: Size, _ room: Room) -> BoxLayout {
    let size = replacedSize(node, natural, room)
    return BoxLayout(
      width: size.width, height: size.height,
      contentHeight: replacedHeightFromWidth(node, natural, room), children: 0..<0)
  }

  /// Lays out the contents of a box of a size.
  private func contentLayout(_ node: Int, _ key: LayoutKey, isComplete: Bool) -> BoxLayout {
    let padding = padding(node, percentWidth: key.paddingBase)
    var layout: BoxLayout
    if boxes[node].isMeasured {
      layout = measuredLayout(node, key, padding)
    } else if pace.isOver() {
      // The result is discarded.
      return BoxLayout(width: key.width, height: 0, contentHeight: 0, children: 0..<0)
    } else {
      var container = FlexContainer(
        self, node, width: max(0, key.width - padding.horizontal), padding: padding, key.height)
      layout = container.layout(isComplete: isComplete)
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
      lastBaseline: contents.lastBaseline.map { $0 + padding.top }, children: 0..<0)
  }
}
