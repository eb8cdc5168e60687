/// What a `SummaryTree` adds up over its leaves: counts, extents.
protocol Summary: Sendable {
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
}

/// Something that can stand in a `SummaryTree`: a chunk of items, a chunk of lines, a section.
protocol Summarized: Sendable {
  associatedtype Totals: Summary
  /// - Complexity: O(1).
  var totals: Totals { get }
}
