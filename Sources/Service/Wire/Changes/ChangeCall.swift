import CollectionModel

/// What a request that changes a collection comes with, besides its body.
package struct ChangeCall {
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
  var measurer: any ContentMeasuring
  /// The id that the client gave the request; nil if it gave none.
  var requestID: String?
  /// Whether edits note the ids and counts of the collection that they read, to be made again on another version.
  package var isRepeatable = false
  /// Whether the header fields of the request demand the version that the collection has.
  package var isVersionDemanded = false
  /// Whether the response has the changes that the request makes.
  package var wantsDiff = true
  /// Returns whether the client has gone.
  package var isCancelled: () -> Bool = { false }
  /// Counts work against what a client may ask for in a time.
  package var charge: (_ work: Double) throws(Problem) -> Void = { (_) throws(Problem) in }
  /// Notes what the request did, for metrics and the log.
  package var notes: (ChangeNote) -> Void = { _ in }

  /// Creates the context of a request, as far as it is known.
  package init(
    limits: RequestLimits, parameter: String? = nil, viewport: String? = nil, includesContent: Bool = false,
    now: Moment, measurer: any ContentMeasuring, requestID: String? = nil
  ) {
    self.limits = limits
    self.parameter = parameter
    self.viewport = viewport
    self.includesContent = includesContent
    self.now = now
    self.measurer = measurer
    self.requestID = requestID
  }

  /// The viewport that the request describes.
  var viewportName: String { viewport ?? Viewport.main }

  func note(laidOut kind: String) { notes(.laidOut(kind)) }
  func note(touched count: Int) { notes(.touched(count)) }
}

/// A note about a change.
package enum ChangeNote {
  /// The kind of the layout that was made.
  case laidOut(String)
  /// The number of elements that were examined or that the response has.
  case touched(Int)
}
