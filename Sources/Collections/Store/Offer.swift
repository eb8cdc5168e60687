import Support

/// What becomes of something that is offered to a collection.
enum Offer {
  /// It does not begin at the tip: it is to be computed again.
  case late
  /// The collection is not what the journal has any more: it is to be found again.
  case outdated
  /// The collection is ending.
  case ending
  /// It is kept, or will be known to be.
  case taken(Pending<Void, JournalError>)
}
