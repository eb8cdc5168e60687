import CollectionModel
import JSON
import LayoutEngine

/// A request of the page that changes a collection, or what a viewport shows of it.
struct PageRequest {
  /// The numbers are those of the interface.
  enum Kind: Int {
    case updates = 0
    case snapshot = 1
    case layout = 2
    case measurements = 3
    case invalidations = 4
    case viewport = 5
    case viewportDeletion = 6
    case movementBeginning = 7
    case movement = 8
    case movementEnd = 9
    case movementCancellation = 10

    var isMovement: Bool { rawValue >= Kind.movementBeginning.rawValue }
  }

  var kind: Kind
  /// The viewport that the request names or describes.
  var viewport: String
  var includesContent = false
  var body: [UInt8]

  /// The effect of a request on a collection.
  enum Effect {
    case step(CollectionStep, ByteBuffer?, status: Int)
    /// The request is rejected, and the step made all the same.
    case rejection(CollectionStep, Problem)
  }

  /// Returns the step that the request makes, and the response of the service.
  ///
  /// - Throws: the problems of the service for the request.
  func apply(to before: SolvedCollection) throws(Problem) -> Effect {
    let call = ChangeCall(
      limits: RequestLimits(), parameter: viewport, viewport: viewport, includesContent: includesContent,
      now: .now, measurer: ContentMeasurer())
    switch kind {
    case .updates: return try carryOut(CollectionEdit.updates(body, of: before, call), before, call)
    case .snapshot: return try carryOut(CollectionEdit.snapshot(body, of: before, call), before, call)
    case .layout: return try carryOut(CollectionEdit.layout(body, of: before, call), before, call)
    case .measurements: return try carryOut(CollectionEdit.measurements(body, of: before, call), before, call)
    case .invalidations:
      return try carryOut(CollectionEdit.invalidation(body, of: before, call), before, call)
    case .viewport:
      guard CollectionID.isValid(viewport) else { throw .invalidViewportName }
      return try carryOut(ViewportMove.viewport(body, of: before, call), before, call)
    case .viewportDeletion: return try carryOut(ViewportDeletion(name: viewport), before, call)
    case .movementBeginning: return try carryOut(MovementChange.begin(body, of: before, call), before, call)
    case .movement: return try carryOut(MovementChange.update(body, of: before, call), before, call)
    case .movementEnd: return try carryOut(MovementChange.end(body, of: before, call), before, call)
    case .movementCancellation:
      return try carryOut(MovementChange.cancel(body, of: before, call), before, call)
    }
  }

  private func carryOut<Request: ChangeRequest>(
    _ request: Request, _ before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> Effect {
    if let version = request.version, version != before.version {
      throw Problem(.versionMismatch, "The collection is at version \(before.version).")
    }
    var step: CollectionStep
    switch try request.apply(to: before, call) {
    case .step(let applied): step = applied
    case .rejection(let forgetting, let problem): return .rejection(forgetting, problem)
    }
    try request.measure(&step, call)
    try request.check(step, call)
    let budget = EncodingBudget(bytes: .max)
    let response = try request.diff(&step, call)?.encoded(as: .objects, budget)
    return .step(step, response, status: request.status(of: step))
  }
}

/// The response to a request of the page.
struct PageAnswer {
  var status: Int
  /// The body of the response; nil if it has none.
  var body: ByteBuffer?
  /// Whether the request makes a version, so that the page passes it on to the service.
  var isProposal: Bool
}
