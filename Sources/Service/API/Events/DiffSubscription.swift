import Collections
import JSON
import LayoutEngine
import Wire

/// The changes that a client wants to receive: those on a viewport, as diffs with these options.
struct DiffSubscription: Hashable, Sendable {
  var viewport: String
  /// Nil stands for the visible elements if the viewport has bounds, else for all elements.
  var scope: DiffScope?
  var foldsRuns: Bool
  /// Whether changes of requests that name the viewport are left out: their client has them from the responses.
  var hidesOwn: Bool
  /// Whether elements that come to the client have the content of their items.
  var includesContent: Bool

  /// The query parameters of every subscription; streams also take `own`.
  static let queryNames = ["viewport", "scope", "runs", IncludedPart.queryName]

  /// - Throws: `badRequest`.
  init(_ query: Query) throws(Problem) {
    viewport = query.text("viewport") ?? Viewport.main
    scope = try query.name("scope", of: DiffScope.self)
    foldsRuns = try query.bool("runs") ?? false
    hidesOwn = try query.bool("own") == false
    includesContent = try query.includesContent()
    if foldsRuns, scope != .all {
      throw Problem(.badRequest, "The query parameter runs requires scope=all.")
    }
  }

  /// Returns the changes of a step on the viewport.
  ///
  /// - Parameter author: who made the change, if the client may know.
  /// - Throws: `notFound` if the collection has no such viewport, `answerTooLarge`.
  func response(to step: CollectionStep, by author: String? = nil) throws(Problem) -> DiffResponse {
    let scope = scope ?? (step.before.viewport(viewport)?.bounds == nil ? .all : .visible)
    return try step.response(
      on: viewport, DiffOptions(scope: scope, foldsRuns: foldsRuns), heading: .event(author: author),
      includesContent: includesContent)
  }

  /// Returns the event of a step. A change of the viewport's own client is an id without data, which browsers note and do
  /// not dispatch: a client that reconnects continues behind it.
  ///
  /// - Throws: `notFound` if the collection has no such viewport, `answerTooLarge`, `deadlineExceeded`.
  func event(of step: CollectionStep, _ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    let version = step.after.version
    if hidesOwn, step.origin?.viewport == viewport { return ServerSentEvent.id(version) }
    return try ServerSentEvent.event(id: version, try response(to: step), budget)
  }
}
