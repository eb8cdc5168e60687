/// The room for a line between its margins, in points.
struct LineRoom {
  /// The distance from the leading margin.
  var leading: Double
  /// The distance that stays free at the trailing margin.
  var trailing: Double
  var width: Double
}

extension ParagraphStyle {
  /// Returns the room for a line in a text of a width.
  func room(isFirstLine: Bool, width: Double) -> LineRoom {
    let leading = isFirstLine ? firstLineHeadIndent : headIndent
    let trailing = max(0, -tailIndent)
    let end = tailIndent > 0 ? tailIndent : width - trailing
    return LineRoom(leading: leading, trailing: trailing, width: max(0, end - leading))
  }

  /// Returns the extents of a line within the limits to its height. The baseline keeps its distance from the bottom.
  func limited(_ extents: LineExtents) -> LineExtents {
    var height = extents.height
    if lineHeightMultiple > 0 { height *= lineHeightMultiple }
    height = max(height, minimumLineHeight)
    if maximumLineHeight > 0 { height = min(height, maximumLineHeight) }
    // Without limits, the extents stay the same to the last bit.
    guard height != extents.height else { return extents }
    return LineExtents(above: height - extents.below, below: extents.below)
  }

  /// Returns the distance of a line's left edge from that of the text.
  ///
  /// - Parameter width: the width between the margins.
  /// - Parameter lineWidth: the width of the line; it begins at the leading edge of its room if it is wider.
  func x(in room: LineRoom, ofWidth width: Double, lineWidth: Double, isRightToLeft: Bool) -> Double {
    let slack = max(0, room.width - lineWidth)
    let shift =
      switch alignment {
      case .natural, .justified: 0.0
      case .center: slack / 2
      case .left: isRightToLeft ? slack : 0
      case .right: isRightToLeft ? 0 : slack
      }
    let start = room.leading + shift
    return isRightToLeft ? width - start - lineWidth : start
  }
}
