internal import Geometry

/// The items of a container, with base sizes and limits (CSS Flexbox §9.2 and §4.5).
extension FlexContainer {
  /// Makes the items.
  ///
  /// - Parameter isMeasuringColumns: whether the width of a wrapping column is computed from its items.
  mutating func makeItems(isMeasuringColumns: Bool = false) {
    let children = solver.boxes[node].items
    items.reserveCapacity(children.count)
    for child in children {
      var item = makeItem(child)
      if isMeasuringColumns {
        item.crossContribution = solver.contribution(child, contributionRoom(item)).most
      }
      setBaseSize(&item)
      setLimits(&item)
      item.hypothetical = item.limits.clamp(item.base)
      items.append(item)
    }
  }

  private func makeItem(_ child: Int) -> FlexItem {
    let style = solver.nodes[child].style
    let margins = solver.margins(child, percentWidth: width)
    let padding = solver.padding(child, percentWidth: width)
    let alignment = alignment(of: child)
    let horizontalAutos = (style.marginLeft.isAuto ? 1 : 0) + (style.marginRight.isAuto ? 1 : 0)
    let verticalAutos = (style.marginTop.isAuto ? 1 : 0) + (style.marginBottom.isAuto ? 1 : 0)
    let hasCrossAutos = (isColumn ? horizontalAutos : verticalAutos) > 0
    let stretchesAsAuto = style.heightKeyword == .stretch && height == nil
    let isAuto = isColumn ? style.hasAutomaticWidth : style.hasAutomaticHeight || stretchesAsAuto
    return FlexItem(
      node: child, grow: style.flexGrow, shrink: style.flexShrink,
      alignment: hasCrossAutos ? .flexStart : alignment,
      isSafe: overflowAlignment(of: child) == .safe,
      stretches: isAuto && alignment == .stretch && !hasCrossAutos,
      isCollapsed: style.visibility == .collapse,
      margins: margins,
      mainMargins: isColumn ? margins.vertical : margins.horizontal,
      crossMargins: isColumn ? margins.horizontal : margins.vertical,
      automaticMargins: isColumn ? verticalAutos : horizontalAutos,
      mainPadding: isColumn ? padding.vertical : padding.horizontal)
  }

  /// The alignment of a child in the cross axis: `stretch`, `flexStart`, `flexEnd`, `center` or a baseline, where
  /// `flexStart` is the start of the axis whether lines wrap in reverse or not.
  func alignment(of child: Int) -> FlexItemAlignment {
    switch solver.nodes[child].style.alignSelf ?? style.alignItems {
    case .normal, .stretch: .stretch
    case .start: .flexStart
    case .end: .flexEnd
    case .flexStart: isWrapReversed ? .flexEnd : .flexStart
    case .flexEnd: isWrapReversed ? .flexStart : .flexEnd
    case .selfStart: isTurned(child) ? .flexEnd : .flexStart
    case .selfEnd: isTurned(child) ? .flexStart : .flexEnd
    case .center: .center
    case .baseline: .baseline
    case .lastBaseline: .lastBaseline
    }
  }

  /// Whether a child's own direction runs against the cross axis.
  private func isTurned(_ child: Int) -> Bool {
    isColumn && solver.boxes[child].direction != solver.boxes[node].direction
  }

  /// Whether the alignment of a child in the cross axis is safe.
  private func overflowAlignment(of child: Int) -> FlexOverflowAlignment {
    let own = solver.nodes[child].style
    return own.alignSelf == nil ? style.alignItemsOverflow : own.alignSelfOverflow
  }

  /// Whether an item has the cross size of the container before the lines are known.
  func fillsContainer(_ item: FlexItem) -> Bool {
    !isMultiLine && item.stretches && (isColumn || height != nil)
  }

  private func setBaseSize(_ item: inout FlexItem) {
    let style = solver.nodes[item.node].style
    let padding = item.mainPadding
    let whole = isColumn ? height : width
    let size: Double? =
      switch style.flexBasis {
      case .length(.auto):
        isColumn ? solver.styledHeight(item.node, basisRoom()) : solver.styledWidth(item.node, basisRoom())
      case .length(let length): solver.extent(length, of: whole, padding: padding, style.boxSizing)
      case .content: nil
      }
    item.isContentBased = size == nil
    item.base = (size ?? contentBase(item)) - padding
    let isFromRatio = solver.ratio(item.node) != nil && !isReplaced(item)
    item.hidesHeight = isColumn && height == nil && item.isContentBased && !isFromRatio
  }

  func isReplaced(_ item: FlexItem) -> Bool {
    if case .replaced = solver.nodes[item.node].content { true } else { false }
  }

  private func contentBase(_ item: FlexItem) -> Double {
    isColumn
      ? blockSize(item, ignoringRatio: false) : solver.contentWidths(item.node, measuringRoom(item)).most
  }

  private func setLimits(_ item: inout FlexItem) {
    let style = solver.nodes[item.node].style
    let room = basisRoom()
    var automatic: Double?
    if style.overflow == .visible, isColumn ? style.minHeight.isAuto : style.minWidth.isAuto {
      automatic = min(specifiedMinimum(item, room), minimumOfContents(item))
    }
    let limits =
      isColumn
      ? solver.heightLimits(item.node, room, automatic: automatic)
      : solver.styledWidthLimits(item.node, room, automatic: automatic)
    item.limits = Limits(
      least: max(0, limits.least - item.mainPadding), most: max(0, limits.most - item.mainPadding))
  }

  /// The upper limit of the automatic minimum that the style sets; infinite without one.
  private func specifiedMinimum(_ item: FlexItem, _ room: Room) -> Double {
    if !isColumn { return solver.styledWidth(item.node, room) ?? .infinity }
    if let height = solver.styledHeight(item.node, room) { return height }
    return solver.nodes[item.node].style.height.isAuto ? .infinity : blockSize(item, ignoringRatio: false)
  }

  /// The smallest main size that shows the contents of an item.
  private func minimumOfContents(_ item: FlexItem) -> Double {
    func size(ignoringRatio: Bool) -> Double {
      isColumn
        ? blockSize(item, ignoringRatio: ignoringRatio)
        : solver.contentWidths(item.node, measuringRoom(item), ignoringRatio: ignoringRatio).least
    }
    let size = size(ignoringRatio: false)
    guard solver.ratio(item.node) != nil, !isReplaced(item) else { return size }
    return max(size, isColumn ? blockSize(item, ignoringRatio: true) : self.minimumIgnoringRatio(item))
  }

  private func minimumIgnoringRatio(_ item: FlexItem) -> Double {
    solver.contentWidths(item.node, measuringRoom(item), ignoringRatio: true).least
  }

  /// The height that the contents of an item of a column need.
  private func blockSize(_ item: FlexItem, ignoringRatio: Bool) -> Double {
    let room = measuringRoom(item)
    if case .replaced(let natural) = solver.nodes[item.node].content {
      return solver.replacedHeightFromWidth(item.node, natural, room)
    }
    let ratio = solver.ratio(item.node).map { solver.aspectRatio(item.node, $0, percentWidth: width) }
    if let ratio, !ignoringRatio {
      return ratio.height(width: solver.usedWidth(item.node, room))
    }
    let layout = solver.layout(item.node, room, isComplete: false)
    let height = solver.layouts[layout].contentHeight
    guard let ratio else { return height }
    return ratio.heights(solver.styledWidthLimits(item.node, basisRoom())).clamp(height)
  }
}

/// The rooms that a container offers to its items.
extension FlexContainer {
  /// The room that the lengths of an item resolve in.
  func basisRoom() -> Room {
    Room(width: width, height: height, percentWidth: width, percentHeight: height)
  }

  /// The room that an item's contribution to the content widths of the container is computed in.
  func contributionRoom(_ item: FlexItem) -> Room {
    var room = Room(height: height, percentHeight: height)
    if !isColumn, fillsContainer(item) { room.heightRule = .stretch }
    return room
  }

  /// The room that the contents of an item are measured in, before its main size is known.
  func measuringRoom(_ item: FlexItem) -> Room {
    var room = basisRoom()
    if fillsContainer(item) {
      if isColumn { room.widthRule = .stretch } else { room.heightRule = .stretch }
    }
    if isColumn {
      room.percentHeight = nil
      room.hidesHeight = true
    }
    if let crossContribution = item.crossContribution {
      room.width = crossContribution
      room.widthRule = .fixed
    }
    return room
  }

  /// The room of an item whose main size is known.
  ///
  /// - Parameter lineSize: the cross size of the line, once it is known.
  func flexedRoom(_ item: FlexItem, lineSize: Double? = nil) -> Room {
    var room = basisRoom()
    room.hidesHeight = item.hidesHeight
    let stretches = item.stretches && (lineSize != nil || fillsContainer(item))
    if isColumn {
      room.height = item.mainSize
      room.heightRule = .fixed
      if let lineSize, stretches || isMultiLine { room.width = lineSize }
      if stretches { room.widthRule = .stretch }
      if let crossContribution = item.crossContribution {
        room.width = crossContribution
        room.widthRule = .fixed
      }
    } else {
      room.width = item.mainSize
      room.widthRule = .fixed
      if stretches {
        room.height = lineSize ?? height
        room.heightRule = .stretch
      }
    }
    return room
  }
}
