import Collections
import JSON
import LayoutEngine
import Wire

/// The problems that clients get for the errors of the engine and of the store.
extension Problem {
  init(_ error: StoreError, _ key: CollectionKey) {
    switch error {
    case .exists:
      self.init(.collectionExists, "The collection \"\(key.id)\" already exists.")
    case .missing:
      self.init(.notFound, "The collection \"\(key.id.prefix(CollectionID.lengthLimit))\" does not exist.")
    case .versionMismatch(let newest):
      self = .versionMismatch(newest: newest)
    case .limit(let error): self.init(error)
    case .repeated(let stored): self = .answerNotKept(stored)
    case .outcomeUnknown(let reason):
      self.init(
        .outcomeUnknown,
        "The connection to the store was lost while it stored the change; fetch the collection to see its version."
      )
      cause = "the store fails: \(reason)"
    case .overtaken:
      self.init(
        .storeUnavailable, "Another writer changed the collection first; try again.",
        headers: [("Retry-After", "1")])
    case .full:
      self.init(.storeFull, "The store is full; nothing was changed.")
      cause = "the store is full"
    case .unavailable(let reason):
      self.init(
        .storeUnavailable, "The store is unavailable at present; nothing was changed.",
        headers: [("Retry-After", "5")])
      cause = "the store fails: \(reason)"
    case .damaged(let reason):
      self.init(.collectionDamaged, "The stored collection cannot be read.")
      cause = "the collection \(key.id) is damaged: \(reason)"
    }
  }

  private init(_ error: CollectionLimitError) {
    switch error {
    case .collections(let limit):
      self.init(.tooManyCollections, "The service stores at most \(limit) collections.")
    case .collectionsPerOwner(let limit):
      self.init(.tooManyCollections, "\(limit) collections are kept for a tenant at most; delete one first.")
      quota = ReachedQuota(.collections, limit)
    case .items(let limit):
      self.init(
        .tooManyCollections, "All collections together may have at most \(limit) items.")
    case .itemsPerOwner(let limit):
      self.init(.tooManyCollections, "The collections of a tenant may have at most \(limit) items together.")
      quota = ReachedQuota(.items, limit)
    case .bytesPerOwner(let limit):
      self.init(
        .tooManyCollections,
        "The collections of a tenant may take at most \(limit) bytes together; delete one, or some of their items."
      )
      quota = ReachedQuota(.bytes, limit)
    case .collectionBytes(let limit):
      self.init(
        .collectionTooLarge,
        "A collection with its history may take at most \(limit) bytes.")
    }
  }
}

extension Result where Failure == StoreError {
  /// Returns the value, and throws an error of the store as the problem with a collection.
  func get(of key: CollectionKey) throws(Problem) -> Success { try mapError { Problem($0, key) }.get() }
}
