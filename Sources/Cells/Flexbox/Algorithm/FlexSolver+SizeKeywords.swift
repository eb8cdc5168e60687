internal import Geometry

/// Sizes that follow from contents or from the container (CSS Sizing 3 §5, CSS Sizing 4 §6).
extension FlexSolver {
  /// The width that a keyword means; nil for one that depends on an unknown width of the container.
  func width(of keyword: FlexWidthKeyword, _ node: Int, _ room: Room) -> Double? {
    switch keyword {
    case .minContent: return contentWidths(node, room).least
    case .maxContent: return contentWidths(node, room).most
    case .fitContent: return availableWidth(node, room).map { contentWidths(node, room).fit($0) }
    case .stretch: return availableWidth(node, room)
    case .shrinkWrap:
      guard let available = availableWidth(node, room) else { return nil }
      guard boxes[node].isMeasured else { return contentWidths(node, room).fit(available) }
      let padding = padding(node, percentWidth: room.percentWidth).horizontal
      let most = styledWidthLimits(node, room).clamp(available)
      return padding + measurement(node, .shrinkWrap(max(0, most - padding))).size.width
    }
  }

  /// The height that a keyword means; nil for that of the contents, and for one that depends on an unknown height of the
  /// container.
  func height(of keyword: FlexHeightKeyword, _ node: Int, _ room: Room) -> Double? {
    // An absolute box stretches between its insets, which its room has taken into account.
    guard keyword == .stretch, nodes[node].style.position != .absolute, let whole = room.percentHeight else {
      return nil
    }
    return stretched(node, to: whole, room)
  }

  /// The height of a box that fills a height with its margins.
  func stretched(_ node: Int, to height: Double, _ room: Room) -> Double {
    let margins = margins(node, percentWidth: room.percentWidth).vertical
    return max(padding(node, percentWidth: room.percentWidth).vertical, height - margins)
  }

  /// The width of the container, or between the insets of an absolute box, without the margins of the box; nil if it is
  /// unknown.
  private func availableWidth(_ node: Int, _ room: Room) -> Double? {
    let whole = nodes[node].style.position == .absolute ? room.width : room.percentWidth
    guard let whole, whole.isFinite else { return nil }
    let padding = padding(node, percentWidth: room.percentWidth).horizontal
    return max(padding, whole - margins(node, percentWidth: room.percentWidth).horizontal)
  }
}
