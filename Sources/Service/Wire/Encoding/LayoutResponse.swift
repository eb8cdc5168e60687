import JSON
import LayoutEngine

/// A solved layout, or part of it, as a response.
package struct LayoutResponse {
  /// The name of the layout kind.
  package var kind: String
  /// The size of the content, in points.
  package var contentSize: Size
  /// The elements of the response.
  package var elements: ElementList
  /// The sections, which have the ids and the content of items.
  package var sections: SectionList
  /// The form in which the request describes the items of each section; empty if no request describes them.
  package var itemsForms: [ItemsForm] = []
  /// The collection, if it is a stored one.
  var identity: CollectionIdentity?
  /// The visible rect, in points of content coordinates; nil for a layout without a viewport.
  package var visibleRect: Rect?
  /// The offset at which scrolling that ends at the visible rect comes to rest, if the layout snaps.
  var targetContentOffset: Point?
  var warnings: [LayoutWarning]
  /// Problems that did not stop measuring.
  package var contentWarnings: [ContentWarning] = []
  /// Whether elements have the content of their items, as objects.
  package var includesContent = false
  /// The sections that scroll across.
  var orthogonalSections: [OrthogonalSection] = []
  /// The choices of the request for pictures and pages.
  package var options = RenderingOptions()
}

/// A stored collection at a version.
package struct CollectionIdentity {
  var id: String
  var version: Int

  /// Creates the identity of a collection at a version.
  package init(id: String, version: Int) {
    self.id = id
    self.version = version
  }
}

extension LayoutResponse: ResponseBody {
  /// The approximate number of bytes of an element as JSON.
  static let elementBytes = 112

  package var expectedBytes: Int { 256 + elements.count * Self.elementBytes }

  package func encoded(as format: ResponseFormat, _ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    switch format {
    case .columns: try encodedColumns(budget)
    case .binary: try encodedBinary(budget)
    case .svg: throw ResponseFormat.notAcceptable([.objects, .columns, .binary])
    default: try encodedInFull(as: format, budget)
    }
  }

  /// Writes one object for each element: the default format, for people and scripts.
  package func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writeIdentity(to: &writer)
    writer.key("contentSize")
    writer.size(contentSize)
    writeTargetContentOffset(to: &writer)
    writeWarnings(to: &writer)
    writeOrthogonalSections(to: &writer)
    writer.key("attributes")
    try writer.elements(elements, of: sections, includingContent: includesContent, budget)
    writer.endObject()
  }
}

extension LayoutResponse {
  /// Returns the response with frames relative to another point than the content's origin.
  package func relative(to origin: Point) -> LayoutResponse {
    var response = self
    let offset = Point(x: -origin.x, y: -origin.y)
    response.elements.move(by: offset)
    for index in response.orthogonalSections.indices {
      response.orthogonalSections[index].frame = orthogonalSections[index].frame.moved(by: offset)
    }
    return response
  }

  /// Writes the members that name the collection, if it is a stored one.
  func writeIdentity(to writer: inout some ResponseWriter & ~Copyable) {
    guard let identity else { return }
    writer.key("id")
    writer.string(identity.id)
    writer.key("version")
    writer.number(identity.version)
  }

  /// Writes the member `targetContentOffset`, if the layout snaps.
  func writeTargetContentOffset(to writer: inout some ResponseWriter & ~Copyable) {
    guard let targetContentOffset else { return }
    writer.key("targetContentOffset")
    writer.point(targetContentOffset)
  }
}
