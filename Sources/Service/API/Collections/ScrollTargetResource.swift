import Collections
import HTTPServer
import LayoutEngine
import Wire

extension Service {
  /// `GET …/scroll-target`: responds with the content offset that brings an item to a position in the viewport.
  static func findScrollTarget(_ call: Call) throws(Problem) -> Response {
    let position = try call.query.name("position", of: ScrollPosition.self) ?? .nearest
    let solved = try call.collection()
    let viewport = try solved.existingViewport(call.viewportName)
    let path = try call.query.itemPath(in: solved.state)
    guard let target = solved.scrollTarget(for: path, at: position, in: viewport) else {
      throw .noSuchElement(path, .cell)
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
    switch (text("id"), try indexPath("indexPath")) {
    case (let id?, nil): return try state.path(ofItem: id)
    case (nil, let path?): return path
    default: throw Problem(.badRequest, "Select an item by one of id and indexPath.")
    }
  }
}
