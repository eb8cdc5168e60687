/// What counts as nothing, in a solver whose numbers are rounded.
///
/// Coordinates are up to 1e7 points, of which a double keeps nine places behind the point.
enum Tolerance {
  /// By how much a constraint may be missed and still hold, in points.
  static let violation = 1e-7
  /// A coefficient below it is rounding, and is made 0.
  static let coefficient = 1e-11
  /// A cell to pivot on is at least as large.
  static let pivot = 1e-9
  /// By how much two costs, or two ratios of costs, may differ and count as equal.
  static let cost = 1e-9
  /// By how much two solved lengths may differ and count as equal, in points.
  static let width = 1e-6
}
