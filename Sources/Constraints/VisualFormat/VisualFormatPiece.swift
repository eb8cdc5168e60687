/// What a visual format says, in the order in which it says it, with names looked up.
struct VisualFormatPiece {
  /// A length to compare with.
  enum Object: Hashable {
    case points(Double)
    case view(String)
  }

  struct Predicate: Hashable {
    var relation: Relation
    var object: Object
    var priority: Priority
  }

  /// What stands between two things.
  enum Connection: Hashable {
    /// Nothing: they touch.
    case flush
    /// A bare `-`.
    case standard
    case predicates([Predicate])
  }

  /// How it is connected to what comes before it. Without meaning for the first one.
  var connection: Connection
  var item: LayoutItem
  /// Of a view's own length.
  var predicates: [Predicate]
}
