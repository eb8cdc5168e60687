internal import Geometry

/// Lengths, edges and limits of a box.
extension FlexSolver {
  /// The padding of a box with its border; percentages refer to a width, and are 0 if it is unknown.
  func padding(_ node: Int, percentWidth: Double?) -> Insets {
    boxes[node].fixedPadding ?? nodes[node].style.padding(percentWidth: percentWidth ?? 0)
  }

  /// The margins of a box, where `auto` is 0; percentages refer to a width, and are 0 if it is unknown.
  func margins(_ node: Int, percentWidth: Double?) -> Insets {
    let width = percentWidth ?? 0
    func points(_ length: FlexLength) -> Double { length.points(of: width) ?? 0 }
    return Insets(
      top: points(nodes[node].style.marginTop), left: points(nodes[node].style.marginLeft),
      bottom: points(nodes[node].style.marginBottom), right: points(nodes[node].style.marginRight))
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
    if let keyword = nodes[node].style.widthKeyword { return width(of: keyword, node, room) }
    if case .auto = nodes[node].style.width { return nil }
    let padding = padding(node, percentWidth: room.percentWidth)
    return extent(
      nodes[node].style.width, of: room.percentWidth, padding: padding.horizontal, nodes[node].style.boxSizing
    )
  }

  /// The height that the style sets; nil for `auto`, and for what depends on an unknown height of the container.
  func styledHeight(_ node: Int, _ room: Room) -> Double? {
    if let keyword = nodes[node].style.heightKeyword { return height(of: keyword, node, room) }
    if case .auto = nodes[node].style.height { return nil }
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
    return limits(
      nodes[node].style.minHeight, nodes[node].style.maxHeight, of: room.percentHeight, padding: padding,
      nodes[node].style.boxSizing, automatic: automatic)
  }

  /// The limits of a width that the style sets, without those that follow from the height.
  ///
  /// - Parameter automatic: the minimum where `minWidth` is `auto`.
  func styledWidthLimits(_ node: Int, _ room: Room, automatic: Double? = nil) -> Limits {
    let padding = padding(node, percentWidth: room.percentWidth).horizontal
    return limits(
      nodes[node].style.minWidth, nodes[node].style.maxWidth, of: room.percentWidth, padding: padding,
      nodes[node].style.boxSizing, automatic: automatic)
  }

  /// The limits of a width, including those of the height as the aspect ratio transfers them.
  func widthLimits(_ node: Int, _ room: Room, automatic: Double? = nil) -> Limits {
    var limits = styledWidthLimits(node, room, automatic: automatic)
    if let ratio = ratio(node), nodes[node].style.hasAutomaticWidth, room.widthRule != .stretch {
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
      limits.least = extent(least, of: whole, padding: padding, sizing) ?? padding
    }
    limits.most = max(limits.least, limits.most)
    return limits
  }
}

extension FlexStyle {
  /// Whether the width is `auto`, and no keyword says how it follows from the contents.
  var hasAutomaticWidth: Bool { width.isAuto && widthKeyword == nil }

  /// Whether the height is `auto`, and no keyword says how it follows from the contents.
  var hasAutomaticHeight: Bool { height.isAuto && heightKeyword == nil }

  /// Whether the height, or a limit of it, is a percentage.
  var hasPercentHeight: Bool { height.isPercent || minHeight.isPercent || maxHeight.isPercent }

  /// The padding with the border, where percentages refer to a width.
  func padding(percentWidth: Double) -> Insets {
    func points(_ length: FlexLength) -> Double { max(0, length.points(of: percentWidth) ?? 0) }
    return Insets(
      top: points(paddingTop) + borderWidths.top, left: points(paddingLeft) + borderWidths.left,
      bottom: points(paddingBottom) + borderWidths.bottom, right: points(paddingRight) + borderWidths.right)
  }

  /// Gives the lengths of the start and the end to the left and right sides that a direction makes of them.
  mutating func resolveInlineSides(in direction: FlexInlineDirection) {
    let isReversed = direction == .rtl
    if let start = paddingInlineStart { if isReversed { paddingRight = start } else { paddingLeft = start } }
    if let end = paddingInlineEnd { if isReversed { paddingLeft = end } else { paddingRight = end } }
    if let start = marginInlineStart { if isReversed { marginRight = start } else { marginLeft = start } }
    if let end = marginInlineEnd { if isReversed { marginLeft = end } else { marginRight = end } }
    if let start = insetInlineStart { if isReversed { right = start } else { left = start } }
    if let end = insetInlineEnd { if isReversed { left = end } else { right = end } }
    borderWidths = borderWidths(in: direction)
  }

  /// The padding with the border, unless a side of it is a percentage.
  var fixedPadding: Insets? {
    let hasPercentage =
      paddingTop.isPercent || paddingRight.isPercent || paddingBottom.isPercent || paddingLeft.isPercent
    return hasPercentage ? nil : padding(percentWidth: 0)
  }
}

extension Insets {
  var horizontal: Double { left + right }
  var vertical: Double { top + bottom }
}
