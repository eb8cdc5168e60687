import Collections
import LayoutEngine

/// From two states to what changes between them, without HTTP.
struct DiffSolver {
  let limits: RequestLimits
  /// Measures the state before, and what a batch brings, which has the same templates.
  let measurer: ContentMeasurer
  /// Measures a state after that has templates of its own.
  private let afterMeasurer: ContentMeasurer

  init(limits: RequestLimits, measurer: ContentMeasurer = ContentMeasurer(cells: CellSizing())) {
    self.limits = limits
    self.measurer = measurer
    afterMeasurer = measurer.reportingAnew()
  }

  /// - Throws: `invalidRequest` with an entry for every conflict, `tooManyItems`, `contentTooLarge`,
  ///   `answerTooLarge`.
  func solve(_ request: DiffRequest) throws(Problem) -> DiffResponse {
    let before = request.before
    let (after, map, updated) = try nextState(request)
    try limits.check(after.sections)
    let (old, new) = try layouts(request, after, updated)
    try request.options.check(
      hasBounds: before.visibleRect != nil,
      elements: max(
        old.elementCount(ofItems: before.sections.itemCount),
        new.elementCount(ofItems: after.sections.itemCount)))
    let diff = UpdateDiff.between(
      DiffSide(layout: old, container: before.container, bounds: before.visibleRect),
      and: DiffSide(layout: new, container: after.container, bounds: boundsAfter(request, after)),
      by: map, anchor: request.options.anchor, visibleOnly: request.options.scope == .visible)
    var answer = DiffResponse(
      diff: diff, before: before.sections, after: after.sections, foldsRuns: request.options.foldsRuns)
    let warnings =
      measurer.report.warnings(of: before.templates, at: "/before/templates")
      + afterMeasurer.report.warnings(of: after.templates, at: "/after/templates")
    answer.more = { $0.warnings(warnings) }
    return answer
  }

  /// How the collection is laid out before and after, with what is seen of it measured.
  private func layouts(
    _ request: DiffRequest, _ after: LayoutRequest, _ updated: SectionList.Updated?
  ) throws(Problem) -> (old: any SolvedLayout, new: any SolvedLayout) {
    let before = request.before
    guard before.sections.hasOpenContent || after.sections.hasOpenContent else {
      let old = try before.prepared()
      return (old, try after.prepared(updated, from: old))
    }
    let old = try before.solved(measuring: measurer, at: "/before")
    guard case .updates(let updates) = request.change else {
      return (old.layout, try after.solved(measuring: afterMeasurer, at: "/after").layout)
    }
    var step: CollectionStep
    do throws(ChangeError) { step = try old.applying(.updates(updates)) } catch { throw Problem(error) }
    let measure = try step.after.measuring(measurer)
    do throws(ContentSizingError<Problem>) {
      try step.sizeContent(anchor: request.options.anchor, measure)
    } catch {
      throw Problem(error)
    }
    try step.after.checkContentSizes()
    return (old.layout, step.after.layout)
  }

  /// What is seen after, where the state after says so; a batch leaves that to the anchor.
  private func boundsAfter(_ request: DiffRequest, _ after: LayoutRequest) -> Rect? {
    if case .after = request.change { after.visibleRect } else { nil }
  }

  /// The state after, what becomes of everything, and, where a batch says so, what the batch made of the state before.
  private func nextState(
    _ request: DiffRequest
  ) throws(Problem) -> (LayoutRequest, UpdateMap, SectionList.Updated?) {
    switch request.change {
    case .updates(let updates):
      do throws(BatchError) {
        let updated = try request.before.sections.applying(updates)
        var after = request.before
        after.sections = updated.sections
        return (after, updated.map, updated)
      } catch {
        throw Problem(error)
      }
    case .after(let after):
      return (after, try map(from: request.before.sections, to: after.sections), nil)
    }
  }

  /// What became of everything, found by ids.
  private func map(from before: SectionList, to after: SectionList) throws(Problem) -> UpdateMap {
    let difference: SnapshotDifference
    do throws(SnapshotError) {
      difference = try before.difference(to: after)
    } catch {
      throw Problem(error) { "/\($0.rawValue)/sections" }
    }
    do throws(BatchError) {
      return try before.applying(difference).map
    } catch {
      throw Problem(error)
    }
  }
}

extension RequestLimits {
  /// - Throws: `tooManyItems` for more than a collection may have.
  func check(_ sections: SectionList) throws(Problem) {
    guard sections.itemCount <= items, sections.count <= self.sections else {
      throw Problem(
        .tooManyItems, "The collection may have at most \(items) items and \(self.sections) sections.")
    }
  }
}

extension DiffOptions {
  /// How many elements a state may have of which all are told: each takes memory at both ends of its way.
  static let elementLimit = 1_200_000

  /// - Throws: `answerTooLarge` where all of too many elements are asked for.
  func check(hasBounds: Bool, elements count: Int) throws(Problem) {
    guard scope == .all || !hasBounds, count > Self.elementLimit else { return }
    throw Problem(
      .answerTooLarge,
      "All of \(count) elements are asked for; \(Self.elementLimit) is the most. Give \"bounds\" and ask for "
        + "what is visible.")
  }
}

extension Problem {
  init(_ conflicts: BatchError) {
    let faults = conflicts.conflicts.map { conflict in
      Fault(pointer: "/updates/\(conflict.operations.first ?? 0)", detail: conflict.message)
    }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
    self.init(
      .invalidRequest, "The updates contradict each other: \(faults.first?.detail ?? "")\(more)",
      faults: faults)
  }
}

extension Problem {
  /// - Parameter pointer: where in the body the sections of a state are; nil for a state that is not in it.
  init(_ problems: SnapshotError, sectionsAt pointer: (SnapshotConflict.State) -> String?) {
    let faults = problems.conflicts.map { problem in
      Fault(
        pointer: pointer(problem.state).map { problem.pointer(from: $0) } ?? "", detail: problem.message)
    }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
    let place = faults.first.map { $0.pointer.isEmpty ? "the collection" : $0.pointer } ?? ""
    self.init(.invalidRequest, "\(place): \(faults.first?.detail ?? "")\(more)", faults: faults)
  }
}

extension SnapshotConflict {
  /// The JSON pointer to the first place concerned.
  fileprivate func pointer(from sections: String) -> String {
    if let path = items.first { return "\(sections)/\(path.section)/items/\(path.item)" }
    return self.sections.first.map { "\(sections)/\($0)" } ?? sections
  }
}
