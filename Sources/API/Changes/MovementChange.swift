import Collections
import LayoutEngine
import Support

/// A step of moving an item with a finger. The response is the diff on the viewport of the movement.
struct MovementChange {
  enum Action {
    /// - Parameter pointer: the JSON pointer to the item in the body.
    case begin(IndexPath, at: Point?, pointer: String)
    case move(to: Point)
    case end
    case cancel
  }

  var action: Action
  var version: Int?
  /// The viewport on which the client expects the movement; nil for any.
  var viewportName: String?
}

extension MovementChange: ChangeRequest {
  /// The end of a movement that puts the item back where it was makes no version.
  var isDurable: Bool { if case .end = action { true } else { false } }

  func namedViewport(in before: SolvedCollection, _ call: Call) -> String? {
    before.movement?.viewport ?? viewportName
  }

  /// Makes the step. If the movement was cancelled meanwhile, the movement is discarded and the client gets the
  /// reason.
  func apply(to before: SolvedCollection, _ call: Call) throws(Problem) -> AppliedChange {
    if case .begin = action {
    } else if let viewportName, let movement = before.movement, movement.viewport != viewportName {
      throw Problem(.notFound, "The item is being moved in the viewport \"\(movement.viewport)\".")
    }
    do throws(MovementError) {
      return .step(try step(from: before, now: call.service.collections.now()))
    } catch {
      guard case .cancelled = error else { throw problem(error) }
      return .rejection(before.forgettingMovement(), problem(error))
    }
  }

  private func step(
    from before: SolvedCollection, now: ContinuousClock.Instant
  ) throws(MovementError) -> CollectionStep {
    switch action {
    case .begin(let path, let position, _):
      try before.beginningMovement(of: path, at: position, on: viewportName ?? Viewport.main, now: now)
    case .move(let position): try before.moving(to: position, now: now)
    case .end: try before.endingMovement()
    case .cancel: try before.cancellingMovement()
    }
  }

  func check(_ step: CollectionStep, _ call: Call) throws(Problem) {
    let (_, viewport) = try viewport(of: step)
    try DiffOptions(scope: .visible, anchor: .automatic, foldsRuns: false)
      .check(hasBounds: viewport.bounds != nil, elements: step.before.elementCount(on: viewport))
    if let movement = step.after.movement, movement.item.frame.exceedsCoordinateLimit {
      throw .coordinateTooLarge
    }
  }

  func diff(_ step: inout CollectionStep, _ call: Call) throws(Problem) -> DiffResponse? {
    let (name, viewport) = try viewport(of: step)
    guard let diff = step.diff(of: name, anchor: .automatic, visibleOnly: true) else {
      throw .noSuchViewport(name)
    }
    step.settle(diff, of: name)
    call.notes.laidOut(step.after.solvedViewport(of: viewport).kind.name, items: 0)
    return DiffResponse(
      diff: diff, before: step.before.sections(shownOn: name), after: step.after.sections(shownOn: name),
      foldsRuns: false, versions: (step.before.version, step.after.version),
      heldItem: step.after.movement.map {
        HeldItem(movement: $0, bounds: viewport.bounds, hints: step.after.edgeHints)
      })
  }

  func status(of step: CollectionStep) -> Int { if case .begin = action { 201 } else { 200 } }

  /// The viewport of the movement, as it was before the step.
  private func viewport(of step: CollectionStep) throws(Problem) -> (name: String, viewport: Viewport) {
    guard let name = (step.before.movement ?? step.after.movement)?.viewport else {
      throw Problem(.internalError, "The step belongs to no movement.")
    }
    return (name, try step.before.existingViewport(name))
  }

  private func problem(_ error: MovementError) -> Problem {
    if case .begin(_, _, let pointer) = action { Problem(error, itemAt: pointer) } else { Problem(error) }
  }
}

extension Problem {
  /// - Parameter pointer: the JSON pointer to the item in the body.
  fileprivate init(_ error: MovementError, itemAt pointer: String = "") {
    switch error {
    case .inProgress:
      self.init(
        .movementInProgress, "An item of the collection is being moved; end or cancel that movement first.")
    case .missing: self.init(.notFound, "No item of the collection is being moved.")
    case .noSuchViewport(let name): self = .noSuchViewport(name)
    case .noSuchItem(let path):
      let detail = "the layout has no position for the item [\(path.section), \(path.item)]"
      self.init(
        .invalidRequest, "\(pointer): \(detail)", faults: [Fault(pointer: pointer, detail: detail)])
    case .change(let error): self.init(error)
    case .cancelled(let reason): self.init(.movementCancelled, reason.detail)
    }
  }
}

extension MovementCancellation {
  /// The reason, for the client.
  fileprivate var detail: String {
    switch self {
    case .itemIsGone: "Another change deleted the item, which ended the movement."
    case .sectionIsGone: "Another change deleted the item's section, which ended the movement."
    case .viewportIsGone:
      "The viewport of the movement was deleted; the item is back at its original position."
    case .layoutFailed:
      "The layout has no solution with the item moved; the item is back at its original position."
    case .timedOut(let timeout):
      "The movement received no request for \(timeout.seconds) seconds; the item is back at its original position."
    }
  }
}
