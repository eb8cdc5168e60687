import LayoutEngine
import Support

extension CollectionStore {
  /// The state of a collection at which its next change begins.
  public struct Tip: Sendable {
    /// The newest version, durable or being written.
    public let collection: SolvedCollection
    let live: LiveCollection
  }

  /// The result of offering a step.
  public enum Offer: Sendable {
    /// The step is the newest version for the next change. The result settles once the step is durable; if the journal
    /// fails, it has the journal's error, and nothing is changed.
    case taken(Pending<Void, StoreError>)
    /// Another change came first: compute the step again from the new tip.
    case superseded
  }

  /// Returns the tip of a collection, loaded if it is not in memory. Fails with `missing`, `versionMismatch`,
  /// `damaged`, `unavailable`.
  ///
  /// - Complexity: O(1) for a collection in memory, otherwise that of laying it out.
  public func tip(
    of key: CollectionKey, if condition: VersionCondition = .any, on scheduler: Scheduler = .immediate
  ) -> Pending<Tip, StoreError> {
    newest(key, seeing: condition, on: scheduler).then(on: scheduler) { [self] found in
      let live: LiveCollection
      do throws(StoreError) { live = try found.get() } catch { return Pending(.failure(error)) }
      // Should a change fail because another store was faster, one that was computed on top of it would fit on top of the
      // other store's: in a shared journal each begins at a durable version.
      if !journal.isExclusive, !live.isSettled {
        return live.barrier().then(on: scheduler) { [self] _ in tip(of: key, if: condition, on: scheduler) }
      }
      let (newest, standing) = live.tip
      switch standing {
      case .open: break
      case .ending, .ended: return failure(.missing, behind: live)
      case .retired:
        self.live.withLock { $0.remove(live) }
        return tip(of: key, if: condition, on: scheduler)
      }
      let collection = newest.givingUpMovements(idle: movementTimeout, now: now())
      guard condition.accepts(collection.version) else {
        return failure(.versionMismatch(newest: collection.version), behind: live)
      }
      return Pending(.success(Tip(collection: collection, live: live)))
    }
  }

  /// Whether other stores write to the journal, so that a change can fail with `overtaken` after it was taken. It then
  /// has to be computed again.
  public var isShared: Bool { !journal.isExclusive }

  /// Accepts a step if it still begins at the tip of its collection.
  ///
  /// - Parameters:
  ///   - request: the request that makes the step, if a client may repeat it; stored with the change, or alone if the
  ///     step changes no version.
  ///   - author: who makes the step; the history names it.
  /// - Throws: `limit`.
  public func offer(
    _ step: CollectionStep, at tip: Tip, request: RequestKey? = nil, by author: String? = nil
  ) throws(StoreError) -> Offer {
    let owner = tip.live.key.owner
    let added = step.after.state.sections.storedItemCount - step.before.state.sections.storedItemCount
    let (more, less) = (CollectionUsage(items: max(0, added)), CollectionUsage(items: max(0, -added)))
    try ledger.counting(owner, more)
    do throws(CollectionLimitError) {
      switch try tip.live.commit(step, request: request, by: author) {
      case .taken(let stored):
        let (edits, space) = (step.edits, step.after.space)
        return .taken(
          stored.map { [self] outcome in
            ledger.uncount(owner, (try? outcome.get()) == nil ? more : less)
            if case .failure(let error) = outcome {
              dropOutdated(tip.live, error)
              return .failure(StoreError(error))
            }
            space?.apply(edits, onlyNew: false)
            return .success(())
          })
      case .late:
        if tip.live.hasFollowed(beyond: tip.collection.version) { observer?.raceLost() }
      case .ending: break
      case .outdated:
        if isShared, tip.live.tip.standing == .open { observer?.raceLost() }
        live.withLock { $0.remove(tip.live) }
      }
    } catch {
      ledger.uncount(owner, more)
      throw .limit(error)
    }
    ledger.uncount(owner, more)
    return .superseded
  }

  /// Returns a result that settles once the tip and all steps before it are durable. A response that was computed from
  /// the tip may be sent only then.
  public func barrier(behind tip: Tip) -> Pending<Void, StoreError> {
    tip.live.barrier().map { $0.mapError { StoreError($0) } }
  }

  private func failure<Value>(
    _ error: StoreError, behind live: LiveCollection
  ) -> Pending<Value, StoreError> {
    live.barrier().map { $0.mapError { StoreError($0) }.flatMap { .failure(error) } }
  }
}
