import Collections
import HTTPServer
import JSON
import LayoutEngine

extension Service {
  /// `GET /v1/collections/{id}/scroll-target`: answers the content offset that brings an item to a place on the screen.
  static func findScrollTarget(_ call: Call) throws(Problem) -> Response {
    let query = CollectionQuery(call.request.head)
    try query.allow(["id", "section", "item", "position", "viewport"])
    let position = try query.name("position", of: ScrollPosition.self) ?? .nearest
    let solved = try call.collection()
    let shown = try ShownCollection(solved, viewport: query.text("viewport") ?? Viewport.main)
    let path = try query.itemPath(in: solved.state)
    guard let target = solved.scrollTarget(for: path, at: position, in: shown.viewport) else {
      throw Problem(.notFound, "The collection has no such element at [\(path.section), \(path.item)].")
    }
    call.notes.laidOut(solved.state.layout.kind.name, items: 0)
    var json = JSONWriter(capacity: 256)
    json.beginObject()
    json.key("contentOffset")
    json.point(target.contentOffset)
    json.key("exact")
    json.bool(target.isExact)
    json.key("error")
    json.number(target.error)
    json.key("measureFirst")
    json.list(target.measureFirst) { $0.indexPath($1) }
    json.endObject()
    return .versioned(
      solved.version, [("Content-Type", ResponseFormat.objects.mediaType)], json.finish())
  }
}

extension CollectionQuery {
  /// - Throws: `badRequest`, `notFound`.
  fileprivate func itemPath(in state: CollectionState) throws(Problem) -> IndexPath {
    let numbers = 0...Int(Int32.max)
    let section = try integer("section", in: numbers)
    let item = try integer("item", in: numbers)
    switch (text("id"), section, item) {
    case (let id?, nil, nil): return try state.path(ofItem: id)
    case (nil, let section?, let item?): return IndexPath(section: section, item: item)
    default: throw Problem(.badRequest, "Select an item by its id, or by section and item.")
    }
  }
}
