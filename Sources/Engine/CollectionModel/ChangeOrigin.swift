import LayoutEngine

/// The request that made a change: by it a client tells its own changes from those of others.
public struct ChangeOrigin: Hashable, Sendable {
  /// The viewport that the request named; nil if it named none.
  public var viewport: String?
  /// The id that the client gave its request; nil if it gave none.
  public var requestID: String?

  /// Creates the origin of a change; nil for a viewport or an id that is not known.
  public init(viewport: String? = nil, requestID: String? = nil) {
    self.viewport = viewport
    self.requestID = requestID
  }
}

/// The position to which a client scrolled a viewport of its own.
///
/// The measuring of content may move the viewport further. Only that distance is news for the client.
struct OwnScroll: Hashable, Sendable {
  var viewport: String
  /// The content offset of the request, in points.
  var offset: Point
}
