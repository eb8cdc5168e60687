import Collections
import HTTPServer
import LayoutEngine
import Wire

extension Service {
  /// `GET …/scroll-target`: responds with the content offset that brings an item or a section to a position in the
  /// viewport.
  static func findScrollTarget(_ call: Call) throws(Problem) -> Response {
    let position = try call.query.name("position", of: ScrollPosition.self) ?? .nearest
    let solved = try call.collection()
    let viewport = try solved.existingViewport(call.viewportName)
    let path = try call.query.itemPath(in: solved.shown(on: call.viewportName).state)
    guard let target = solved.scrollTarget(for: path, at: position, in: viewport) else {
      guard path.isSection else { throw .noSuchElement(path, .cell) }
      throw path.section < solved.state.sections.count
        ? Problem(.notFound, "The layout has no place for section \(path.section) apart from its items.")
        : Problem(.notFound, "The collection has no section \(path.section).")
    }
    call.notes.laidOut(solved.state.layout.kind.name, items: 0)
    call.notes.touched(1)
    let response = ScrollTargetResponse(target: target, sections: solved.sections(shownOn: call.viewportName))
    return try call.representation(of: solved, showing: [call.viewportName]) { response }
  }
}

extension Query {
  /// - Throws: `badRequest`, `notFound`.
  fileprivate func itemPath(in state: CollectionState) throws(Problem) -> IndexPath {
    let section = try integer("section", in: 0...Int(Int32.max))
    switch (text("id"), try indexPath("indexPath"), section) {
    case (let id?, nil, nil): return try state.path(ofItem: id)
    case (nil, let path?, nil): return path
    case (nil, nil, let section?): return .section(section)
    default: throw Problem(.badRequest, "Select an item by one of id and indexPath, or a section by section.")
    }
  }
}
