import Support

/// The result of offering an event to a collection.
enum Offer {
  /// The step does not begin at the tip: compute it again.
  case late
  /// The journal no longer has this version as the newest: find the collection again.
  case outdated
  /// The collection is being deleted.
  case ending
  /// The collection has taken the event; the result settles once it is durable.
  case taken(Pending<Void, JournalError>)
}
