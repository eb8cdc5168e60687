internal import Geometry

/// The width of a box, and how its height follows from its contents.
extension FlexSolver {
  /// The width of a box in a room.
  func usedWidth(_ node: Int, _ room: Room) -> Double {
    if room.widthRule == .fixed, let width = room.width { return width }
    if let natural = boxes[node].naturalSize { return replacedSize(node, natural, room).width }

    let followsHeight = widthFollowsHeight(node, room)
    let styled = styledWidth(node, room)
    let isContentBased = styled == nil && (room.width == nil || room.widthRule == .fit)
    var least: Double?
    if isContentBased && followsHeight || room.includesContents, nodes[node].style.overflow == .visible {
      least = contentWidths(node, room, ignoringRatio: true).least
    }
    let width = styled ?? automaticWidth(node, room)
    return widthLimits(node, room, automatic: least).clamp(width)
  }

  private func automaticWidth(_ node: Int, _ room: Room) -> Double {
    guard let width = room.width else { return contentWidths(node, room).least }
    let margins = margins(node, percentWidth: room.percentWidth).horizontal
    let padding = padding(node, percentWidth: room.percentWidth).horizontal
    let available = max(padding, width - margins)
    return room.widthRule == .fit ? contentWidths(node, room).fit(available) : available
  }

  /// Whether the aspect ratio may give the width, because the height is known.
  private func widthFollowsHeight(_ node: Int, _ room: Room) -> Bool {
    guard boxes[node].ratio != nil else { return false }
    if nodes[node].style.height.isAuto, nodes[node].style.heightKeyword != .stretch,
      room.heightRule != .stretch
    {
      return false
    }
    return knownHeight(node, room, width: nil) != nil
  }

  /// The height of a box that does not depend on its contents; nil if it does.
  ///
  /// - Parameter width: the width of the box, if it is known.
  func knownHeight(_ node: Int, _ room: Room, width: Double?) -> Double? {
    let plan = heightPlan(node, room, width: width)
    return plan.preferred.map { plan.limits.clamp($0) }
  }

  /// How the height of a box follows from its contents.
  ///
  /// - Parameter width: the width of the box, if it is known.
  func heightPlan(_ node: Int, _ room: Room, width: Double?) -> HeightPlan {
    var plan = HeightPlan()
    if room.heightRule == .fixed, let height = room.height {
      plan.preferred = height
    } else {
      plan.preferred = styledHeight(node, room) ?? stretchedHeight(node, room)
      plan.limits = heightLimits(node, room)
      if plan.preferred == nil, let width, let ratio = boxes[node].ratio {
        plan.preferred = aspectRatio(node, ratio, percentWidth: room.percentWidth).height(width: width)
        plan.includesContents =
          nodes[node].style.overflow == .visible && nodes[node].style.height.isAuto
          && nodes[node].style.minHeight.isAuto
      }
    }
    if !room.hidesHeight { plan.known = plan.preferred.map { plan.limits.clamp($0) } }
    return plan
  }

  private func stretchedHeight(_ node: Int, _ room: Room) -> Double? {
    let keyword = nodes[node].style.heightKeyword
    guard room.heightRule == .stretch, keyword == nil || keyword == .stretch, let height = room.height else {
      return nil
    }
    return stretched(node, to: height, room)
  }
}
