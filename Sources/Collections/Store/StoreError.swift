/// Why the store did not do what it was asked.
public enum StoreError: Error, Hashable, Sendable {
  /// The owner has a collection of that id already.
  case exists
  /// The owner has no collection of that id.
  case missing
  /// The client wanted to change another version than the newest.
  case versionMismatch(newest: Int)
  /// Somebody else wrote to the journal at the same moment: asked again it may be done.
  case overtaken
  case limit(CollectionLimitError)
  /// There is no room left to keep anything.
  case full
  /// Nothing can be kept or read at present.
  case unavailable(String)
  /// What is kept of the collection cannot be read.
  case damaged(String)

  init(_ error: JournalError) {
    switch error {
    case .exists: self = .exists
    case .missing: self = .missing
    case .conflict: self = .overtaken
    case .full: self = .full
    case .unavailable(let reason): self = .unavailable(reason)
    case .damaged(let reason): self = .damaged(reason)
    }
  }
}
