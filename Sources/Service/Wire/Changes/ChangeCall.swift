import CollectionModel

/// What a request that changes a collection comes with, besides its body.
struct ChangeCall {
  var limits: RequestLimits
  /// The name in the path behind the collection's; nil if it has none.
  var parameter: String?
  /// The viewport that the query names; nil if it names none.
  var viewport: String?
  /// Whether elements that come to the client have the content of their items.
  var includesContent = false
  /// When the request is carried out.
  var now: Moment
  /// Measures the content of the request's elements.
  var measurer: ContentMeasurer
  /// Returns whether the client has gone.
  var isCancelled: () -> Bool = { false }
  /// Counts work against what a client may ask for in a time.
  var charge: (_ work: Double) throws(Problem) -> Void = { (_) throws(Problem) in }
  /// Notes what the request did, for metrics and the log.
  var notes: (ChangeNote) -> Void = { _ in }

  /// The viewport that the request describes.
  var viewportName: String { viewport ?? Viewport.main }

  func note(laidOut kind: String) { notes(.laidOut(kind)) }
  func note(touched count: Int) { notes(.touched(count)) }
}

/// A note about a change.
enum ChangeNote {
  /// The kind of the layout that was made.
  case laidOut(String)
  /// The number of elements that were examined or that the response has.
  case touched(Int)
}
