/// Counts of numbers by size, as Prometheus takes them.
public struct Histogram: Sendable, Equatable {
  /// The upper bounds of the buckets, inclusive and ascending; one more bucket, without a bound, follows.
  public let bounds: [Double]
  /// How many numbers fell into each bucket (not cumulative).
  public private(set) var counts: [Int]
  /// How many numbers there were.
  public private(set) var count = 0
  /// All numbers together.
  public private(set) var sum = 0.0

  /// Creates a histogram without numbers; `bounds` are the upper bounds of its buckets, in ascending order.
  package init(bounds: [Double]) {
    self.bounds = bounds
    counts = [Int](repeating: 0, count: bounds.count + 1)
  }

  /// Counts a number.
  ///
  /// - Complexity: O(b) for b bounds.
  package mutating func add(_ value: Double) {
    counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
    count += 1
    sum += value
  }
}
