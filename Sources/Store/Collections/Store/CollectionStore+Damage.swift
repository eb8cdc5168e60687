import Support

extension CollectionStore {
  /// Deletes a collection that cannot be read: only its head is known.
  func deleteUnread(
    _ key: CollectionKey, if condition: VersionCondition, _ request: RequestKey?, erases: Bool
  ) -> Pending<Void, StoreError> {
    journal.head(of: key).then(on: .immediate) { [self] found in
      switch found {
      case .success(let head?): deleteUnread(key, at: head, if: condition, request, erases: erases)
      case .success(nil): Pending(.failure(.missing))
      case .failure(let error): Pending(.failure(StoreError(error)))
      }
    }
  }

  private func deleteUnread(
    _ key: CollectionKey, at head: JournalHead, if condition: VersionCondition, _ request: RequestKey?,
    erases: Bool
  ) -> Pending<Void, StoreError> {
    guard condition.accepts(head.version) else {
      return Pending(.failure(.versionMismatch(newest: head.version)))
    }
    let incarnation = CollectionIncarnation(key, head.incarnation)
    let deleted = journal.delete(incarnation, ifVersion: head.version, request: request, erases: erases)
    return deleted.map { [self] outcome in
      guard case .success = outcome else { return outcome.mapError { StoreError($0) } }
      live.withLock { $0.expire(key) }
      forgetCrashes(of: key)
      ledger.uncount(key.owner, CollectionUsage(collections: 1, items: head.itemCount))
      ledger.setBytes(of: incarnation, to: 0)
      measurementSpace(of: key, shared: nil).forget()
      observer?.collectionEnded(key)
      return .success(())
    }
  }
}
