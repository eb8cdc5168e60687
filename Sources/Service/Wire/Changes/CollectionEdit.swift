import CollectionModel
import Diagnostics
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
  let measurer: any CollectionMeasuring

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
    let isAlone = try isOfViewportAlone()
    return .step(
      try ChangeError.rethrown(
        as: Problem.init,
        from: isAlone ? before.applying(change, onlyOn: target.viewportName) : before.applying(change)))
  }

  /// Whether the change is one of a viewport with an outline of its own, and not of the collection: its reader expands and
  /// collapses items, and its elements are others than those that the collection's measurements name.
  ///
  /// - Throws: `invalidRequest` if the change is both.
  private func isOfViewportAlone() throws(Problem) -> Bool {
    guard target.viewport.ownOutline != nil else { return false }
    switch change {
    case .measurements, .invalidation: return true
    case .outlines(let edits):
      guard edits.contains(where: { $0.isDisclosure }) else { return false }
      guard let other = edits.firstIndex(where: { !$0.isDisclosure }) else { return true }
      throw Problem(
        OutlineError(
          other,
          "in a viewport with an outline of its own, items expand and collapse for its reader, and this is for all: "
            + "send two requests"))
    case .updates, .snapshot, .layout, .contentSizes, .scrollSizes: return false
    }
  }

  package func measure(_ step: inout CollectionStep, _ call: ChangeCall) throws(Problem) {
    try call.limits.check(step.after.state.sections)
    try ContentSizingError<Problem>.rethrown(
      as: Problem.init, from: step.sizeContent(target.viewportName, asked: asked, measurer.measure))
  }

  package func check(_ step: CollectionStep, _ call: ChangeCall) throws(Problem) {
    try step.after.checkContentSizes()
  }

  package func place(_ step: inout CollectionStep, _ call: ChangeCall) throws(Problem) {
    step.place(target.viewportName, asked: asked)
    call.note(laidOut: step.after.solvedViewport(of: target.viewport).kind.name)
  }

  package func diff(_ step: CollectionStep, _ call: ChangeCall) throws(Problem) -> DiffResponse? {
    let response = try step.response(
      on: target.viewportName, options, heading: .versions, includesContent: call.includesContent,
      details: details(of: step))
    call.note(touched: response.diff.changes.count)
    return response
  }

  private func details(of step: CollectionStep) -> DiffResponse.Details {
    let name = target.viewportName
    var members = DiffResponse.Details(warnings: measurer.warnings)
    switch details {
    case .none: break
    case .updates: members.updates = AppliedUpdates(step, on: name)
    case .measured:
      members.counts = ChangeCounts(step.measurementCounts(of: name))
      members.ignored = IgnoredMeasurements(of: step, on: name, unknownIDs: unknownIDs)
    case .invalidated(let context): members.counts = ChangeCounts(context.counts(after: step, on: target))
    }
    return members
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
