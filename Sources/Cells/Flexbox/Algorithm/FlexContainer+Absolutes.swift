internal import Geometry

/// Absolute children (CSS Flexbox §4.1, CSS Positioned Layout 3 §4).
extension FlexContainer {
  /// Lays out the absolute children in a container of a size, and sets the last of its children to them.
  func placeAbsolutes(in size: Size, _ children: Range<Int>) {
    let border = solver.boxes[node].borderWidths
    let inner = Size(
      width: max(0, size.width - border.horizontal), height: max(0, size.height - border.vertical))
    let absolutes = solver.boxes[node].absolutes
    for (place, number) in zip(children.suffix(absolutes.count), absolutes) {
      var box = placedAbsolute(solver.children[number], in: inner)
      box.x += border.left
      box.y += border.top
      solver.placedBoxes[place] = box
    }
  }

  /// An absolute child in the padding box of the container, which has a size.
  private func placedAbsolute(_ child: Int, in size: Size) -> PlacedBox {
    let automatic = solver.boxes[child].automaticMargins
    let horizontal = horizontalSlot(child, size)
    let vertical = verticalSlot(child, size)
    let room = absoluteRoom(child, size, horizontal, vertical)
    let layout = solver.layout(child, room, isComplete: true)
    let boxSize = Size(width: solver.layouts[layout].width, height: solver.layouts[layout].height)
    let margins = solver.margins(child, percentWidth: size.width)
    return PlacedBox(
      node: child,
      x: horizontal.position(
        of: boxSize.width, margins.left, margins.right, automatic.contains(.left), automatic.contains(.right),
        pinsOverflow: true),
      y: vertical.position(
        of: boxSize.height, margins.top, margins.bottom, automatic.contains(.top),
        automatic.contains(.bottom),
        pinsOverflow: false),
      layout: layout)
  }

  /// The room that an absolute box is laid out in: its width is fixed, and its height unless its contents decide it.
  private func absoluteRoom(
    _ child: Int, _ size: Size, _ horizontal: AbsoluteSlot, _ vertical: AbsoluteSlot
  ) -> Room {
    let style = solver.nodes[child].style
    var room = Room(
      width: horizontal.extent, height: vertical.extent, percentWidth: size.width, percentHeight: size.height)
    let hasKeyword = style.heightKeyword != nil
    let stretchesExplicitly =
      style.heightKeyword == .stretch
      || !hasKeyword && vertical.hasBothInsets && style.alignSelf == .stretch
    let alignsNormally = style.alignSelf == nil || style.alignSelf == .normal
    if stretchesExplicitly { room.heightRule = .stretch }
    if let natural = solver.boxes[child].naturalSize {
      let size = solver.replacedSize(child, natural, room)
      (room.width, room.height) = (size.width, size.height)
      (room.widthRule, room.heightRule) = (.fixed, .fixed)
      return room
    }
    let hasRatio = solver.boxes[child].ratio != nil
    let fillsHeight = !hasKeyword && vertical.hasBothInsets && alignsNormally
    if fillsHeight, !hasRatio { room.heightRule = .stretch }
    var widthRoom = room
    if fillsHeight { widthRoom.heightRule = .stretch }
    if hasRatio {
      let hasHeight = !style.height.isAuto || fillsHeight || stretchesExplicitly
      let heightIsStronger = !style.height.isAuto || stretchesExplicitly
      let followsHeight = hasHeight && (!horizontal.hasBothInsets || heightIsStronger)
      widthRoom.includesContents = followsHeight
      widthRoom.widthRule = horizontal.hasBothInsets && !followsHeight ? .fill : .fit
    } else if horizontal.hasBothInsets {
      widthRoom.widthRule = .fill
    }
    let width = solver.usedWidth(child, widthRoom)
    room.width = width
    room.widthRule = .fixed
    if let height = solver.knownHeight(child, room, width: nil) {
      room.height = height
      room.heightRule = .fixed
    }
    return room
  }
}

/// The part of a container, along one axis, that an absolute box may fill, and its place there.
private struct AbsoluteSlot {
  enum Bias { case start, center, end }

  var start: Double
  var end: Double
  var bias: Bias
  var hasBothInsets: Bool
  /// Whether a box that is larger than the slot begins at its start.
  var isSafe = false
  /// Whether a box that is aligned in the slot stays inside the container.
  var staysInside = false
  /// Whether a box that does not fit may reach beyond an edge of the container, as the container can scroll there.
  var mayExceedStart = false, mayExceedEnd = false
  /// The whole extent of the container.
  var whole: Double
  /// Whether the inline axis starts at the end.
  var isReversed = false

  var extent: Double { max(0, end - start) }

  /// The offset of a box of an extent.
  ///
  /// - Parameter pinsOverflow: whether a box that is too large for automatic margins begins at the start.
  func position(
    of extent: Double, _ before: Double, _ after: Double, _ isBeforeAuto: Bool, _ isAfterAuto: Bool,
    pinsOverflow: Bool
  ) -> Double {
    let space = self.extent - extent - before - after
    if hasBothInsets, isBeforeAuto || isAfterAuto {
      guard isBeforeAuto else { return start + before }
      guard isAfterAuto else { return start + space }
      if space < 0, pinsOverflow { return isReversed ? start + space : start }
      return start + space / 2
    }
    var offset =
      switch bias {
      case .start: start
      case .center: start + space / 2
      case .end: start + space
      }
    if isSafe, space < 0 { offset = start }
    if staysInside {
      let fits = space >= 0
      let least = fits ? start : mayExceedStart ? -.infinity : min(start, 0)
      let most = fits ? end : mayExceedEnd ? .infinity : max(end, whole)
      offset = max(least, min(offset, most - (extent + before + after)))
    }
    return offset + before
  }
}

extension FlexContainer {
  private func horizontalSlot(_ child: Int, _ size: Size) -> AbsoluteSlot {
    let insets = solver.nodes[child].style.insets(in: solver.boxes[child].direction)
    let border = solver.boxes[node].borderWidths
    let edge = isColumn ? crossEdge(child) : mainEdge()
    let bias: AbsoluteSlot.Bias =
      switch edge {
      case .center: .center
      case .start: isRightToLeft ? .end : .start
      case .end: isRightToLeft ? .start : .end
      }
    return slot(
      insets.left.points(of: size.width), insets.right.points(of: size.width), of: size.width,
      content: (padding.left - border.left, size.width - padding.right + border.right), bias,
      isReversed: isRightToLeft)
  }

  private func verticalSlot(_ child: Int, _ size: Size) -> AbsoluteSlot {
    let style = solver.nodes[child].style
    let border = solver.boxes[node].borderWidths
    var slot = slot(
      style.top.points(of: size.height), style.bottom.points(of: size.height), of: size.height,
      content: (padding.top - border.top, size.height - padding.bottom + border.bottom),
      isColumn ? mainEdge() : crossEdge(child),
      isReversed: false)
    guard slot.hasBothInsets, let alignment = style.alignSelf else { return slot }
    slot.isSafe = style.alignSelfOverflow == .safe
    slot.staysInside = alignment != .normal && style.alignSelfOverflow == .normal
    let isReversed = isColumn ? self.style.flexDirection.isReversed : isWrapReversed
    slot.mayExceedStart = self.style.overflow == .hidden && isReversed
    slot.mayExceedEnd = self.style.overflow == .hidden && !isReversed
    switch alignment {
    case .normal, .stretch, .flexStart, .start, .selfStart, .baseline: break
    case .center: slot.bias = .center
    case .flexEnd, .end, .selfEnd, .lastBaseline: slot.bias = .end
    }
    return slot
  }

  /// The slot between two insets, or at the static position if there is none.
  private func slot(
    _ before: Double?, _ after: Double?, of whole: Double, content: (start: Double, end: Double),
    _ edge: AbsoluteSlot.Bias, isReversed: Bool
  ) -> AbsoluteSlot {
    guard before == nil, after == nil else {
      let bias: AbsoluteSlot.Bias =
        if before != nil, after != nil { isReversed ? .end : .start } else { before != nil ? .start : .end }
      var slot = AbsoluteSlot(
        start: before ?? 0, end: whole - (after ?? 0), bias: bias,
        hasBothInsets: before != nil && after != nil, whole: whole, isReversed: isReversed)
      // Insets that cross leave a slot without extent at the weaker edge's side.
      if slot.end < slot.start { if bias == .start { slot.end = slot.start } else { slot.start = slot.end } }
      return slot
    }
    var slot = AbsoluteSlot(
      start: 0, end: whole, bias: edge, hasBothInsets: false, whole: whole, isReversed: isReversed)
    switch edge {
    case .start: slot.start = content.start
    case .end: slot.end = content.end
    case .center:
      let center = (content.start + content.end) / 2
      let half = min(center, whole - center)
      slot.start = center - half
      slot.end = center + half
    }
    return slot
  }

  /// The edge of the main axis where an absolute child without insets is.
  private func mainEdge() -> AbsoluteSlot.Bias {
    let isReversed = style.flexDirection.isReversed
    switch Distribution(style.justifyContent, isColumn: isColumn, isRightToLeft: isRightToLeft) {
    case .flexEnd: return isReversed ? .start : .end
    case .center, .spaceAround, .spaceEvenly: return .center
    case .start: return .start
    case .end: return .end
    case .flexStart, .spaceBetween, .stretch: return isReversed ? .end : .start
    }
  }

  /// The edge of the cross axis where an absolute child without insets is.
  private func crossEdge(_ child: Int) -> AbsoluteSlot.Bias {
    switch alignment(of: child) {
    case .flexEnd, .lastBaseline: .end
    case .center: .center
    case .stretch: isWrapReversed ? .end : .start
    default: .start
    }
  }
}
