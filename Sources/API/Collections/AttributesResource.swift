import Collections
import HTTPServer
import LayoutEngine

extension Service {
  /// `GET /v1/collections/{id}/attributes`: responds with the elements in a rect, or with one element.
  static func attributes(_ call: Call) throws(Problem) -> Response {
    let format = try call.format()
    let wanted = try WantedElements(call.query)
    let origin = try call.query.point("relativeTo")
    let solved = try call.collection()
    let viewport = try solved.existingViewport(call.viewportName)
    // A viewport that has been moved at this version shows other elements than the client has.
    let isKnown = viewport.movedAt != solved.version && call.preconditions.isKnown(solved.version)
    let unchanged = Response.unchanged(solved.version, [("Vary", "Accept")])
    if isKnown, !wanted.isOne { return unchanged }
    let identity = CollectionIdentity(id: call.collectionKey.id, version: solved.version)
    var response: LayoutResponse
    switch wanted {
    case .all: response = try solved.response(in: nil, on: viewport, of: identity, as: format, call.budget)
    case .rect(let rect):
      response = try solved.response(in: rect, on: viewport, of: identity, as: format, call.budget)
    case .cell(let path): response = try solved.response(for: path, [.cell], on: viewport, of: identity)
    case .item(let id):
      response = try solved.response(
        for: try solved.state.path(ofItem: id), [.cell], on: viewport, of: identity)
    case .view(let kind, let path):
      response = try solved.response(
        for: path,
        [ElementKind(category: .supplementary, name: kind), ElementKind(category: .decoration, name: kind)],
        on: viewport, of: identity)
    }
    if isKnown { return unchanged }
    if let origin { response = response.relative(to: origin) }
    call.notes.laidOut(response.kind, items: 0)
    return try call.versioned(response, version: solved.version)
  }
}

/// The elements that a query names.
private enum WantedElements {
  case all
  case rect(Rect)
  case cell(IndexPath)
  case item(String)
  /// A supplementary or decoration view, by the name of its kind.
  case view(String, IndexPath)

  /// Whether the query names one element, which may not exist.
  var isOne: Bool {
    switch self {
    case .all, .rect: false
    case .cell, .item, .view: true
    }
  }

  /// - Throws: `badRequest` for parameters that exclude each other.
  init(_ query: Query) throws(Problem) {
    let rect = try query.rect("rect")
    let numbers = 0...Int(Int32.max)
    let section = try query.integer("section", in: numbers)
    let item = try query.integer("item", in: numbers)
    let kind = query.text("kind")
    let id = query.text("id")
    switch (rect, id, kind, section, item) {
    case (nil, nil, nil, nil, nil): self = .all
    case (let rect?, nil, nil, nil, nil): self = .rect(rect)
    case (nil, let id?, nil, nil, nil): self = .item(id)
    case (nil, nil, nil, let section?, let item?): self = .cell(IndexPath(section: section, item: item))
    case (nil, nil, let kind?, let section?, let item):
      self = .view(kind, IndexPath(section: section, item: item ?? 0))
    default:
      throw Problem(
        .badRequest,
        "Select elements by rect, by id, by section and item, or by kind and section (and item).")
    }
  }
}
