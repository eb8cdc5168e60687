/// What sections take, reach and have, as a tree adds it up: what a layout says of all its sections, it knows
/// without asking any of them, however one of them changes.
struct StackTotals: Summary {
  var length = 0.0
  /// How far elements of any section reach out of its stretch.
  var reach = (before: 0.0, after: 0.0)
  /// What the broadest body needs across the scroll direction.
  var breadth = 0.0
  /// Items that have no place.
  var unplacedItemCount = 0
  /// Sections in which scrolling comes to rest at places of their own.
  var restingCount: UInt32 = 0
  /// Whether scrolling alone changes attributes.
  var followsVisibleRect = false
  /// Whether a body had to put up with something.
  var warnings = false

  static let zero = StackTotals()

  static func + (a: StackTotals, b: StackTotals) -> StackTotals {
    StackTotals(
      length: a.length + b.length,
      reach: (max(a.reach.before, b.reach.before), max(a.reach.after, b.reach.after)),
      breadth: max(a.breadth, b.breadth), unplacedItemCount: a.unplacedItemCount + b.unplacedItemCount,
      restingCount: a.restingCount + b.restingCount,
      followsVisibleRect: a.followsVisibleRect || b.followsVisibleRect, warnings: a.warnings || b.warnings)
  }
}
