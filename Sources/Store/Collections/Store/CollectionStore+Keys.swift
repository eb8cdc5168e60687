import Support

extension CollectionStore {
  /// Returns the request that was carried out under a name, whether or not its collection still exists; nil if there is
  /// none. Fails with `damaged` or `unavailable`.
  public func stored(_ request: RequestKey.Name) -> Pending<StoredRequest?, StoreError> {
    journal.stored(request).map { $0.mapError { StoreError($0) } }
  }
}
