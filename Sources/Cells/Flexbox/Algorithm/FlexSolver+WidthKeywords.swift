internal import Geometry

/// Widths that follow from contents (CSS Sizing 3 §5, CSS Sizing 4 §6).
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
      guard case .measured = nodes[node].content else { return contentWidths(node, room).fit(available) }
      let padding = padding(node, percentWidth: room.percentWidth).horizontal
      let most = styledWidthLimits(node, room).clamp(available)
      return padding + measurement(node, .shrinkWrap(max(0, most - padding))).size.width
    }
  }

  /// The width of the container without the margins of a box; nil if it is unknown.
  private func availableWidth(_ node: Int, _ room: Room) -> Double? {
    guard let whole = room.percentWidth else { return nil }
    let padding = padding(node, percentWidth: whole).horizontal
    return max(padding, whole - margins(node, percentWidth: whole).horizontal)
  }
}
