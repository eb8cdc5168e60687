/// The nesting of a template's views, and which of them take no room.
struct ViewTree {
  /// The arranged views of each view that take room, in their order.
  private(set) var arranged: [[Int]]
  /// The views that the cell itself arranges.
  private(set) var arrangedByCell: [Int] = []
  /// Whether each view takes no room: hidden in a stack, or within such a view.
  private(set) var isCollapsed: [Bool]
  /// Whether each view is arranged by a stack, or within such a view.
  private(set) var isInStack: [Bool] = []
  /// For each view, the one whose first baseline it has; the view itself if it is no stack.
  private(set) var firstBaseline: [Int]
  private(set) var lastBaseline: [Int]

  /// - Complexity: O(n) for n views.
  init(_ views: [TemplateView]) {
    arranged = Array(repeating: [], count: views.count)
    isCollapsed = []
    firstBaseline = Array(views.indices)
    lastBaseline = firstBaseline
    for (index, view) in views.enumerated() {
      let isHidden = view.isArranged && view.metrics.isHidden
      isCollapsed.append(isHidden || (view.parent.map { isCollapsed[$0] } ?? false))
      isInStack.append(view.isArranged || (view.parent.map { isInStack[$0] } ?? false))
      guard view.isArranged, !isCollapsed[index] else { continue }
      if let parent = view.parent { arranged[parent].append(index) } else { arrangedByCell.append(index) }
    }
    // Nested views follow the views around them.
    var hasText = views.map { $0.isText }
    for (index, view) in views.enumerated().reversed() {
      guard let arrangement = view.arrangement, let first = arranged[index].first else { continue }
      let visible = arranged[index]
      hasText[index] = visible.contains { hasText[$0] }
      if arrangement.axis == .vertical {
        firstBaseline[index] = firstBaseline[first]
        lastBaseline[index] = lastBaseline[visible[visible.count - 1]]
      } else {
        let main = visible.first { hasText[$0] } ?? first
        firstBaseline[index] = firstBaseline[main]
        lastBaseline[index] = lastBaseline[main]
      }
    }
  }
}
