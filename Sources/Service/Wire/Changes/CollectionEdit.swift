import CollectionModel
import LayoutEngine

/// A change of the collection itself: its items, its layout, or their measurements. The response is the diff on one
/// viewport.
package struct CollectionEdit {
  var change: CollectionChange
  package var version: Int?
  var options: DiffOptions
  /// The distance by which the content is scrolled further, in points.
  var distance = Point.zero
  /// Members of the response besides the diff.
  var details = Details.none
  /// Whether the history before the change is erased, and with it the content that the change deletes.
  package var erases = false
  /// The ids of measurements that name no item.
  var unknownIDs: [String] = []
  var target: ChangeTarget
  let measurer: any ContentMeasuring

  enum Details {
    case none
    /// The batch that was found between two states.
    case updates
    /// The number of measurements that were taken.
    case measured
    /// The numbers of invalidated elements.
    case invalidated(InvalidationContext)
  }
}

extension CollectionEdit: ChangeRequest {
  /// The request's wishes for the content offset of its viewport.
  private var asked: Asked {
    distance == .zero ? .anchor(options.anchor) : .shift(distance, options.anchor)
  }

  package var isDurable: Bool { true }

  package func apply(to before: SolvedCollection, _ call: ChangeCall) throws(Problem) -> AppliedChange {
    try call.charge(RequestCost(change, of: before.state).work)
    if erases {
      // The whole collection is stored anew.
      try call.charge(RequestCost(layingOut: before.state.sections, as: before.state.layout.kind).work)
    }
    do throws(ChangeError) {
      let step = try before.applying(change)
      return .step(step)
    } catch {
      throw Problem(error)
    }
  }

  package func measure(_ step: inout CollectionStep, _ call: ChangeCall) throws(Problem) {
    try call.limits.check(step.after.state.sections)
    let measure = try measurer.measuring(step.after)
    do throws(ContentSizingError<Problem>) {
      try step.sizeContent(target.viewportName, asked: asked, measure)
    } catch {
      throw Problem(error)
    }
  }

  package func check(_ step: CollectionStep, _ call: ChangeCall) throws(Problem) {
    try step.after.checkContentSizes()
  }

  package func place(_ step: inout CollectionStep, _ call: ChangeCall) throws(Problem) {
    step.place(target.viewportName, asked: asked)
    call.note(laidOut: step.after.solvedViewport(of: target.viewport).kind.name)
  }

  package func diff(_ step: CollectionStep, _ call: ChangeCall) throws(Problem) -> DiffResponse? {
    try options.check(
      hasBounds: target.viewport.bounds != nil,
      elements: max(
        step.before.elementCount(on: target.viewport), step.after.elementCount(on: target.viewport)))
    let name = target.viewportName
    let found = step.diff(
      of: name, visibleOnly: options.scope == .visible, foldsRuns: options.foldsRuns)
    guard let diff = found else { throw .noSuchViewport(name) }
    call.note(touched: diff.changes.count)
    let response = DiffResponse(
      diff, of: step, on: name, includesContent: call.includesContent,
      warnings: try measurer.warnings(of: target.collection))
    switch details {
    case .none: break
    case .updates: response.updates = AppliedUpdates(step)
    case .measured:
      response.counts = ChangeCounts(step.measurementCounts(of: name))
      response.ignored = IgnoredMeasurements(of: step, on: name, unknownIDs: unknownIDs)
    case .invalidated(let context): response.counts = ChangeCounts(context.counts(after: step, on: target))
    }
    return response
  }
}

extension AppliedUpdates {
  /// Creates the batch of a step.
  package init(_ step: CollectionStep) {
    self.init(updates: step.updates, before: step.before.state.sections, after: step.after.state.sections)
  }
}

extension ChangeCounts {
  init(_ counts: MeasurementCounts) {
    self.init(
      name: "measured",
      counts: [
        ("applied", counts.applied), ("unchanged", counts.unchanged), ("ignored", counts.ignored.count),
      ])
  }

  fileprivate init(_ counts: InvalidationContext.Counts) {
    self.init(
      name: "invalidated",
      counts: [
        ("sections", counts.sections), ("items", counts.items), ("supplementaries", counts.supplementaries),
        ("decorations", counts.decorations),
      ])
  }
}
