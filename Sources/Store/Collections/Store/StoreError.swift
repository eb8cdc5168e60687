/// Why the store did not carry out a request.
public enum StoreError: Error, Hashable, Sendable {
  /// The owner already has a collection with that id.
  case exists
  /// The owner has no collection with that id.
  case missing
  /// The client's condition names another version than the newest.
  case versionMismatch(newest: Int)
  /// Another writer wrote to the journal at the same moment: a retry may succeed.
  case overtaken
  case limit(CollectionLimitError)
  /// The same request was carried out before.
  case repeated(StoredRequest)
  /// The store has no space left.
  case full
  /// The store can neither read nor write at present.
  case unavailable(String)
  /// The connection to the store was lost while it stored the change, and whether it did so is unknown.
  case outcomeUnknown(String)
  /// The stored data of the collection cannot be read.
  case damaged(String)

  init(_ error: ReplayError) { self = .damaged(error.detail) }

  init(_ error: JournalError) {
    switch error {
    case .exists: self = .exists
    case .missing: self = .missing
    case .conflict: self = .overtaken
    case .repeated(let stored): self = .repeated(stored)
    case .limit(let limit): self = .limit(limit)
    case .full: self = .full
    case .unavailable(let reason): self = .unavailable(reason)
    case .outcomeUnknown(let reason): self = .outcomeUnknown(reason)
    case .damaged(let reason): self = .damaged(reason)
    }
  }
}
