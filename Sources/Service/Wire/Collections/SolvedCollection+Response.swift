import CollectionModel
import Diagnostics
import LayoutEngine

extension SolvedCollection {
  /// The approximate number of elements in a viewport's layout.
  package func elementCount(on viewport: Viewport) -> Int {
    solvedViewport(of: viewport).layout.elementCount(ofItems: shown(on: viewport).state.sections.itemCount)
  }

  /// The least number of bytes of a response with all elements of a viewport's layout.
  ///
  /// - Complexity: that of counting the elements.
  func leastBytes(on viewport: Viewport, as format: ResponseFormat) -> Double {
    let layout = solvedViewport(of: viewport).layout
    let sections = shown(on: viewport).state.sections
    let items = sections.itemCount
    let count = layout.elementCount(ofItems: items)
    return format.leastBytes(
      of: count, cells: min(count, items), stacked: layout.stackedElementCount(ofItems: items),
      sections: sections.count)
  }

  /// Checks that the content of every viewport has sizes that clients can compute with.
  ///
  /// - Throws: `contentTooLarge` if a viewport's content is so large that numbers cannot distinguish neighbouring
  ///   points.
  package func checkContentSizes() throws(Problem) {
    for name in viewportNames {
      guard let viewport = viewport(name) else { continue }
      try solvedViewport(of: viewport).layout.checkCoordinates()
    }
  }

  /// Returns the elements in a rect, or all, with pinned elements at their positions in the viewport's bounds.
  ///
  /// - Throws: `answerTooLarge` if all elements are requested and are more than a response of this format can
  ///   contain, `memoryFull`.
  /// - Complexity: O(log n + v) for v elements in the rect, of n.
  package func response(
    in rect: Rect?, on viewport: Viewport, of identity: CollectionIdentity? = nil, as format: ResponseFormat,
    _ budget: EncodingBudget
  ) throws(Problem) -> LayoutResponse {
    if rect == nil {
      try budget.check(leastBytes: leastBytes(on: viewport, as: format))
      try budget.reserve(expecting: elementCount(on: viewport) * LayoutResponse.elementBytes)
    }
    let visible = viewport.bounds ?? rect
    let solvedViewport = solvedViewport(of: viewport)
    let layout = solvedViewport.layout.scrolled(across: viewport.orthogonalOffsets)
    return LayoutResponse(
      kind: solvedViewport.kind.name, contentSize: layout.contentSize,
      elements: layout.elements(in: rect, visible: visible), sections: shown(on: viewport).state.sections,
      identity: identity,
      visibleRect: visible,
      targetContentOffset: visible.flatMap { layout.targetContentOffset(forProposed: $0, velocity: .zero) },
      warnings: layout.warnings, orthogonalSections: layout.orthogonalSections(in: rect))
  }

  /// Returns one element: the first of these kinds that is at an index path.
  ///
  /// - Throws: `notFound`.
  /// - Complexity: O(log n) for n elements.
  package func response(
    for path: IndexPath, _ kinds: [ElementKind], on viewport: Viewport, of identity: CollectionIdentity
  ) throws(Problem) -> LayoutResponse {
    let solvedViewport = solvedViewport(of: viewport)
    let layout = solvedViewport.layout.scrolled(across: viewport.orthogonalOffsets)
    let found = kinds.lazy.compactMap {
      layout.attributes(of: ElementPath(kind: $0, indexPath: path), visible: viewport.bounds)
    }.first
    guard let found else { throw .noSuchElement(path, kinds.first ?? .cell) }
    return LayoutResponse(
      kind: solvedViewport.kind.name, contentSize: layout.contentSize, elements: ElementList([found]),
      sections: shown(on: viewport).state.sections, identity: identity, visibleRect: viewport.bounds,
      warnings: [])
  }
}

extension CollectionState {
  /// Returns the index path of the item that has an id.
  ///
  /// - Throws: `notFound`, `badRequest` if several items have the id.
  package func path(ofItem id: String) throws(Problem) -> IndexPath {
    switch ItemPositions(of: sections).item(id) {
    case .one(let path): return path
    case .nothing:
      throw Problem(.notFound, "The collection has no item with the id \"\(id.shortened(to: 60))\".")
    case .several:
      throw Problem(
        .badRequest,
        "Several items of the collection have the id \"\(id.shortened(to: 60))\"; select one by section and "
          + "item.")
    }
  }
}

extension Problem {
  /// Returns the problem of an index path without an element of a kind.
  ///
  /// - Parameter kind: the kind of element that was looked for.
  package static func noSuchElement(_ path: IndexPath, _ kind: ElementKind) -> Problem {
    let noun = kind == .cell ? "item" : "view of the kind \"\(kind.name.shortened(to: 60))\""
    return Problem(.notFound, "The collection has no \(noun) at [\(path.section), \(path.item)].")
  }
}
