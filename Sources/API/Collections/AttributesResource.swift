import Collections
import HTTPServer
import JSON
import LayoutEngine

extension Service {
  /// `GET /v1/collections/{id}/attributes`: answers the elements in a rect, or one element.
  static func attributes(_ call: Call) throws(Problem) -> Response {
    let head = call.request.head
    let query = CollectionQuery(head)
    try query.allow(["rect", "relativeTo", "section", "item", "id", "kind", "viewport", "format"])
    let form = try ResponseFormat.negotiate(head)
    let wanted = try WantedElements(query)
    let origin = try query.point("relativeTo")
    let solved = try call.collection()
    let viewport = try call.viewport(of: solved)
    // What a screen that has been moved at this version showed before at it is not what it shows now.
    let isKnown = viewport.movedAt != solved.version && call.isKnown(version: solved.version)
    let unchanged = Response.unchanged(solved.version, [("Vary", "Accept")])
    if isKnown, !wanted.isOne { return unchanged }
    let identity = CollectionIdentity(id: call.collectionKey.id, version: solved.version)
    var answer: LayoutResponse
    switch wanted {
    case .all: answer = try solved.answer(in: nil, on: viewport, identity, as: form, call.budget)
    case .rect(let rect): answer = try solved.answer(in: rect, on: viewport, identity, as: form, call.budget)
    case .cell(let path): answer = try solved.answer(for: path, [.cell], on: viewport, identity)
    case .item(let id):
      answer = try solved.answer(for: try solved.state.path(ofItem: id), [.cell], on: viewport, identity)
    case .view(let kind, let path):
      answer = try solved.answer(
        for: path,
        [ElementKind(category: .supplementary, name: kind), ElementKind(category: .decoration, name: kind)],
        on: viewport, identity)
    }
    if isKnown { return unchanged }
    if let origin { answer = answer.relative(to: origin) }
    call.notes.laidOut(answer.kind, items: 0)
    return .versioned(
      solved.version, [("Content-Type", form.mediaType), ("Vary", "Accept")],
      try answer.encoded(as: form, budget: call.budget))
  }
}

/// Which elements a query asks for.
private enum WantedElements {
  case all
  case rect(Rect)
  case cell(IndexPath)
  case item(String)
  /// A supplementary or decoration view, by the name of its kind.
  case view(String, IndexPath)

  /// Whether it is one element, which may not be there.
  var isOne: Bool {
    switch self {
    case .all, .rect: false
    case .cell, .item, .view: true
    }
  }

  /// - Throws: `badRequest` where the items of the query do not go together.
  init(_ query: CollectionQuery) throws(Problem) {
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
