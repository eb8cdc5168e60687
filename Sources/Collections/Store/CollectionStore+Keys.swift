import Support

extension CollectionStore {
  /// Returns whether the journal has this idempotency key among those of the newest requests to a collection; false if
  /// the collection cannot be loaded. Fails with `damaged` or `unavailable` if the keys cannot be read.
  ///
  /// - Complexity: O(1); for the first key after a collection was loaded, that of reading its keys.
  public func hasStored(
    _ idempotencyKey: String, in key: CollectionKey, on scheduler: Scheduler = .immediate
  ) -> Pending<Bool, StoreError> {
    find(key, on: scheduler).then(on: scheduler) { [journal] found in
      guard case .success(let collection) = found else { return Pending(.success(false)) }
      let (isKnown, hasReadKeys) = collection.pending.withLock { pending in
        (pending.idempotencyKeys.contains(idempotencyKey), pending.hasReadKeys)
      }
      guard !isKnown, !hasReadKeys else { return Pending(.success(isKnown)) }
      return journal.idempotencyKeys(of: key).map { outcome in
        outcome.mapError { StoreError($0) }.map { stored in
          collection.pending.withLock { pending in
            if !pending.hasReadKeys { pending.idempotencyKeys.addOlder(stored) }
            pending.hasReadKeys = true
            return pending.idempotencyKeys.contains(idempotencyKey)
          }
        }
      }
    }
  }
}
