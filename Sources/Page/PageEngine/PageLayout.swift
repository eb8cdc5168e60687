import CollectionModel
import JSON
import LayoutEngine
import Wire

/// A layout that a page has described, as in `POST /v1/layouts`.
final class PageLayout: Resource {
  private let description: CollectionDescription
  private let collection: SolvedCollection

  private init(_ description: CollectionDescription, _ collection: SolvedCollection) {
    self.description = description
    self.collection = collection
  }

  /// - Throws: `malformedJSON`, `invalidRequest`, `tooManyItems`, `contentTooLarge`.
  static func reading(_ body: [UInt8]) throws(Problem) -> PageLayout {
    let description = try CollectionDescription.decode(
      body, for: .layout, limits: RequestLimits(), contents: OpaqueContents(), isCancelled: { false })
    return PageLayout(description, try description.laidOut())
  }

  /// Returns the response of the service for the request, or for a rect of it.
  ///
  /// - Parameter rect: nil is the visible rect of the request, or everything.
  /// - Complexity: O(log n + v) for v elements in the rect, of n.
  func elements(in rect: Rect?, as format: ResponseFormat) throws(Problem) -> ByteBuffer {
    let budget = EncodingBudget(bytes: .max)
    let main = collection.state.main
    let viewport = Viewport(container: main.container, containerJSON: [], bounds: rect ?? main.bounds)
    var response = try collection.response(in: viewport.bounds, on: viewport, as: format, budget)
    response.itemsForms = description.itemsForms
    return try response.encoded(as: format, budget)
  }
}
