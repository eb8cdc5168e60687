extension CompositionalBody {
  /// Dimensions that are estimated are the content's, as far as its group or the section has room; nothing limits it
  /// in the scroll direction, but a group that is not estimated there.
  ///
  /// - Complexity: O(log g + c) for g groups of c cells.
  func fittingRoom(of element: LayoutAttributes, along axis: ScrollAxis, in breadth: Double) -> FittingRoom {
    FittingRoom(of: element.frame, upTo: openExtents(of: element.kind, element.indexPath.item))
  }

  private func openExtents(of kind: ElementKind, _ index: Int) -> OpenExtents {
    if kind == .cell {
      guard index >= 0, index < groups.itemCount else { return .none }
      let placed = groups.group(groups.group(of: index))
      return placed.group.cells[index - placed.items.lowerBound].open
    }
    if let found = boundary.first(where: { $0.kind == kind && $0.index == index }) { return found.open }
    guard let group = group(ofView: kind.name, index) else { return .none }
    let views = attachedViews(in: group..<group + 1)
    return views.first { $0.kind == kind && $0.index == index }?.open ?? .none
  }
}
