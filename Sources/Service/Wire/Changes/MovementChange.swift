import CollectionModel
import LayoutEngine

/// A step of moving an item, with a finger or with keys. The response is the diff on the viewport of the movement.
package struct MovementChange {
  enum Action {
    /// - Parameter pointer: the JSON pointer to the item in the body.
    case begin(IndexPath, at: Point?, pointer: String)
    /// - Parameter pointer: the JSON pointer to the target in the body.
    case move(to: MovementTarget, pointer: String)
    case end
    case cancel
  }

  var action: Action
  package var version: Int?
  /// The viewport of the movement.
  var viewportName: String
}

extension MovementChange: ChangeRequest {
  /// The end of a movement that puts the item back where it was makes no version.
  package var isDurable: Bool { if case .end = action { true } else { false } }

  package func namedViewport(in before: SolvedCollection, _ call: ChangeCall) -> String? {
    viewportName
  }

  /// Makes the step. If the movement was cancelled meanwhile, the movement is discarded and the client gets the
  /// reason.
  package func apply(to before: SolvedCollection, _ call: ChangeCall) throws(Problem) -> AppliedChange {
    do throws(MovementError) {
      return .step(try step(from: before, now: call.now))
    } catch {
      guard case .cancelled = error else { throw problem(error) }
      return .rejection(before.forgettingMovement(on: viewportName), problem(error))
    }
  }

  private func step(
    from before: SolvedCollection, now: Moment
  ) throws(MovementError) -> CollectionStep {
    switch action {
    case .begin(let path, let position, _):
      try before.beginningMovement(of: path, at: position, on: viewportName, now: now)
    case .move(let target, _): try before.moving(to: target, on: viewportName, now: now)
    case .end: try before.endingMovement(on: viewportName)
    case .cancel: try before.cancellingMovement(on: viewportName)
    }
  }

  package func check(_ step: CollectionStep, _ call: ChangeCall) throws(Problem) {
    if let movement = step.after.movement(on: viewportName), movement.item.frame.exceedsCoordinateLimit {
      throw .coordinateTooLarge
    }
  }

  package func place(_ step: inout CollectionStep, _ call: ChangeCall) throws(Problem) {
    step.place(viewportName)
    let viewport = try step.before.existingViewport(viewportName)
    call.note(laidOut: step.after.solvedViewport(of: viewport).kind.name)
  }

  package func diff(_ step: CollectionStep, _ call: ChangeCall) throws(Problem) -> DiffResponse? {
    var details = DiffResponse.Details()
    details.heldItem = step.after.movement(on: viewportName).map {
      HeldItem(
        movement: $0, bounds: step.before.viewport(viewportName)?.bounds,
        hints: step.after.edgeHints(on: viewportName))
    }
    let response = try step.response(
      on: viewportName, DiffOptions(scope: .visible), heading: .versions,
      includesContent: call.includesContent, details: details)
    call.note(touched: response.diff.changes.count)
    return response
  }

  package func status(of step: CollectionStep) -> Int { if case .begin = action { 201 } else { 200 } }

  private func problem(_ error: MovementError) -> Problem {
    switch action {
    case .begin(_, _, let pointer), .move(_, let pointer):
      Problem(error, of: viewportName, itemAt: pointer)
    case .end, .cancel: Problem(error, of: viewportName)
    }
  }
}

extension Problem {
  /// - Parameters:
  ///   - viewport: the viewport of the request.
  ///   - pointer: the JSON pointer to the item or the target in the body.
  fileprivate init(_ error: MovementError, of viewport: String, itemAt pointer: String = "") {
    switch error {
    case .inProgress:
      self.init(
        .movementInProgress,
        "An item is being moved in the viewport \"\(viewport)\"; end or cancel that movement first.")
      self.viewport = viewport
    case .held(let holder, let path):
      self.init(
        .itemHeld, at: pointer,
        "the item [\(path.section), \(path.item)] is being moved in the viewport \"\(holder)\"")
      self.viewport = holder
    case .missing: self.init(.notFound, "No item is being moved in the viewport \"\(viewport)\".")
    case .noSuchViewport(let name): self = .noSuchViewport(name)
    case .noSuchItem(let path):
      self.init(
        .invalidRequest, at: pointer,
        "the layout has no position for the item [\(path.section), \(path.item)]")
    case .outlined(let path):
      self.init(
        .invalidRequest, at: pointer,
        "section \(path.section) has an outline: its items move with their descendants, by \"moveItem\"")
    case .ownOutline:
      self.init(
        .invalidRequest, at: pointer,
        "the viewport \"\(viewport)\" has an outline of its own, in which no item is dragged")
    case .noSuchTarget(let path, let lastItem?):
      self.init(
        .invalidRequest, at: pointer,
        "the item can be at [\(path.section), 0] to [\(path.section), \(lastItem)], not at "
          + "[\(path.section), \(path.item)]")
    case .noSuchTarget(let path, nil):
      self.init(.invalidRequest, at: pointer, "there is no section \(path.section)")
    case .ownItem: self.init(.invalidRequest, at: pointer, "the item is the one that is being moved")
    case .change(let error): self.init(error)
    case .cancelled(let reason): self.init(.movementCancelled, reason.detail)
    }
  }
}

extension Problem {
  /// A problem with one value of the body.
  private init(_ code: ProblemCode, at pointer: String, _ detail: String) {
    self.init(code, "\(pointer): \(detail)", faults: [Fault(pointer: pointer, detail: detail)])
  }
}

extension MovementCancellation {
  /// The reason, for the client.
  fileprivate var detail: String {
    switch self {
    case .itemIsGone: "Another change deleted the item, which ended the movement."
    case .sectionIsGone: "Another change deleted the item's section, which ended the movement."
    case .layoutFailed:
      "The layout has no solution with the item moved; the item is back at its original position."
    case .timedOut(let timeout):
      "The movement received no request for \(timeout.seconds) seconds; the item is back at its original position."
    }
  }
}

extension Duration {
  /// The duration in seconds.
  fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
