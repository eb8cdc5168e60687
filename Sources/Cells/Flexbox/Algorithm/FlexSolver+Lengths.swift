internal import Geometry

/// Lengths, edges and limits of a box.
extension FlexSolver {
  /// The padding of a box with its border; percentages refer to a width, and are 0 if it is unknown.
  @inline(__always)
  func padding(_ node: Int, percentWidth: Double?) -> Insets {
    boxes[node].fixedPadding ?? percentPadding(node, of: percentWidth ?? 0)
  }

  @inline(never)
  private func percentPadding(_ node: Int, of width: Double) -> Insets {
    nodes[node].style.padding(in: boxes[node].direction).padding(of: width, with: boxes[node].borderWidths)
  }

  /// The margins of a box, where `auto` is 0; percentages refer to a width, and are 0 if it is unknown.
  @inline(__always)
  func margins(_ node: Int, percentWidth: Double?) -> Insets {
    boxes[node].fixedMargins ?? percentMargins(node, of: percentWidth ?? 0)
  }

  @inline(never)
  private func percentMargins(_ node: Int, of width: Double) -> Insets {
    nodes[node].style.margins(in: boxes[node].direction).points(of: width)
  }

  /// Whether the padding of a box depends on the width of its parent.
  func hasPercentPadding(_ node: Int) -> Bool { boxes[node].fixedPadding == nil }

  /// The border box that a length of the style means, given the padding of the axis; nil for an unknown length.
  func extent(_ length: FlexLength, of whole: Double?, padding: Double, _ sizing: FlexBoxSizing) -> Double? {
    guard let points = length.points(of: whole) else { return nil }
    return sizing == .borderBox ? max(padding, points) : max(0, points) + padding
  }

  /// The width that the style sets; nil for `auto`, and for what depends on an unknown width of the container.
  func styledWidth(_ node: Int, _ room: Room) -> Double? {
    if boxes[node].hasAutomaticWidth { return nil }
    if let keyword = nodes[node].style.widthKeyword { return width(of: keyword, node, room) }
    let padding = padding(node, percentWidth: room.percentWidth)
    return extent(
      nodes[node].style.width, of: room.percentWidth, padding: padding.horizontal, nodes[node].style.boxSizing
    )
  }

  /// The height that the style sets; nil for `auto`, and for what depends on an unknown height of the container.
  func styledHeight(_ node: Int, _ room: Room) -> Double? {
    if boxes[node].hasAutomaticHeight { return nil }
    if let keyword = nodes[node].style.heightKeyword { return height(of: keyword, node, room) }
    let padding = padding(node, percentWidth: room.percentWidth)
    return extent(
      nodes[node].style.height, of: room.percentHeight, padding: padding.vertical, nodes[node].style.boxSizing
    )
  }

  /// The limits of a height that the style sets.
  ///
  /// - Parameter automatic: the minimum where `minHeight` is `auto`.
  func heightLimits(_ node: Int, _ room: Room, automatic: Double? = nil) -> Limits {
    let padding = padding(node, percentWidth: room.percentWidth).vertical
    guard boxes[node].hasHeightLimits else { return Limits(least: automatic ?? padding) }
    return limits(
      nodes[node].style.minHeight, nodes[node].style.maxHeight, of: room.percentHeight, padding: padding,
      nodes[node].style.boxSizing, automatic: automatic)
  }

  /// The limits of a width that the style sets, without those that follow from the height.
  ///
  /// - Parameter automatic: the minimum where `minWidth` is `auto`.
  func styledWidthLimits(_ node: Int, _ room: Room, automatic: Double? = nil) -> Limits {
    let padding = padding(node, percentWidth: room.percentWidth).horizontal
    guard boxes[node].hasWidthLimits else { return Limits(least: automatic ?? padding) }
    return limits(
      nodes[node].style.minWidth, nodes[node].style.maxWidth, of: room.percentWidth, padding: padding,
      nodes[node].style.boxSizing, automatic: automatic)
  }

  /// The limits of a width, including those of the height as the aspect ratio transfers them.
  func widthLimits(_ node: Int, _ room: Room, automatic: Double? = nil) -> Limits {
    var limits = styledWidthLimits(node, room, automatic: automatic)
    if let ratio = boxes[node].ratio, boxes[node].hasAutomaticWidth, room.widthRule != .stretch {
      let transferred = transferredWidthLimits(node, room, ratio)
      limits.least = max(limits.least, min(transferred.least, limits.most))
      limits.most = min(limits.most, transferred.most)
    }
    limits.most = max(limits.least, limits.most)
    return limits
  }

  private func limits(
    _ least: FlexLength, _ most: FlexLength, of whole: Double?, padding: Double, _ sizing: FlexBoxSizing,
    automatic: Double?
  ) -> Limits {
    var limits = Limits()
    limits.most = extent(most, of: whole, padding: padding, sizing) ?? .infinity
    if let automatic, least.isAuto {
      limits.least = min(automatic, limits.most)
    } else {
      // A percentage of an unknown length is 0, and leaves the points of a sum.
      limits.least = extent(least, of: whole ?? 0, padding: padding, sizing) ?? padding
    }
    limits.most = max(limits.least, limits.most)
    return limits
  }
}
