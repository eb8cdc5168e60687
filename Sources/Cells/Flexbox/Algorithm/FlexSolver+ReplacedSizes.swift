internal import Geometry

/// Sizes of boxes with a natural size, such as images (CSS 2.2 §10.3.2, CSS Sizing 4 §5).
extension FlexSolver {
  /// The size of a replaced box in a room.
  func replacedSize(_ node: Int, _ natural: Size, _ room: Room) -> Size {
    let ratio = replacedRatio(node, natural, room)
    let height = replacedHeight(node, natural, room)
    if room.widthRule == .fixed, let width = room.width { return Size(width: width, height: height) }

    var limits = styledWidthLimits(node, room)
    if let width = styledWidth(node, room) ?? stretchedWidth(node, room) {
      return Size(width: limits.clamp(width), height: height)
    }
    guard let ratio else {
      return Size(width: limits.clamp(naturalBox(node, natural, room).width), height: height)
    }
    if nodes[node].style.width.isPercent {
      let transferred = ratio.widths(heightLimits(node, room))
      limits.least = max(limits.least, min(transferred.least, limits.most))
      limits.most = max(limits.least, min(limits.most, transferred.most))
    }
    return Size(width: limits.clamp(ratio.width(height: height)), height: height)
  }

  private func replacedHeight(_ node: Int, _ natural: Size, _ room: Room) -> Double {
    if room.heightRule == .fixed, let height = room.height { return height }
    let height =
      styledHeight(node, room) ?? replacedStretchedHeight(node, room)
      ?? replacedHeightFromWidth(node, natural, room)
    return heightLimits(node, room).clamp(height)
  }

  /// The height of a replaced box as its width alone gives it, without its own height and limits.
  func replacedHeightFromWidth(_ node: Int, _ natural: Size, _ room: Room) -> Double {
    let natural = naturalBox(node, natural, room)
    guard let size = boxes[node].naturalSize, let ratio = replacedRatio(node, size, room) else {
      return natural.height
    }
    if room.widthRule == .fixed, let width = room.width { return ratio.height(width: width) }
    let followsContents = nodes[node].style.widthKeyword.map { $0 != .stretch } ?? false
    let styled = followsContents ? nil : styledWidth(node, room) ?? stretchedWidth(node, room)
    if styled == nil, nodes[node].style.width.isPercent { return natural.height }
    return ratio.height(width: styledWidthLimits(node, room).clamp(styled ?? natural.width))
  }

  /// The width of a replaced box as its height alone gives it, without its own width and limits.
  func replacedWidthFromHeight(_ node: Int, _ natural: Size, _ room: Room) -> Double {
    let box = naturalBox(node, natural, room)
    let limits = heightLimits(node, room)
    guard let ratio = replacedRatio(node, natural, room) else { return box.width }
    if room.heightRule == .fixed, let height = room.height { return ratio.width(height: height) }
    let height = styledHeight(node, room) ?? replacedStretchedHeight(node, room) ?? box.height
    return ratio.widths(limits).clamp(ratio.width(height: limits.clamp(height)))
  }

  /// The ratio of a replaced box; nil without one. A natural ratio is that of the content box.
  private func replacedRatio(_ node: Int, _ natural: Size, _ room: Room) -> AspectRatio? {
    if let ratio = boxes[node].ratio { return aspectRatio(node, ratio, percentWidth: room.percentWidth) }
    guard natural.width > 0, natural.height > 0 else { return nil }
    let padding = padding(node, percentWidth: room.percentWidth)
    return AspectRatio(value: natural.width / natural.height, outside: padding, padding: padding)
  }

  /// The natural size with padding, and with the height that the ratio gives.
  private func naturalBox(_ node: Int, _ natural: Size, _ room: Room) -> Size {
    let padding = padding(node, percentWidth: room.percentWidth)
    let width = natural.width + padding.horizontal
    let height = replacedRatio(node, natural, room)?.height(width: width) ?? natural.height + padding.vertical
    return Size(width: width, height: height)
  }

  private func stretchedWidth(_ node: Int, _ room: Room) -> Double? {
    guard boxes[node].hasAutomaticWidth, room.widthRule == .stretch, let width = room.width else {
      return nil
    }
    let margins = margins(node, percentWidth: room.percentWidth).horizontal
    return max(padding(node, percentWidth: room.percentWidth).horizontal, width - margins)
  }

  private func replacedStretchedHeight(_ node: Int, _ room: Room) -> Double? {
    guard boxes[node].hasAutomaticHeight || nodes[node].style.heightKeyword == .stretch,
      room.heightRule == .stretch,
      let height = room.height
    else { return nil }
    return stretched(node, to: height, room)
  }
}
