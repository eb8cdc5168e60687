import Collections
import HTTPServer
import LayoutEngine
import Support

extension Call {
  /// Changes the collection that the path names, and responds with what that changes on a viewport: the way of every
  /// request that changes a collection.
  ///
  /// - Parameters:
  ///   - isRepeatable: whether a repetition with the same `Idempotency-Key` gets the response of the first request.
  ///   - decode: reads the body against the version that it is to change, to which its ids refer.
  /// - Throws: what can be said against the request without the collection.
  func change<Request: ChangeRequest>(
    isRepeatable: Bool = false,
    _ decode: @escaping @Sendable (_ body: [UInt8], SolvedCollection, Call) throws(Problem) -> Request
  ) throws(Problem) -> PendingResponse {
    try check(Request.self)
    let body = try body()
    guard isRepeatable else { return try attempt(decode, body) }
    return try once(body) { () throws(Problem) in try attempt(decode, body) }
  }

  private func check(_ request: (some ChangeRequest).Type) throws(Problem) {
    guard request.hasBody else { return }
    try MediaType.requireJSON(self.request.head)
    _ = try format()
    try query.allow(request.parameters)
  }

  /// Makes the change from the newest version, and again while others are quicker.
  private func attempt<Request: ChangeRequest>(
    _ decode: @escaping @Sendable ([UInt8], SolvedCollection, Call) throws(Problem) -> Request,
    _ body: [UInt8]
  ) throws(Problem) -> PendingResponse {
    let condition = Request.hasBody ? try preconditions.versions() : .any
    let tip = service.collections.tip(of: collectionKey, if: condition, on: scheduler)
    return continuing(with: tip) { (tip) throws(Problem) in
      let tip = try opened(tip)
      if token.isCancelled { throw Problem.givenUp }
      let change: Change
      do throws(Problem) {
        change = try self.change(from: tip.collection, body, decode)
      } catch {
        // The version that the request was checked against may still be lost.
        return settled(service.collections.barrier(behind: tip), .failure(error))
      }
      switch try offer(change.step, at: tip) {
      case .taken(let stored): return settled(stored, change.outcome)
      case .superseded: return try attempt(decode, body)
      }
    }
  }

  /// A step that a request makes, with its response, which is encoded before the step is offered: a change whose response
  /// cannot be encoded is not made.
  private struct Change {
    var step: CollectionStep
    var outcome: Result<Response, Problem>
  }

  /// Computes the change of one version, and the response.
  private func change<Request: ChangeRequest>(
    from before: SolvedCollection, _ body: [UInt8],
    _ decode: ([UInt8], SolvedCollection, Call) throws(Problem) -> Request
  ) throws(Problem) -> Change {
    let request = try decode(body, before, self)
    try requireVersion(request.version, of: before)
    var step: CollectionStep
    switch try request.apply(to: before, self) {
    case .step(let applied): step = applied
    case .rejection(let forgetting, let problem): return Change(step: forgetting, outcome: .failure(problem))
    }
    try request.measure(&step, self)
    try request.check(step, self)
    let diff = try request.diff(&step, self)
    let response = try response(request.status(of: step), diff, version: step.after.version)
    // Compressed here: the thread on which the step settles has others to settle.
    return Change(
      step: step,
      outcome: .success(response.compressed(for: self.request.head, by: service.configuration.server)))
  }

  private func offer(_ step: CollectionStep, at tip: CollectionStore.Tip) throws(Problem)
    -> CollectionStore.Offer
  {
    do throws(StoreError) {
      return try service.collections.offer(
        step, at: tip, idempotencyKey: request.head.method == .post ? idempotencyKey : nil)
    } catch {
      throw Problem(error, collectionKey)
    }
  }

  private func opened(
    _ tip: Result<CollectionStore.Tip, StoreError>
  ) throws(Problem) -> CollectionStore.Tip {
    do throws(StoreError) { return try tip.get() } catch { throw Problem(error, collectionKey) }
  }

  /// The outcome of a request once the store has settled.
  func settled(
    _ stored: Pending<Void, StoreError>, _ outcome: Result<Response, Problem>
  ) -> PendingResponse {
    stored.map { [collectionKey] stored in
      switch stored {
      case .success: outcome
      case .failure(let error): .failure(Problem(error, collectionKey))
      }
    }
  }

  /// - Throws: `versionMismatch` where the body names another version than the newest.
  private func requireVersion(_ version: Int?, of newest: SolvedCollection) throws(Problem) {
    if let version, version != newest.version {
      throw Problem(.versionMismatch(newest: newest.version), collectionKey)
    }
  }
}
