import Collections
import JSON
import LayoutEngine

extension SolvedCollection {
  /// About how many elements there are.
  var elementCount: Int { layout.elementCount(ofItems: state.sections.itemCount) }

  /// The elements in a rect, or all, with pinned ones where the collection's bounds have them.
  ///
  /// - Throws: `answerTooLarge` where all are asked for and are more than an answer of this form holds.
  func answer(
    in rect: Rect?, _ identity: CollectionIdentity, as form: AnswerForm, _ budget: EncodingBudget
  ) throws(Problem) -> LayoutAnswer {
    if rect == nil { try budget.checkAll(elementCount, as: form) }
    let visible = state.bounds ?? rect
    return LayoutAnswer(
      kind: state.layout.kind.name, contentSize: layout.contentSize,
      elements: layout.elements(in: rect, visible: visible), sections: state.sections, identity: identity,
      visibleRect: visible,
      targetContentOffset: visible.flatMap { layout.targetContentOffset(forProposed: $0, velocity: .zero) },
      warnings: layout.warnings, orthogonalSections: layout.orthogonalSections(in: rect))
  }

  /// One element: the first of these kinds that is at a place.
  ///
  /// - Throws: `notFound`.
  func answer(
    for path: IndexPath, _ kinds: [ElementKind], _ identity: CollectionIdentity
  ) throws(Problem) -> LayoutAnswer {
    let found = kinds.lazy.compactMap {
      layout.attributes(of: ElementPath(kind: $0, indexPath: path), visible: state.bounds)
    }.first
    guard let found else {
      throw Problem(.notFound, "The collection has no such element at [\(path.section), \(path.item)].")
    }
    return LayoutAnswer(
      kind: state.layout.kind.name, contentSize: layout.contentSize, elements: ElementList([found]),
      sections: state.sections, identity: identity, visibleRect: state.bounds, warnings: [])
  }
}

extension CollectionState {
  /// Where the item stands that has an id.
  ///
  /// - Throws: `notFound`, `badRequest` where several items have it.
  func path(ofItem id: String) throws(Problem) -> IndexPath {
    switch ItemPlaces(of: sections).item(id) {
    case .one(let path): return path
    case .nothing: throw Problem(.notFound, "The collection has no item of that id.")
    case .several: throw Problem(.badRequest, "Several items of the collection have that id.")
    }
  }
}
