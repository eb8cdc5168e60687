internal import Geometry

/// A box of the tree: the properties that do not depend on a size, resolved once.
struct FlexBox {
  var direction: FlexInlineDirection
  /// The children that are items, by `order`: a range of the solver's children.
  var items = 0..<0
  /// The absolute children, in the order of the document: a range of the solver's children.
  var absolutes = 0..<0
  /// Whether the caller measures the contents.
  var isMeasured = false
  /// The natural size of a replaced box, in points; nil for other boxes.
  var naturalSize: Size?
  var borderWidths = Insets.zero
  /// The padding and the border, unless a side of the padding is a percentage.
  var fixedPadding: Insets?
  /// The margins, where `auto` is 0, unless a side is a percentage.
  var fixedMargins: Insets?
  var automaticMargins: FlexSides = []
  /// Whether an inset may move the box.
  var hasInsets = false
  /// The ratio that the style sets; nil if it is none that a box can have.
  var ratio: Double?
  /// Whether the width is `auto`, and no keyword says how it follows from the contents; and the same of the height.
  var hasAutomaticWidth = false, hasAutomaticHeight = false
  /// Whether the style limits the width, and whether it limits the height.
  var hasWidthLimits = false, hasHeightLimits = false
  /// Whether the height, or a limit of it, is a percentage.
  var hasPercentHeight = false
  /// Whether the box has last been laid out where that percentage is unknown.
  var hasUnknownPercentage = false

  init(direction: FlexInlineDirection) { self.direction = direction }

  /// Resolves the properties of a style. The direction is known.
  ///
  /// A style is large: a function that is not inlined would be given a copy.
  @inline(__always)
  private mutating func resolve(_ style: FlexStyle) {
    hasAutomaticWidth = style.width.isAuto && style.widthKeyword == nil
    hasAutomaticHeight = style.height.isAuto && style.heightKeyword == nil
    hasWidthLimits = !style.minWidth.isAuto || !style.maxWidth.isAuto
    hasHeightLimits = !style.minHeight.isAuto || !style.maxHeight.isAuto
    hasPercentHeight = style.height.isPercent || style.minHeight.isPercent || style.maxHeight.isPercent
    if let ratio = style.aspectRatio, ratio > 0, ratio < .infinity { self.ratio = ratio }

    borderWidths = style.borderWidths(in: direction)
    let padding = style.padding(in: direction)
    if !padding.hasPercentage { fixedPadding = padding.padding(of: 0, with: borderWidths) }
    let margins = style.margins(in: direction)
    if !margins.hasPercentage { fixedMargins = margins.points(of: 0) }
    automaticMargins = margins.automaticSides
    hasInsets = style.insets(in: direction).automaticSides != .all
  }
}

extension FlexEdges {
  /// The padding in points, at least 0, with the border.
  func padding(of whole: Double, with border: Insets) -> Insets {
    let padding = points(of: whole)
    return Insets(
      top: max(0, padding.top) + border.top, left: max(0, padding.left) + border.left,
      bottom: max(0, padding.bottom) + border.bottom, right: max(0, padding.right) + border.right)
  }
}

extension Insets {
  var horizontal: Double { left + right }
  var vertical: Double { top + bottom }
}

/// The boxes of a tree, with their children.
extension FlexBox {
  /// Returns the boxes of all nodes, and the children, of which each box has ranges.
  static func boxes(
    of nodes: UnsafeBufferPointer<FlexNode>, direction: FlexInlineDirection
  ) -> (boxes: Scratch<FlexBox>, children: Scratch<Int>) {
    let boxes = Scratch(repeating: FlexBox(direction: direction), count: nodes.count)
    let children = Scratch<Int>(capacity: nodes.count)
    for index in nodes.indices {
      if let direction = nodes[index].style.direction { boxes[index].direction = direction }
      boxes[index].resolve(nodes[index].style)
      boxes[index].resolve(nodes[index].content)
      guard case .boxes(let numbers) = nodes[index].content else { continue }
      for child in numbers where child > index && child < nodes.count {
        boxes[child].direction = boxes[index].direction
      }
      boxes[index].addChildren(numbers, of: index, nodes, to: children)
    }
    return (boxes, children)
  }

  private mutating func resolve(_ content: FlexContent) {
    switch content {
    case .boxes: break
    case .measured: isMeasured = true
    case .replaced(let size): naturalSize = size
    }
  }

  private mutating func addChildren(
    _ numbers: [Int], of index: Int, _ nodes: UnsafeBufferPointer<FlexNode>, to children: Scratch<Int>
  ) {
    let existing = numbers.lazy.filter {
      $0 > index && $0 < nodes.count && nodes[$0].style.display != .none
    }
    let start = children.count
    for child in existing where nodes[child].style.position == .relative { children.append(child) }
    items = start..<children.count
    if items.contains(where: { nodes[children[$0]].style.order != 0 }) {
      // The standard library's sort is stable.
      let sorted = items.map { children[$0] }.sorted { nodes[$0].style.order < nodes[$1].style.order }
      for (place, child) in zip(items, sorted) { children[place] = child }
    }
    for child in existing
    where nodes[child].style.position == .absolute && nodes[child].style.visibility == .visible {
      children.append(child)
    }
    absolutes = items.upperBound..<children.count
  }
}
