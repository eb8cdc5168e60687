import CollectionModel
import JSON
import LayoutEngine
import Wire

/// A request of the page, decoded against a version of the collection.
indirect enum PageChange {
  case edit(CollectionEdit)
  case move(ViewportMove)
  case deletion(ViewportDeletion)
  case movement(MovementChange)

  /// Decodes a request.
  ///
  /// - Throws: the problems of the service for the body.
  init(_ request: PageRequest, of before: SolvedCollection, _ call: ChangeCall) throws(Problem) {
    let body = request.body
    switch request.kind {
    case .updates:
      if let batch = request.batch {
        self = .edit(try .updates(batch, of: before, call))
      } else {
        self = .edit(try .updates(body, of: before, call))
      }
    case .snapshot: self = .edit(try .snapshot(body, of: before, call))
    case .layout: self = .edit(try .layout(body, of: before, call))
    case .measurements: self = .edit(try .measurements(body, of: before, call))
    case .invalidations: self = .edit(try .invalidation(body, of: before, call))
    case .viewport:
      guard CollectionID.isValid(request.viewport) else { throw .invalidViewportName(request.viewport) }
      if let move = request.move {
        self = .move(try .viewport(move.change(of: request.viewport), move.json, of: before, call))
      } else {
        self = .move(try .viewport(body, of: before, call))
      }
    case .viewportDeletion: self = .deletion(ViewportDeletion(name: request.viewport))
    case .movementBeginning: self = .movement(try .begin(body, of: before, call))
    case .movement: self = .movement(try .update(body, of: before, call))
    case .movementEnd: self = .movement(try .end(body, of: before, call))
    case .movementCancellation: self = .movement(try .cancel(body, of: before, call))
    }
  }

  /// Whether the request gives a viewport another container or layout.
  var resizes: Bool { if case .move(let move) = self { move.resizes } else { false } }

  /// Returns the request for another version of the collection; nil if its body has to be decoded anew.
  func rebased(on newest: SolvedCollection) throws(Problem) -> PageChange? {
    guard case .edit(let edit) = self, let rebased = try edit.rebased(on: newest) else { return nil }
    return .edit(rebased)
  }

  /// Carries the request out. Nothing is encoded.
  ///
  /// - Throws: the problems of the service for the request.
  func outcome(
    on before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> ChangeOutcome<PageDiff> {
    switch self {
    case .edit(let edit): try edit.outcome(on: before, call).map { .changes($0) }
    case .move(let move): try move.outcome(on: before, call).map { .scroll($0) }
    case .deletion(let deletion): try deletion.outcome(on: before, call).map { .changes($0) }
    case .movement(let movement): try movement.outcome(on: before, call).map { .changes($0) }
    }
  }
}

/// The changes that a request of the page makes, for its response.
indirect enum PageDiff {
  case changes(DiffResponse)
  case scroll(ScrollResponse)

  /// The changes of elements; nil for a move.
  var diff: UpdateDiff? {
    switch self {
    case .changes(let response): response.diff
    case .scroll: nil
    }
  }

  /// A JSON object with the measurements of a move that were not applied; empty if there are none.
  var ignored: [UInt8] {
    switch self {
    case .changes: []
    case .scroll(let response): response.ignoredText
    }
  }

  func encoded() throws(Problem) -> ByteBuffer {
    let budget = EncodingBudget(bytes: .max)
    return switch self {
    case .changes(let diff): try diff.encoded(as: .objects, budget)
    case .scroll(let response): try response.encoded(as: .objects, budget)
    }
  }
}

extension ChangeOutcome {
  fileprivate func map<Other>(_ transform: (Diff) -> Other) -> ChangeOutcome<Other> {
    switch self {
    case .made(let step, let diff, let status): .made(step, diff.map(transform), status: status)
    case .refused(let step, let problem): .refused(step, problem)
    }
  }
}
