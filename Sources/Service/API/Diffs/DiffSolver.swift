import Collections
import Diagnostics
import LayoutEngine
import Wire

/// Finds the changes between two states of a collection, without HTTP.
struct DiffSolver {
  let limits: RequestLimits
  /// Measures the state before, and the items of a batch, which have the same templates.
  let measurer: ContentMeasurer
  /// Measures a state after that has templates of its own.
  private let afterMeasurer: ContentMeasurer

  init(limits: RequestLimits, measurer: ContentMeasurer = ContentMeasurer(cells: CellSizing())) {
    self.limits = limits
    self.measurer = measurer
    afterMeasurer = measurer.reportingAnew()
  }

  /// Returns the changes from one state to the other.
  ///
  /// - Throws: `invalidRequest` with an entry for every conflict, `tooManyItems`, `contentTooLarge`, `answerTooLarge`.
  func solve(_ request: DiffRequest) throws(Problem) -> DiffResponse {
    switch request.change {
    case .updates(let updates):
      try solve(
        updates, of: request.before, request.options, measurer.reusing(request.before.decodedContents))
    case .after(let after): try solve(from: request.before, to: after, request.options)
    }
  }

  private func solve(
    _ updates: [BatchUpdate], of before: CollectionDescription, _ options: DiffOptions,
    _ measurer: ContentMeasurer
  ) throws(Problem) -> DiffResponse {
    let old = try before.solved(measuring: measurer, at: "/before")
    var step = try ChangeError.rethrown(as: Problem.init, from: old.applying(.updates(updates)))
    try limits.check(step.after.state.sections)
    try ContentSizingError<Problem>.rethrown(
      as: Problem.init,
      from: step.sizeContent(asked: .anchor(options.anchor), measurer.measuring(by: before.templates)))
    try step.after.checkContentSizes()
    step.place(asked: .anchor(options.anchor))
    let warnings = measurer.report.warnings(of: before.templates, at: "/before/templates")
    return try step.response(options, heading: .none, details: .init(warnings: warnings))
  }

  private func solve(
    from before: CollectionDescription, to after: CollectionDescription, _ options: DiffOptions
  ) throws(Problem) -> DiffResponse {
    let map = try map(from: before.state.sections, to: after.state.sections)
    let old = try before.solved(measuring: measurer, at: "/before")
    let new = try after.solved(measuring: afterMeasurer, at: "/after")
    try options.check(
      hasBounds: old.state.bounds != nil,
      elements: max(old.elementCount(on: old.state.main), new.elementCount(on: new.state.main)))
    let diff = old.mainDiff(
      to: new, by: map, options.anchor, isScrolledAcross: after.isScrolledAcross,
      visibleOnly: options.scope == .visible, foldsRuns: options.foldsRuns)
    let warnings =
      measurer.report.warnings(of: before.templates, at: "/before/templates")
      + afterMeasurer.report.warnings(of: after.templates, at: "/after/templates")
    return DiffResponse(
      diff, before: old.state.sections, after: new.state.sections, warnings: warnings)
  }

  /// Matches the items and sections of both states by ids, and returns the mapping.
  private func map(from before: SectionList, to after: SectionList) throws(Problem) -> UpdateMap {
    let difference = try SnapshotError.rethrown(
      as: { Problem($0) { "/\($0.rawValue)/sections" } }, from: before.difference(to: after))
    return try BatchError.rethrown(as: Problem.init, from: before.applying(difference).map)
  }
}
