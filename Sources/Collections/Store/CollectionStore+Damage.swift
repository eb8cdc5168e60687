import Support

extension CollectionStore {
  /// Ends a collection of which nobody knows more than where it stands: it cannot be read, and can be got rid of.
  func deleteUnread(_ key: CollectionKey, if condition: VersionCondition) -> Pending<Void, StoreError> {
    let head: JournalHead
    do throws(JournalError) {
      guard let found = try journal.head(of: key) else { return Pending(.failure(.missing)) }
      head = found
    } catch {
      return Pending(.failure(StoreError(error)))
    }
    guard condition.accepts(head.version) else {
      return Pending(.failure(.versionMismatch(newest: head.version)))
    }
    return journal.delete(key, ifVersion: head.version).map { [self] outcome in
      guard case .success = outcome else { return outcome.mapError { StoreError($0) } }
      ledger.uncount(key.owner, CollectionUsage(collections: 1, items: head.itemCount))
      measurements.forget(measurementSpace(of: key, shared: nil).name)
      observer?.collectionEnded(key)
      return .success(())
    }
  }
}
