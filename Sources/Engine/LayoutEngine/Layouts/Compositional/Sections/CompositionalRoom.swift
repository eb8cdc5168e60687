/// The spaces that a container leaves the sections of a layout, by the reference of their insets.
struct CompositionalRooms {
  let container: Container
  let axis: ScrollAxis
  /// The layout's.
  let reference: CompositionalLayout.ContentInsetsReference
  /// The space of the whole layout's boundary items at the sides.
  let sides: Insets

  /// The space in which the insets of a section begin.
  func room(of definition: CompositionalSection) -> CompositionalRoom {
    room(definition.contentInsetsReference, or: reference)
  }

  /// The space in which the insets of its boundary items begin.
  func viewRoom(of definition: CompositionalSection) -> CompositionalRoom {
    room(
      definition.supplementaryContentInsetsReference,
      or: definition.contentInsetsReference == .automatic ? reference : definition.contentInsetsReference)
  }

  private func room(
    _ own: CompositionalLayout.ContentInsetsReference,
    or inherited: CompositionalLayout.ContentInsetsReference
  ) -> CompositionalRoom {
    let whole = CompositionalRoom(container, axis: axis, reference: own == .automatic ? inherited : own)
    return CompositionalRoom(whole, less: sides)
  }
}

/// The space that the container leaves a section: across the scroll direction between its sides, along it the viewport.
///
/// In coordinates where x runs from the leading edge.
struct CompositionalRoom: Hashable, Sendable {
  var size: Size
  /// The margins at the sides, inside the size.
  var margins: Insets
  /// The space of the whole layout's boundary items at the sides, outside the size.
  var sides = Insets.zero

  init(_ container: Container, axis: ScrollAxis, reference: CompositionalLayout.ContentInsetsReference) {
    size = reference == .none ? container.size : container.size.less(container.insets)
    let breadth = axis.breadth(of: size)
    let side: Double
    switch reference {
    case .automatic, .none, .safeArea: side = 0
    case .layoutMargins: side = ContentMargins.margin(in: breadth)
    case .readableContent: side = ContentMargins.besideReadable(in: breadth)
    }
    margins = axis == .vertical ? Insets(left: side, right: side) : Insets(top: side, bottom: side)
  }
}
