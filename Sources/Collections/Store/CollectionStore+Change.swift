import LayoutEngine
import Support

extension CollectionStore {
  /// Where the next change of a collection begins.
  public struct Tip: Sendable {
    /// The newest version, which is durable or on its way there.
    public let collection: SolvedCollection
    let live: LiveCollection
  }

  /// What became of a step that was offered.
  public enum Offer: Sendable {
    /// The step is the newest version for the next change. It settles once it is durable, or fails with what the journal
    /// failed with: nothing is then changed.
    case taken(Pending<Void, StoreError>)
    /// Another change was quicker: compute the step again from the new tip.
    case superseded
  }

  /// Returns the tip of a collection, loaded where it is not in memory. Fails with `missing`, `versionMismatch`,
  /// `damaged`, `unavailable`.
  ///
  /// - Complexity: O(1) for a collection in memory, that of laying it out for one that has to be loaded.
  public func tip(
    of key: CollectionKey, if condition: VersionCondition = .any, on scheduler: Scheduler = .immediate
  ) -> Pending<Tip, StoreError> {
    find(key, seeing: condition, on: scheduler).then(on: scheduler) { [self] found in
      let live: LiveCollection
      do throws(StoreError) { live = try found.get() } catch { return Pending(.failure(error)) }
      let (newest, standing) = live.tip
      switch standing {
      case .open: break
      case .ending, .ended: return failure(.missing, behind: live)
      case .retired:
        self.live.withLock { $0.remove(live) }
        return tip(of: key, if: condition, on: scheduler)
      }
      let collection = newest.givingUpMovement(idle: movementTimeout, now: now())
      guard condition.accepts(collection.version) else {
        return failure(.versionMismatch(newest: collection.version), behind: live)
      }
      return Pending(.success(Tip(collection: collection, live: live)))
    }
  }

  /// Takes a step if it begins at the tip of its collection still.
  ///
  /// - Parameter idempotencyKey: by which a client could ask for the same change again; stored with it.
  /// - Throws: `limit`.
  public func offer(
    _ step: CollectionStep, at tip: Tip, idempotencyKey: String? = nil
  ) throws(StoreError) -> Offer {
    let owner = tip.live.key.owner
    let added = step.after.state.sections.itemCount - step.before.state.sections.itemCount
    let (more, less) = (CollectionUsage(items: max(0, added)), CollectionUsage(items: max(0, -added)))
    try ledger.counting(owner, more)
    do throws(CollectionLimitError) {
      switch try tip.live.commit(step, idempotencyKey: idempotencyKey) {
      case .taken(let stored):
        let (edits, space) = (step.edits, step.after.space)
        return .taken(
          stored.map { [self] outcome in
            ledger.uncount(owner, (try? outcome.get()) == nil ? more : less)
            if case .failure(let error) = outcome {
              dropOutdated(tip.live, error)
              return .failure(StoreError(error))
            }
            if let space { measurements.apply(edits, in: space.name) }
            return .success(())
          })
      case .late, .ending: break
      case .outdated: live.withLock { $0.remove(tip.live) }
      }
    } catch {
      ledger.uncount(owner, more)
      throw .limit(error)
    }
    ledger.uncount(owner, more)
    return .superseded
  }

  /// Returns a result that settles once everything that a tip was computed from is durable: what was found out about the
  /// tip holds only then.
  public func barrier(behind tip: Tip) -> Pending<Void, StoreError> {
    tip.live.word().map { $0.mapError { StoreError($0) } }
  }

  private func failure<Value>(
    _ error: StoreError, behind live: LiveCollection
  ) -> Pending<Value, StoreError> {
    live.word().map { $0.mapError { StoreError($0) }.flatMap { .failure(error) } }
  }
}
