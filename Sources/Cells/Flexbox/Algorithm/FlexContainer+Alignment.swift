internal import Geometry

/// Positions of lines and items (CSS Flexbox §9.5 and §9.6).
extension FlexContainer {
  /// Sets the cross sizes and offsets of the lines of a container of a size.
  func alignLines(in size: Size) {
    guard !lines.isEmpty else { return }
    var distribution = Distribution(style.alignContent)
    let inner = max(0, isColumn ? size.width - padding.horizontal : size.height - padding.vertical)
    var space =
      inner - lines.lazy.map { solver.lines[$0].crossSize }.reduce(0, +) - lineGap * Double(lines.count - 1)
    if !isMultiLine {
      solver.lines[lines.lowerBound].crossSize = inner
      space = 0
    } else if space >= 0, distribution == .stretch {
      let share = space / Double(lines.count)
      for line in lines { solver.lines[line].crossSize += share }
      space = 0
    }
    if style.alignContentOverflow == .safe, space < 0 { distribution = .start }
    let gap = distribution.gap(space, count: lines.count) + lineGap
    var offset = isColumn ? (isRightToLeft ? padding.right : padding.left) : padding.top
    offset += distribution.offset(space, count: lines.count, isReversed: isWrapReversed)
    for line in lines {
      solver.lines[line].crossOffset = offset
      offset += solver.lines[line].crossSize + gap
    }
  }

  /// Lays out the items for good, in lines whose cross sizes are known.
  func layoutItems() {
    for line in lines {
      let lineSize = solver.lines[line].crossSize
      for index in solver.lines[line].items {
        let room = finalRoom(solver.items[index], lineSize)
        let layout = solver.layout(solver.items[index].node, room, isComplete: true)
        solver.items[index].layout = layout
        solver.items[index].crossSize =
          isColumn ? solver.layouts[layout].width : solver.layouts[layout].height
      }
    }
  }

  /// The room that an item is laid out in for good.
  private func finalRoom(_ item: FlexItem, _ lineSize: Double) -> Room {
    let room = flexedRoom(item, lineSize: lineSize)
    guard !isColumn, item.stretches, let measured = item.layout, solver.boxes[item.node].ratio != nil else {
      return room
    }
    // A browser keeps the layout of a box whose height stays the same. The contents of a box with an aspect ratio then
    // rely on the height that the ratio gives, though the contents have made the box higher.
    let height = solver.knownHeight(item.node, room, width: room.width)
    guard let height else { return room }
    return abs(height - solver.layouts[measured].height) < Self.slack ? flexedRoom(item) : room
  }

  /// The children of a container at their places, and the baselines of the container.
  struct Placement {
    /// A range of the placed boxes of the solver, which ends with the absolute children.
    var children: Range<Int>
    var firstBaseline: Double?
    var lastBaseline: Double?
  }

  /// Places the items.
  func placeItems() -> Placement {
    let unplaced = PlacedBox(node: 0, x: 0, y: 0, layout: 0)
    var placement = Placement(
      children: solver.placedBoxes.append(
        repeating: unplaced, count: items.count + solver.boxes[node].absolutes.count))
    var next = placement.children.lowerBound
    var baselines = ContainerBaselines()
    for number in lines {
      let line = solver.lines[number]
      let isFirst = number == lines.lowerBound
      let isLast = number == lines.upperBound - 1
      if !isColumn { baselines.add(line, isFirst: isFirst, isLast: isLast) }
      placeItems(of: line) { place in
        solver.placedBoxes[next] = placed(place)
        next += 1
        guard isFirst || isLast, let index = solver.items[place.item].layout else { return }
        let top = isColumn ? place.main : place.cross
        let height = solver.layouts[index].height
        baselines.add(
          first: top + (solver.layouts[index].firstBaseline ?? height),
          last: top + (solver.layouts[index].lastBaseline ?? height), isFirst: isFirst, isLast: isLast)
      }
    }
    placement.firstBaseline = baselines.first
    placement.lastBaseline = baselines.last
    return placement
  }

  /// The offsets of an item in the border box of the container.
  private struct Place {
    var item: Int
    var main: Double
    var cross: Double
  }

  /// Calls `body` with the place of each item of a line, in the order of the positions.
  private func placeItems(of line: FlexLine, _ body: (Place) -> Void) {
    let sharesSpace = line.automaticMargins > 0 && line.freeSpace > 0
    let margin = sharesSpace ? line.freeSpace / Double(line.automaticMargins) : 0
    let space = sharesSpace ? 0 : line.freeSpace
    var distribution = Distribution(style.justifyContent, isColumn: isColumn, isRightToLeft: isRightToLeft)
    if style.justifyContentOverflow == .safe, space < 0 { distribution = .start }
    let gap = distribution.gap(space, count: line.items.count) + itemGap
    var offset = isColumn ? padding.top : isRightToLeft ? padding.right : padding.left
    let isReversed = style.flexDirection.isReversed
    offset += distribution.offset(space, count: line.items.count, isReversed: isReversed)
    for number in line.items {
      let index = isReversed ? line.items.upperBound - 1 - (number - line.items.lowerBound) : number
      let item = solver.items[index]
      let margins = usedMargins(item, line, automatic: margin)
      offset += mainStart(margins)
      body(Place(item: index, main: offset, cross: crossOffset(item, line, margins)))
      offset += item.mainSize + mainEnd(margins) + gap
    }
  }

  /// The margins of an item, where `auto` has a share of the free space.
  private func usedMargins(_ item: FlexItem, _ line: FlexLine, automatic: Double) -> Insets {
    let automaticSides = solver.boxes[item.node].automaticMargins
    if automaticSides.isEmpty { return item.margins }
    let space = max(0, line.crossSize - item.crossSize - item.crossMargins)
    let horizontal = isColumn ? space : automatic
    let vertical = isColumn ? automatic : space
    func share(_ space: Double, _ other: FlexSides, isMain: Bool) -> Double {
      !isMain && automaticSides.contains(other) ? space / 2 : space
    }
    var margins = item.margins
    if automaticSides.contains(.left) { margins.left = share(horizontal, .right, isMain: !isColumn) }
    if automaticSides.contains(.right) { margins.right = share(horizontal, .left, isMain: !isColumn) }
    if automaticSides.contains(.top) { margins.top = share(vertical, .bottom, isMain: isColumn) }
    if automaticSides.contains(.bottom) { margins.bottom = share(vertical, .top, isMain: isColumn) }
    return margins
  }

  private func crossOffset(_ item: FlexItem, _ line: FlexLine, _ margins: Insets) -> Double {
    let space = line.crossSize - item.crossSize - item.crossMargins
    let offset: Double
    switch item.alignment {
    case _ where item.isSafe && space < 0: offset = 0
    case .center: offset = space / 2
    case .flexEnd: offset = space
    case .stretch: offset = isWrapReversed ? space : 0
    case .baseline, .lastBaseline:
      let ascent = ascent(of: item) ?? 0
      offset =
        isAlignedToStart(item)
        ? (line.startBaseline ?? ascent) - ascent : space - ((line.endBaseline ?? ascent) - ascent)
    case .normal, .flexStart, .start, .end, .selfStart, .selfEnd: offset = 0
    }
    return line.crossOffset + offset + crossStart(margins)
  }

  private func mainStart(_ margins: Insets) -> Double {
    isColumn ? margins.top : isRightToLeft ? margins.right : margins.left
  }

  private func mainEnd(_ margins: Insets) -> Double {
    isColumn ? margins.bottom : isRightToLeft ? margins.left : margins.right
  }

  /// An item at the place that its offsets and its insets mean.
  private func placed(_ place: Place) -> PlacedBox {
    let item = solver.items[place.item]
    let layout = item.layout ?? 0
    let inline = isColumn ? place.cross : place.main
    let outerWidth = (width ?? 0) + padding.horizontal
    let x = isRightToLeft ? outerWidth - inline - solver.layouts[layout].width : inline
    let shift = relativeShift(item.node)
    return PlacedBox(
      node: item.node, x: x + shift.x, y: (isColumn ? place.main : place.cross) + shift.y, layout: layout)
  }

  /// How far the insets of a relative box move it.
  private func relativeShift(_ child: Int) -> Point {
    guard solver.boxes[child].hasInsets else { return .zero }
    let insets = solver.nodes[child].style.insets(in: solver.boxes[child].direction)
    let left = insets.left.points(of: width)
    let right = insets.right.points(of: width).map { -$0 }
    let top = insets.top.points(of: height)
    let bottom = insets.bottom.points(of: height).map { -$0 }
    return Point(x: (isRightToLeft ? right ?? left : left ?? right) ?? 0, y: top ?? bottom ?? 0)
  }
}

/// The baselines of a container: those that items of its first and last line share, or those of its first and last item.
private struct ContainerBaselines {
  private var sharedFirst: Double?
  private var sharedLast: Double?
  private var itemFirst: Double?
  private var itemLast: Double?

  var first: Double? { sharedFirst ?? itemFirst }
  var last: Double? { sharedLast ?? itemLast }

  mutating func add(_ line: FlexLine, isFirst: Bool, isLast: Bool) {
    let start = line.startBaseline.map { line.crossOffset + $0 }
    let end = line.endBaseline.map { line.crossOffset + line.crossSize - $0 }
    if isFirst { sharedFirst = start ?? end }
    if isLast { sharedLast = end ?? start }
  }

  mutating func add(first: Double, last: Double, isFirst: Bool, isLast: Bool) {
    if isFirst, itemFirst == nil { itemFirst = first }
    if isLast { itemLast = last }
  }
}
