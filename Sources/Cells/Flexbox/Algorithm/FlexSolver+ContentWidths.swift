internal import Cancellation
internal import Geometry

/// Min-content and max-content widths (CSS Sizing 3 §5, CSS Flexbox §9.9).
extension FlexSolver {
  /// The min-content and max-content width of a box, without its own width and limits.
  ///
  /// - Parameter ignoringRatio: whether a known height gives no width through the aspect ratio.
  func contentWidths(_ node: Int, _ room: Room, ignoringRatio: Bool = false) -> ContentWidths {
    if let natural = boxes[node].naturalSize {
      let width = replacedWidthFromHeight(node, natural, room)
      return ContentWidths(least: width, most: width)
    }
    let plan = heightPlan(node, room, width: nil)
    let ratio = boxes[node].ratio.map { aspectRatio(node, $0, percentWidth: room.percentWidth) }
    if let ratio, let height = plan.known, !ignoringRatio {
      let width = ratio.width(height: height)
      return ContentWidths(least: width, most: width, isFromRatio: true)
    }
    let widths = widthsOfContents(node, room, plan)
    guard let ratio, plan.known == nil else { return widths }
    return widths.clamped(to: ratio.widths(heightLimits(node, room)))
  }

  /// The widths that a box needs for its contents, by its height.
  private func widthsOfContents(_ node: Int, _ room: Room, _ plan: HeightPlan) -> ContentWidths {
    let key = ContentWidthsKey(
      paddingBase: hasPercentPadding(node) ? room.percentWidth : nil, height: plan)
    if let known = knownContentWidths.entry(node, for: key) { return knownContentWidths.result(of: known) }
    if knownContentWidths.count(node) >= Self.sizeLimit, let newest = knownContentWidths.newest(node) {
      return knownContentWidths.result(of: newest)
    }
    work.contentWidths += 1
    let padding = padding(node, percentWidth: room.percentWidth)
    var widths: ContentWidths
    if boxes[node].isMeasured {
      widths = ContentWidths(
        least: measurement(node, .minContent).size.width, most: measurement(node, .maxContent).size.width)
      widths.most = max(widths.least, widths.most)
    } else if pace.isOver() {
      // The result is discarded.
      return ContentWidths(least: 0, most: 0)
    } else {
      var container = FlexContainer(self, node, width: nil, padding: padding, plan)
      widths = container.contentWidths()
    }
    widths.least += padding.horizontal
    widths.most += padding.horizontal
    knownContentWidths.add(node, key, widths)
    return widths
  }

  /// The widths that an item contributes to the content widths of its container, without margins.
  func contribution(_ node: Int, _ room: Room) -> ContentWidths {
    if let natural = boxes[node].naturalSize {
      let width = replacedSize(node, natural, room).width
      let isCompressible = nodes[node].style.width.isPercent || nodes[node].style.maxWidth.isPercent
      let least = isCompressible ? styledWidthLimits(node, room).least : width
      return ContentWidths(least: least, most: width)
    }
    let widths: ContentWidths
    if let styled = styledWidth(node, room) {
      widths = ContentWidths(least: styled, most: styled)
    } else {
      widths = contentWidths(node, room)
    }
    var least: Double?
    if widths.isFromRatio, nodes[node].style.overflow == .visible {
      least = contentWidths(node, room, ignoringRatio: true).least
    }
    return widths.clamped(to: widthLimits(node, room, automatic: least))
  }
}
