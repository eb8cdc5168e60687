import LayoutEngine
import Support

extension CollectionStore {
  /// Changes a collection.
  ///
  /// `prepare` computes the step from the version it is given, and what is to be answered. It is asked again with a
  /// newer version where another change was quicker.
  ///
  /// - Returns: the answer, once the change is kept. Fails with what `prepare` throws, `missing`, `versionMismatch`,
  ///   `limit`, and where the journal fails: nothing is then changed.
  public func change<Answer: Sendable, Refusal: Error>(
    _ key: CollectionKey, if condition: VersionCondition = .any, idempotencyKey: String? = nil,
    on scheduler: Scheduler = .immediate,
    _ prepare: @escaping @Sendable (SolvedCollection) throws(Refusal) -> (step: CollectionStep, answer: Answer)
  ) -> Pending<Answer, ChangeFailure<Refusal>> {
    find(key, seeing: condition, on: scheduler).then(on: scheduler) { [self] found in
      switch found {
      case .failure(let error): return Pending(.failure(.store(error)))
      case .success(let collection):
        if let changed = change(collection, if: condition, idempotencyKey, prepare) { return changed }
        live.withLock { $0.remove(collection) }
        return change(key, if: condition, idempotencyKey: idempotencyKey, on: scheduler, prepare)
      }
    }
  }

  /// Changes a collection in memory; nil where it turns out to be behind the journal.
  private func change<Answer: Sendable, Refusal: Error>(
    _ collection: LiveCollection, if condition: VersionCondition, _ idempotencyKey: String?,
    _ prepare: (SolvedCollection) throws(Refusal) -> (step: CollectionStep, answer: Answer)
  ) -> Pending<Answer, ChangeFailure<Refusal>>? {
    while true {
      do throws(ChangeFailure<Refusal>) {
        let offered = try offer(to: collection, if: condition, idempotencyKey, prepare)
        switch offered?.offer {
        case .taken(let told): return taken(told, by: collection, offered!)
        case .ending: throw .store(.missing)
        case .late: continue
        case .outdated, nil: return nil
        }
      } catch {
        // Told when it is sure that what it was computed from lasts.
        return collection.word().map { $0.mapError { .store(StoreError($0)) }.flatMap { .failure(error) } }
      }
    }
  }
}

extension CollectionStore {
  /// What is offered of a change, with the items that it brings counted.
  private struct Offered<Answer> {
    var offer: Offer
    var step: CollectionStep
    var answer: Answer
    var more: CollectionUsage
    var less: CollectionUsage
  }

  /// Computes a change and offers it; nil where the collection has left memory.
  private func offer<Answer, Refusal: Error>(
    to collection: LiveCollection, if condition: VersionCondition, _ idempotencyKey: String?,
    _ prepare: (SolvedCollection) throws(Refusal) -> (step: CollectionStep, answer: Answer)
  ) throws(ChangeFailure<Refusal>) -> Offered<Answer>? {
    let (tip, standing) = collection.tip
    if standing == .retired { return nil }
    guard standing == .open else { throw .store(.missing) }
    let before = tip.givingUpMovement(idle: movementTimeout, now: now())
    guard condition.accepts(before.version) else {
      throw .store(.versionMismatch(newest: before.version))
    }
    let prepared: (step: CollectionStep, answer: Answer)
    do throws(Refusal) { prepared = try prepare(before) } catch { throw .refused(error) }
    let step = prepared.step
    let owner = collection.key.owner
    let added = step.after.state.sections.itemCount - step.before.state.sections.itemCount
    let (more, less) = (CollectionUsage(items: max(0, added)), CollectionUsage(items: max(0, -added)))
    do throws(StoreError) { try ledger.counting(owner, more) } catch { throw .store(error) }
    do throws(CollectionLimitError) {
      let offer = try collection.commit(step, idempotencyKey: idempotencyKey)
      if case .taken = offer {} else { ledger.uncount(owner, more) }
      return Offered(offer: offer, step: step, answer: prepared.answer, more: more, less: less)
    } catch {
      ledger.uncount(owner, more)
      throw .store(.limit(error))
    }
  }

  /// The answer to what was taken, once it is kept.
  private func taken<Answer: Sendable, Refusal>(
    _ told: Pending<Void, JournalError>, by collection: LiveCollection, _ offered: Offered<Answer>
  ) -> Pending<Answer, ChangeFailure<Refusal>> {
    let (answer, more, less) = (offered.answer, offered.more, offered.less)
    let (edits, space) = (offered.step.edits, offered.step.after.space)
    return told.map { [self] outcome in
      switch outcome {
      case .success:
        if let space { measurements.apply(edits, in: space.name) }
        ledger.uncount(collection.key.owner, less)
        return .success(answer)
      case .failure(let error):
        ledger.uncount(collection.key.owner, more)
        dropOutdated(collection, error)
        return .failure(.store(StoreError(error)))
      }
    }
  }
}
