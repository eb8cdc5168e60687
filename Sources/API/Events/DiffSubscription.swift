import Collections
import LayoutEngine

/// How somebody who did not make the changes wants to be told of them.
struct DiffSubscription: Hashable, Sendable {
  var viewport: String
  /// Nil tells of what is visible where the screen has bounds, else of everything.
  var scope: DiffScope?
  var foldsRuns: Bool

  /// The names that a query may have for it.
  static let queryNames = ["viewport", "scope", "runs"]

  /// - Throws: `badRequest`.
  init(_ query: CollectionQuery) throws(Problem) {
    viewport = query.text("viewport") ?? Viewport.main
    scope = try query.name("scope", of: DiffScope.self)
    foldsRuns = try query.bool("runs") ?? false
    if foldsRuns, scope != .all {
      throw Problem(.badRequest, "The query parameter runs requires scope=all.")
    }
  }

  /// What a step has changed on the screen.
  ///
  /// - Throws: `notFound` where the screen is not there, `answerTooLarge`.
  func answer(to step: CollectionStep) throws(Problem) -> DiffResponse {
    guard let old = step.before.viewport(viewport), let new = step.after.viewport(viewport) else {
      throw Problem(.noSuchViewport(viewport))
    }
    let scope = scope ?? (old.bounds == nil ? .all : .visible)
    try DiffOptions(scope: scope, anchor: .automatic, foldsRuns: foldsRuns).check(
      hasBounds: old.bounds != nil,
      elements: max(step.before.elementCount(on: old), step.after.elementCount(on: new)))
    guard let diff = step.settledDiff(of: viewport, visibleOnly: scope == .visible) else {
      throw Problem(.noSuchViewport(viewport))
    }
    var answer = DiffResponse(
      diff: diff, before: step.before.sections(shownOn: viewport),
      after: step.after.sections(shownOn: viewport), foldsRuns: foldsRuns)
    answer.versions = (step.before.version, step.after.version)
    answer.more = { json in
      json.key("cause")
      json.string(step.change?.name ?? "")
      json.updates(step.updates)
    }
    return answer
  }
}

extension CollectionChange {
  /// The field's name for it, which is that of the call that makes it.
  var name: String {
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
