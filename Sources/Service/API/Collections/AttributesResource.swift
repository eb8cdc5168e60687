import Collections
import HTTPServer
import LayoutEngine
import Wire

extension Service {
  /// `GET /v1/collections/{collection}/attributes`: responds with the elements in a rect, or with one element.
  static func attributes(_ call: Call) throws(Problem) -> Response {
    let format = try call.format()
    let options = try RenderingOptions(call.query, for: format)
    let wanted = try WantedElements(call.query)
    let origin = try call.query.point("relativeTo")
    let includesContent = try call.query.includesContent()
    if includesContent, format != .objects {
      throw Problem(.badRequest, "The query parameter include takes content for format=objects only.")
    }
    let solved = try call.collection()
    let viewport = try solved.existingViewport(call.viewportName)
    // Before the preconditions, because one element may not exist.
    let element = try wanted.element(of: solved, on: viewport, of: call.collectionKey.id)
    if element != nil, !options.widths.isEmpty {
      throw Problem(
        .badRequest, "The query parameter \(RenderingOptions.widthsName) is for all elements, or for a rect.")
    }
    return try call.representation(
      of: solved, showing: [call.viewportName],
      response: { () throws(Problem) in
        if format.isPage {
          let part = CollectionPart(
            collection: solved, viewport: viewport, element: element, rect: wanted.rect, origin: origin)
          let encoded = try part.page(in: options.widths, as: format, call).encoded(as: format, call.budget)
          return call.response(200, encoded, as: format)
        }
        var response: LayoutResponse
        if let element {
          response = element
        } else {
          response = try solved.response(
            in: wanted.rect, on: viewport,
            of: CollectionIdentity(id: call.collectionKey.id, version: solved.version), as: format,
            call.budget)
        }
        if let origin { response = response.relative(to: origin) }
        response.options = options
        response.includesContent = includesContent
        call.notes.laidOut(response.kind, items: 0)
        call.notes.touched(response.elements.count)
        return try call.response(200, PictureResponse(response), as: format)
      })
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

  /// The rect whose elements are wanted; nil for all elements, and for one.
  var rect: Rect? { if case .rect(let rect) = self { rect } else { nil } }

  /// - Throws: `badRequest` for parameters that exclude each other.
  init(_ query: Query) throws(Problem) {
    let rect = try query.rect("rect")
    let numbers = 0...Int(Int32.max)
    let section = try query.integer("section", in: numbers)
    let item = try query.integer("item", in: numbers)
    let kind = query.text("kind")
    let id = query.text("id")
    let path = try query.indexPath("indexPath")
    switch (rect, id, path, kind, section, item) {
    case (nil, nil, nil, nil, nil, nil): self = .all
    case (let rect?, nil, nil, nil, nil, nil): self = .rect(rect)
    case (nil, let id?, nil, nil, nil, nil): self = .item(id)
    case (nil, nil, let path?, nil, nil, nil): self = .cell(path)
    case (nil, nil, nil, let kind?, let section?, let item):
      self = .view(kind, IndexPath(section: section, item: item ?? 0))
    default:
      throw Problem(
        .badRequest,
        "Select elements by rect, by id, by indexPath, or by kind and section (and item).")
    }
  }

  /// Returns the one element that the query names; nil if it names none.
  ///
  /// - Throws: `notFound`, `badRequest` if several items have the id.
  func element(
    of solved: SolvedCollection, on viewport: Viewport, of id: String
  ) throws(Problem) -> LayoutResponse? {
    let identity = CollectionIdentity(id: id, version: solved.version)
    switch self {
    case .all, .rect: return nil
    case .cell(let path): return try solved.response(for: path, [.cell], on: viewport, of: identity)
    case .item(let id):
      return try solved.response(
        for: try solved.shown(on: viewport).state.path(ofItem: id), [.cell], on: viewport, of: identity)
    case .view(let kind, let path):
      return try solved.response(
        for: path,
        [ElementKind(category: .supplementary, name: kind), ElementKind(category: .decoration, name: kind)],
        on: viewport, of: identity)
    }
  }
}
