import LayoutEngine

@testable import CollectionModel

/// An event of a stream: the diff of a version on the client's viewport.
struct OrderedEvent {
  var version: Int
  var diff: UpdateDiff
}

/// A response to a request of the client.
struct OrderedResponse {
  enum Content {
    case scrolled(ScrollOutcome, adjustment: Point)
    case diff(UpdateDiff)
    /// The version is another than that of the request (412).
    case mismatch
  }

  var fromVersion: Int
  var version: Int
  var content: Content
}

/// A client that takes responses and events in the order that docs/watching.md describes.
struct OrderedClient {
  private(set) var window: WindowClient
  private(set) var version: Int
  /// Where the page is scrolled to, in points.
  var offset: Point
  var isWaiting = false
  private var events: [OrderedEvent] = []
  private var response: OrderedResponse?

  init(_ solved: SolvedCollection, on viewport: String) {
    window = WindowClient(solved, on: viewport)
    version = solved.version
    offset = solved.viewport(viewport)!.bounds!.origin
  }

  mutating func receive(_ event: OrderedEvent) {
    events.append(event)
    settle()
  }

  mutating func receive(_ response: OrderedResponse) {
    self.response = response
    settle()
  }

  private mutating func settle() {
    guard let response else {
      if !isWaiting { takeEvents(upTo: .max) }
      return
    }
    takeEvents(upTo: response.fromVersion)
    guard version >= response.fromVersion else { return }
    switch response.content {
    case .mismatch: break
    case .scrolled(let outcome, let adjustment):
      window.take(outcome)
      offset = Point(x: offset.x + adjustment.x, y: offset.y + adjustment.y)
    case .diff(let diff): take(diff)
    }
    version = response.version
    self.response = nil
    isWaiting = false
    takeEvents(upTo: .max)
  }

  private mutating func takeEvents(upTo last: Int) {
    while let event = events.first, event.version <= last {
      events.removeFirst()
      guard event.version > version else { continue }
      take(event.diff)
      version = event.version
    }
  }

  private mutating func take(_ diff: UpdateDiff) {
    window.take(diff)
    let adjustment = diff.contentOffsetAdjustment
    offset = Point(x: offset.x + adjustment.x, y: offset.y + adjustment.y)
  }
}
