/// How often a number fell below each of some bounds, as Prometheus counts it.
struct Histogram: Sendable {
  static let secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  /// Not cumulative; the last bucket has no bound.
  private(set) var buckets = [Int](repeating: 0, count: secondsBounds.count + 1)
  private(set) var sum = 0.0
  private(set) var count = 0

  mutating func add(_ value: Double) {
    buckets[Self.secondsBounds.firstIndex { value <= $0 } ?? Self.secondsBounds.count] += 1
    sum += value
    count += 1
  }
}
