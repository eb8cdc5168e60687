extension StackedLayout {
  /// - Complexity: O(log s) for s sections, and what the body takes to find the element.
  func fittingRoom(of element: LayoutAttributes) -> FittingRoom {
    let index = element.indexPath.section
    guard index >= 0, index < sections.leafCount else { return FittingRoom() }
    let section = sections.leaf(at: index).leaf
    switch element.kind {
    case .header where section.header.exists, .footer where section.footer.exists:
      return FittingRoom(acrossOf: element.frame, along: axis)
    default:
      return section.body.fittingRoom(of: element, along: axis, in: breadth)
    }
  }
}
