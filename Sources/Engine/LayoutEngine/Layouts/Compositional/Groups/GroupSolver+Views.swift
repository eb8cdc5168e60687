extension GroupSolver {
  /// Attaches a group's views to the group less its content insets.
  mutating func attachViews(of group: LayoutGroup, to solved: inout SolvedGroup, isNested: Bool)
    throws(GroupTooLarge)
  {
    guard !group.supplementaryItems.isEmpty, !solved.cells.isEmpty else { return }
    let insets = group.contentInsets
    let size = solved.size.less(insets)
    let host = Rect(x: insets.left, y: insets.top, width: size.width, height: size.height)
    for view in group.supplementaryItems {
      let number = isNested ? nestedNumbers[view.kind, default: 0] : groupNumber
      if isNested { nestedNumbers[view.kind] = number + 1 }
      try attach(
        view, to: host, isNested ? .nested(number: number, firstCell: 0) : .group, number, of: &solved)
    }
  }

  /// Attaches an item's views to its cell, the last of the group so far.
  mutating func attachViews(of item: LayoutItem, number: Int, to solved: inout SolvedGroup)
    throws(GroupTooLarge)
  {
    guard !item.supplementaryItems.isEmpty else { return }
    let cell = solved.cells.count - 1
    for view in item.supplementaryItems {
      try attach(view, to: solved.cells[cell].frame, .cell(cell), number, of: &solved)
    }
  }

  private mutating func attach(
    _ view: AnchoredItem, to host: Rect, _ owner: SolvedGroup.Host, _ number: Int,
    of solved: inout SolvedGroup
  ) throws(GroupTooLarge) {
    try countView()
    let room = Room(size: host.size)
    let resolved = size(view.size, in: room, content: sizes.supplementary(view.kind, number))
    let snapped = Size(
      width: grid.nearest(resolved.width.points), height: grid.nearest(resolved.height.points))
    solved.views.append(
      SolvedGroup.AttachedView(
        kind: view.kind, host: owner, frame: view.frame(of: snapped, on: host), zIndex: view.zIndex,
        isEstimated: resolved.isEstimated, open: resolved.open(in: room)))
  }
}
