import Collections
import Diagnostics
import HTTPServer
import LayoutEngine
import Support
import Wire

extension Call {
  /// Changes the collection that the path names, and responds with the resulting changes on a viewport. Every request
  /// that changes a collection takes this path, and is carried out once for its `Idempotency-Key`.
  ///
  /// - Parameter decode: decodes the body against the current version, to which its ids refer.
  /// - Throws: problems of the request that can be found without the collection.
  func change<Request: ChangeRequest>(
    _ decode: @escaping @Sendable (_ body: [UInt8], SolvedCollection, ChangeCall) throws(Problem) -> Request
  ) throws(Problem) -> PendingResponse {
    try check(Request.self)
    let body = try body()
    return try once(body) { (request) throws(Problem) in try attempt(decode, body, request) }
  }

  /// The part of the call that the change depends on.
  private func changeCall() throws(Problem) -> ChangeCall {
    var call = ChangeCall(
      limits: limits, parameter: parameters["name"], viewport: query.text("viewport"),
      includesContent: try query.includesContent(), now: service.collections.now(), measurer: measurer(),
      requestID: ownRequestID)
    call.isVersionDemanded = preconditions.demandsVersion
    call.wantsDiff = !prefersMinimalResponse
    call.isCancelled = isCancelled
    call.charge = charge
    call.notes = { [notes] note in
      switch note {
      case .laidOut(let kind): notes.laidOut(kind, items: 0)
      case .touched(let count): notes.touched(count)
      }
    }
    return call
  }

  private func check(_ request: (some ChangeRequest).Type) throws(Problem) {
    guard request.hasBody else { return }
    _ = try format()
    _ = try query.includesContent()
  }

  /// Computes the change from the newest version, and retries while other writers are faster.
  private func attempt<Request: ChangeRequest>(
    _ decode: @escaping @Sendable ([UInt8], SolvedCollection, ChangeCall) throws(Problem) -> Request,
    _ body: [UInt8], _ request: RequestKey?
  ) throws(Problem) -> PendingResponse {
    let tip = service.collections.tip(
      of: collectionKey, if: try preconditions.versions(), on: scheduler)
    return continuing(with: tip) { (tip) throws(Problem) in
      let tip = try tip.get(of: collectionKey)
      if token.isCancelled { throw Problem.givenUp }
      let change: Change
      do throws(Problem) {
        change = try interruptible { () throws(Problem) in
          try self.change(from: tip.collection, body, decode)
        }
      } catch {
        // The version that the request was checked against may not be durable yet.
        return settled(service.collections.barrier(behind: tip), .failure(error))
      }
      switch try offer(change, at: tip, request) {
      case .taken(let stored):
        guard service.collections.isShared else { return settled(stored, change.outcome) }
        return continuing(with: stored) { (stored) throws(Problem) in
          switch stored {
          // Another store was faster: the change is computed again on top of its change, or of the collection that it
          // created under the same key.
          case .failure(.overtaken), .failure(.missing): return try attempt(decode, body, request)
          case .success, .failure: return settled(Pending(stored), change.outcome)
          }
        }
      case .superseded: return try attempt(decode, body, request)
      }
    }
  }

  /// A step that a request makes, with its response. The response is encoded before the step is offered, so that a
  /// change with an unencodable response is not made.
  private struct Change {
    var step: CollectionStep
    var outcome: Result<Response, Problem>
    /// Whether the journal stores the request, if it has an idempotency key.
    var isRemembered = false
  }

  /// Computes the change of one version and its response.
  private func change<Request: ChangeRequest>(
    from before: SolvedCollection, _ body: [UInt8],
    _ decode: ([UInt8], SolvedCollection, ChangeCall) throws(Problem) -> Request
  ) throws(Problem) -> Change {
    let call = try changeCall()
    let exists = Request.resourceExists(in: before, call)
    if exists || Request.createsResource { try preconditions.require(exists: exists, at: before.version) }
    let request = try notes.timer.time(.parse) { () throws(Problem) in try decode(body, before, call) }
    if request.erases { try caller.requireKeyToErase() }
    let made = try notes.timer.time(.solve) { () throws(Problem) in try request.outcome(on: before, call) }
    switch made {
    case .refused(let step, let problem): return Change(step: step, outcome: .failure(problem))
    case .made(let step, let diff, let status):
      let isMinimal = Request.hasBody && prefersMinimalResponse
      let version = step.after.version
      let response =
        try isMinimal
        ? minimalResponse(status, version: version) : response(status, diff, version: version)
      // Compressed here, because the thread on which the step settles has other steps to settle.
      return Change(
        step: step,
        outcome: .success(response.compressed(for: self.request.head, by: service.configuration.server)),
        isRemembered: request.isDurable || step.change != nil)
    }
  }

  /// The id that the client gave its request; nil if the server made one.
  private var ownRequestID: String? {
    let head = request.head
    return head.headers["X-Request-Id"] == head.id ? head.id : nil
  }

  private func offer(
    _ change: Change, at tip: CollectionStore.Tip, _ request: RequestKey?
  ) throws(Problem) -> CollectionStore.Offer {
    try StoreError.rethrown(
      as: { Problem($0, collectionKey) },
      from: service.collections.offer(
        change.step, at: tip, request: change.isRemembered ? request : nil, by: caller.author))
  }

  /// The outcome of a request once the store has settled.
  func settled(
    _ stored: Pending<Void, StoreError>, _ outcome: Result<Response, Problem>
  ) -> PendingResponse {
    let start = notes.timer.begin()
    return stored.map { [collectionKey, notes] stored in
      notes.timer.note(.store, since: start)
      return switch stored {
      case .success: outcome
      case .failure(let error): .failure(Problem(error, collectionKey))
      }
    }
  }
}
