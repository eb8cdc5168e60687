/// Base sizes and limits of items (CSS Flexbox §9.2 and §4.5).
extension FlexContainer {
  /// Sets the base size, the limits and what follows from them.
  func setSizes(_ item: inout FlexItem) {
    let room = measuringRoom(item)
    // Most items need the size of their contents twice.
    var contents: ContentWidths?
    setBaseSize(&item, room, &contents)
    setLimits(&item, room, &contents)
    item.hypothetical = item.limits.clamp(item.base)
  }

  private func setBaseSize(_ item: inout FlexItem, _ room: Room, _ contents: inout ContentWidths?) {
    let child = item.node
    let size = specifiedBase(child, room, padding: item.mainPadding)
    item.isContentBased = size == nil
    item.base = (size ?? mainSizes(child, room, &contents).most) - item.mainPadding
    let isFromRatio = solver.boxes[child].ratio != nil && !isReplaced(child)
    item.hidesHeight = isColumn && height == nil && item.isContentBased && !isFromRatio
  }

  /// The border box that `flex-basis` means; nil for that of the contents.
  private func specifiedBase(_ child: Int, _ room: Room, padding: Double) -> Double? {
    switch solver.nodes[child].style.flexBasis {
    case .length(.auto):
      return isColumn ? solver.styledHeight(child, basisRoom()) : solver.styledWidth(child, room)
    case .length(let length):
      let sizing = solver.nodes[child].style.boxSizing
      return solver.extent(length, of: isColumn ? height : width, padding: padding, sizing)
    case .content: return nil
    }
  }

  private func isReplaced(_ child: Int) -> Bool { solver.boxes[child].naturalSize != nil }

  private func setLimits(_ item: inout FlexItem, _ room: Room, _ contents: inout ContentWidths?) {
    let child = item.node
    var automatic: Double?
    if hasAutomaticMinimum(child) {
      let specified = specifiedMinimum(child, room, &contents)
      automatic = min(specified, minimumOfContents(child, room, &contents))
    }
    let limits =
      isColumn
      ? solver.heightLimits(child, basisRoom(), automatic: automatic)
      : solver.styledWidthLimits(child, basisRoom(), automatic: automatic)
    item.limits = Limits(
      least: max(0, limits.least - item.mainPadding), most: max(0, limits.most - item.mainPadding))
  }

  private func hasAutomaticMinimum(_ child: Int) -> Bool {
    guard solver.nodes[child].style.overflow == .visible else { return false }
    return isColumn ? solver.nodes[child].style.minHeight.isAuto : solver.nodes[child].style.minWidth.isAuto
  }

  /// The upper limit of the automatic minimum that the style sets; infinite without one.
  private func specifiedMinimum(_ child: Int, _ room: Room, _ contents: inout ContentWidths?) -> Double {
    if !isColumn { return solver.styledWidth(child, room) ?? .infinity }
    if let height = solver.styledHeight(child, basisRoom()) { return height }
    return solver.nodes[child].style.height.isAuto ? .infinity : mainSizes(child, room, &contents).most
  }

  /// The smallest main size that shows the contents of an item.
  private func minimumOfContents(_ child: Int, _ room: Room, _ contents: inout ContentWidths?) -> Double {
    let size = mainSizes(child, room, &contents).least
    guard solver.boxes[child].ratio != nil, !isReplaced(child) else { return size }
    let ignoringRatio =
      isColumn
      ? blockSize(child, room, ignoringRatio: true)
      : solver.contentWidths(child, room, ignoringRatio: true).least
    return max(size, ignoringRatio)
  }

  /// The smallest and the largest main size that the contents of an item need; both are the height in a column.
  ///
  /// - Parameter known: the result, once it is known.
  private func mainSizes(_ child: Int, _ room: Room, _ known: inout ContentWidths?) -> ContentWidths {
    if let known { return known }
    let sizes: ContentWidths
    if isColumn {
      let height = blockSize(child, room, ignoringRatio: false)
      sizes = ContentWidths(least: height, most: height)
    } else {
      sizes = solver.contentWidths(child, room)
    }
    known = sizes
    return sizes
  }

  /// The height that the contents of an item of a column need.
  private func blockSize(_ child: Int, _ room: Room, ignoringRatio: Bool) -> Double {
    if let natural = solver.boxes[child].naturalSize {
      return solver.replacedHeightFromWidth(child, natural, room)
    }
    let ratio = solver.boxes[child].ratio.map { solver.aspectRatio(child, $0, percentWidth: width) }
    if let ratio, !ignoringRatio {
      return ratio.height(width: solver.usedWidth(child, room))
    }
    let layout = solver.layout(child, room, isComplete: false)
    let height = solver.layouts[layout].contentHeight
    guard let ratio else { return height }
    return ratio.heights(solver.styledWidthLimits(child, basisRoom())).clamp(height)
  }
}
