import Collections
import HTTPServer
import LayoutEngine
import Wire

extension Service {
  /// `GET /v1/collections/{collection}`: describes a collection.
  static func describeCollection(_ call: Call) throws(Problem) -> Response {
    let solved = try call.collection()
    return try call.representation(of: solved, showing: [Viewport.main]) {
      DescribedCollection(id: call.collectionKey.id, solved: solved)
    }
  }

  /// `GET /v1/collections/{collection}/viewports`: lists the viewports of a collection.
  static func listViewports(_ call: Call) throws(Problem) -> Response {
    let solved = try call.collection()
    return try call.representation(of: solved, showing: solved.viewportNames) { ViewportList(solved: solved) }
  }
}

/// The description of a collection, as a response.
private struct DescribedCollection: ResponseBody {
  let id: String
  let solved: SolvedCollection

  var expectedBytes: Int { 512 + solved.state.layout.jsonText.count }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    let state = solved.state
    writer.beginObject()
    writer.summary(id, solved)
    writer.key("layout")
    writer.value(json: state.layout.jsonText)
    // The list of viewports has the main viewport's own layout, if it has one.
    writer.containerAndBounds(of: state.main)
    if let space = state.measurementSpace {
      writer.key("measurementSpace")
      writer.string(space)
    }
    if !state.contentSizing.templates.isEmpty {
      writer.key("templates")
      writer.value(json: state.contentSizing.templates)
    }
    if state.contentSizing.scope != .visible {
      writer.key("selfSizing")
      writer.string(state.contentSizing.scope.rawValue)
    }
    let titles = state.sections.indexTitles
    if !titles.isEmpty {
      writer.key("sectionIndexTitles")
      writer.list(titles) { writer, entry in
        writer.beginObject()
        writer.key("title")
        writer.string(entry.title)
        writer.key("section")
        writer.number(entry.section)
        writer.endObject()
      }
    }
    if state.learning != .rest {
      writer.key("learning")
      writer.string(state.learning.rawValue)
    }
    writer.endObject()
  }
}

/// The viewports of a collection, as a response.
struct ViewportList: ResponseBody {
  let solved: SolvedCollection

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writer.key("viewports")
    writer.list(solved.viewportNames) { writer, name in
      guard let viewport = solved.viewport(name) else { return }
      writer.beginObject()
      writer.key("name")
      writer.string(name)
      if let layout = viewport.ownLayout {
        writer.key("layout")
        writer.value(json: layout.jsonText)
      }
      if viewport.ownOutline != nil {
        writer.key("outline")
        writer.string("own")
      }
      writer.containerAndBounds(of: viewport)
      writer.key("contentSize")
      writer.size(solved.solvedViewport(of: viewport).layout.contentSize)
      writer.endObject()
    }
    writer.endObject()
  }
}

extension ResponseWriter where Self: ~Copyable {
  private mutating func overscan(_ overscan: Overscan) {
    beginObject()
    let edges = overscan.edges
    for (name, edge) in [
      ("top" as StaticString, edges.top), ("left", edges.left), ("bottom", edges.bottom),
      ("right", edges.right),
    ] {
      key(name)
      number(edge)
    }
    key("unit")
    string(overscan.unit.rawValue)
    endObject()
  }

  /// Writes the container, the bounds, the offsets across, the overscan and the policy of a viewport.
  fileprivate mutating func containerAndBounds(of viewport: Viewport) {
    key("container")
    value(json: viewport.containerJSON)
    if let bounds = viewport.bounds {
      key("bounds")
      rect(bounds)
    }
    orthogonalOffsets(viewport.orthogonalOffsets)
    if viewport.overscan != .none {
      key("overscan")
      overscan(viewport.overscan)
    }
    policy(viewport.policy)
  }
}
