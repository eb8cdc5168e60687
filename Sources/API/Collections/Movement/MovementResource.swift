import Collections
import HTTPServer
import JSON
import LayoutEngine
import Support

/// Moving an item about with a finger (UIKit's interactive movement).
extension Service {
  /// `POST /v1/collections/{id}/movement`: takes an item up.
  static func beginMovement(_ call: Call) throws(Problem) -> PendingResponse {
    try call.movement { (body, name) throws(Problem) in
      try call.once(body) { () throws(Problem) in
        try call.movementStep(status: 201) { (before) throws(Problem) in
          let beginning = try MovementBeginning.decode(
            body, of: before.state, limits: call.limits, isCancelled: call.isCancelled)
          try call.require(beginning.version, of: before)
          do throws(MovementError) {
            return try before.beginningMovement(
              of: beginning.path, at: beginning.position, on: name ?? Viewport.main,
              now: call.service.collections.now())
          } catch {
            throw Problem(error, itemAt: beginning.pointer)
          }
        }
      }
    }
  }

  /// `PATCH /v1/collections/{id}/movement`: follows the finger, and makes room where the item would be put down.
  static func updateMovement(_ call: Call) throws(Problem) -> PendingResponse {
    try call.movement { (body, name) throws(Problem) in
      let update = try MovementUpdate.decode(body, limits: call.limits, isCancelled: call.isCancelled)
      return try call.movementStep(on: name) { (before) throws(Problem) in
        try call.require(update.version, of: before)
        do throws(MovementError) {
          return try before.moving(to: update.position, now: call.service.collections.now())
        } catch {
          throw Problem(error)
        }
      }
    }
  }

  /// `POST /v1/collections/{id}/movement/end`: puts the item down.
  static func endMovement(_ call: Call) throws(Problem) -> PendingResponse {
    try call.movement { (body, name) throws(Problem) in
      try call.once(body) { () throws(Problem) in
        let end = try MovementEnd.decode(body, limits: call.limits, isCancelled: call.isCancelled)
        return try call.movementStep(on: name) { (before) throws(Problem) in
          try call.require(end.version, of: before)
          do throws(MovementError) { return try before.endingMovement() } catch { throw Problem(error) }
        }
      }
    }
  }

  /// `DELETE /v1/collections/{id}/movement`: puts the item back.
  static func cancelMovement(_ call: Call) throws(Problem) -> PendingResponse {
    try call.movement { (_, name) throws(Problem) in
      try call.movementStep(on: name) { (before) throws(Problem) in
        do throws(MovementError) { return try before.cancellingMovement() } catch { throw Problem(error) }
      }
    }
  }
}

extension Call {
  /// Answers a request about a movement, with its body and the viewport that its query names, if it does.
  fileprivate func movement(
    _ answer: (_ body: [UInt8], _ viewport: String?) throws(Problem) -> PendingResponse
  ) throws(Problem) -> PendingResponse {
    try MediaType.requireJSON(request.head)
    try ResponseFormat.requireObjects(request.head)
    try CollectionQuery(request.head).allow(["viewport", "format"])
    return try answer(try body(), request.head.query("viewport"))
  }

  /// - Throws: `versionMismatch` where the client wants to change another version.
  fileprivate func require(_ version: Int?, of solved: SolvedCollection) throws(Problem) {
    if let version, version != solved.version {
      throw Problem(.versionMismatch(newest: solved.version), collectionKey)
    }
  }

  /// Makes a step of a movement and answers what it changes on its screen.
  ///
  /// A movement that was cancelled meanwhile is forgotten with the answer that says so.
  ///
  /// - Parameter viewport: the screen on which the client takes the movement to be.
  fileprivate func movementStep(
    on viewport: String? = nil, status: Int = 200,
    _ step: @escaping @Sendable (SolvedCollection) throws(Problem) -> CollectionStep
  ) throws(Problem) -> PendingResponse {
    self.step(if: try expectedVersions()) { (before) throws(Problem) in
      if let viewport, let movement = before.movement, movement.viewport != viewport {
        throw Problem(.notFound, "The item is being moved in the viewport \"\(movement.viewport)\".")
      }
      do throws(Problem) {
        let (step, response) = try answer(try step(before), status)
        return (step, .success(response))
      } catch {
        guard error.code == .movementCancelled else { throw error }
        return (before.forgettingMovement(), .failure(error))
      }
    }
  }

  private func answer(
    _ made: CollectionStep, _ status: Int
  ) throws(Problem) -> (step: CollectionStep, answer: Response) {
    var step = made
    guard let name = (step.before.movement ?? step.after.movement)?.viewport,
      let viewport = step.before.viewport(name)
    else { throw Problem(.internalError, "The viewport of the movement no longer exists.") }
    let count = step.before.elementCount(on: viewport)
    try DiffOptions(scope: .visible, anchor: .automatic, foldsRuns: false)
      .check(hasBounds: viewport.bounds != nil, elements: count)
    guard let diff = step.diff(of: name, anchor: .automatic, visibleOnly: true) else {
      throw Problem(.internalError, "The viewport of the movement no longer exists.")
    }
    step.settle(diff, of: name)
    notes.laidOut(step.after.solvedViewport(of: viewport).kind.name, items: 0)
    var answer = DiffResponse(
      diff: diff, before: step.before.sections(shownOn: name), after: step.after.sections(shownOn: name),
      foldsRuns: false)
    answer.versions = (step.before.version, step.after.version)
    answer.heldItem = step.after.movement.map {
      HeldItem(movement: $0, bounds: viewport.bounds, hints: step.after.edgeHints)
    }
    let bytes = try answer.encoded(budget)
    return (
      step,
      Response(
        status: status,
        headers: [
          ("Content-Type", ResponseFormat.objects.mediaType), ("Vary", "Accept"),
          EntityTag.header(step.after.version),
        ], body: .source(bytes))
    )
  }
}

extension Problem {
  /// - Parameter pointer: what names the item in the body.
  init(_ refusal: MovementError, itemAt pointer: String = "") {
    switch refusal {
    case .inProgress:
      self.init(
        .movementInProgress, "An item of the collection is being moved; end or cancel that movement first.")
    case .missing: self.init(.notFound, "No item of the collection is being moved.")
    case .noSuchViewport(let name):
      self.init(.notFound, "The collection has no viewport \"\(name.prefix(60))\".")
    case .noSuchItem(let path):
      let detail = "the layout has no position for the item [\(path.section), \(path.item)]"
      self.init(
        .invalidRequest, "\(pointer): \(detail)", faults: [Fault(pointer: pointer, detail: detail)])
    case .change(let refusal): self.init(refusal)
    case .cancelled(let reason): self.init(.movementCancelled, reason.detail)
    }
  }
}

extension MovementCancellation {
  /// The reason in words for the client.
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
