/// A journal cannot be replayed: its data are not those that were stored.
public struct ReplayError: Error, Hashable, Sendable {
  /// The problem, in a sentence.
  public var detail: String
}
