import Collections
import LayoutEngine

/// The changes that a client wants to receive: those on a viewport, as diffs with these options.
struct DiffSubscription: Hashable, Sendable {
  var viewport: String
  /// Nil stands for the visible elements if the viewport has bounds, else for all elements.
  var scope: DiffScope?
  var foldsRuns: Bool

  /// The query parameters of a subscription.
  static let queryNames = ["viewport", "scope", "runs"]

  /// - Throws: `badRequest`.
  init(_ query: Query) throws(Problem) {
    viewport = query.text("viewport") ?? Viewport.main
    scope = try query.name("scope", of: DiffScope.self)
    foldsRuns = try query.bool("runs") ?? false
    if foldsRuns, scope != .all {
      throw Problem(.badRequest, "The query parameter runs requires scope=all.")
    }
  }

  /// Returns the changes of a step on the viewport.
  ///
  /// - Throws: `notFound` if the collection has no such viewport, `answerTooLarge`.
  func response(to step: CollectionStep) throws(Problem) -> DiffResponse {
    guard let old = step.before.viewport(viewport), let new = step.after.viewport(viewport) else {
      throw Problem.noSuchViewport(viewport)
    }
    let scope = scope ?? (old.bounds == nil ? .all : .visible)
    try DiffOptions(scope: scope, anchor: .automatic, foldsRuns: foldsRuns).check(
      hasBounds: old.bounds != nil,
      elements: max(step.before.elementCount(on: old), step.after.elementCount(on: new)))
    guard let diff = step.settledDiff(of: viewport, visibleOnly: scope == .visible) else {
      throw Problem.noSuchViewport(viewport)
    }
    return DiffResponse(
      diff: diff, before: step.before.sections(shownOn: viewport),
      after: step.after.sections(shownOn: viewport), foldsRuns: foldsRuns,
      versions: (step.before.version, step.after.version), cause: step.change?.name ?? "",
      updates: step.updates)
  }
}

extension CollectionChange {
  /// The name of the change in events: the name of the call that makes it.
  fileprivate var name: String {
    switch self {
    case .updates: "updates"
    case .snapshot: "snapshot"
    case .layout: "layout"
    case .measurements: "measurements"
    case .invalidation: "invalidations"
    case .contentSizes: "bounds"
    }
  }
}
