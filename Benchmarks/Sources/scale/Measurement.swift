import Harness

/// The times of one operation at several sizes, and the power of the size that fits them.
struct Measurement {
  struct Point {
    var count: Int
    /// Nanoseconds.
    var time: Double
  }

  let name: String
  private(set) var points: [Point] = []

  init(_ name: String) { self.name = name }

  /// Measures the operation once more at a size: the median of several rounds, each of them long enough for the clock.
  ///
  /// - Parameter work: does the operation, and returns something that depends on it.
  mutating func measure(_ count: Int, _ work: () -> Int) {
    let clock = ContinuousClock()
    // The first run warms the caches, and says how often the operation fits into a round.
    var result = 0
    let first = clock.measure { result = work() } / .nanoseconds(1)
    let times = max(1, min(100_000, Int(Self.roundLength / max(first, 1))))
    var rounds: [Double] = []
    // A long operation is measured three times, a short one more often.
    for _ in 0..<(first > 3e8 ? 3 : 7) {
      let round = clock.measure { for _ in 0..<times { result &+= work() } }
      rounds.append(round / .nanoseconds(1) / Double(times))
    }
    checksum &+= result
    points.append(Point(count: count, time: rounds.sorted()[rounds.count / 2]))
  }

  /// Nanoseconds of a round.
  private static let roundLength = 2e6

  /// The exponent and the nanoseconds at one item of the power law through the points: least squares of the logarithms.
  private var fit: (exponent: Double, constant: Double) {
    let logs = points.map { (x: logarithm(Double($0.count)), y: logarithm($0.time)) }
    let count = Double(logs.count)
    let mean = (x: logs.reduce(0) { $0 + $1.x } / count, y: logs.reduce(0) { $0 + $1.y } / count)
    let covariance = logs.reduce(0) { $0 + ($1.x - mean.x) * ($1.y - mean.y) }
    let variance = logs.reduce(0) { $0 + ($1.x - mean.x) * ($1.x - mean.x) }
    let exponent = covariance / variance
    return (exponent, exponential(mean.y - exponent * mean.x))
  }

  /// Prints the power law and the points, in nanoseconds.
  func report() {
    let fit = self.fit
    let exponent = (fit.exponent < 0 ? "-" : "") + decimals(abs(fit.exponent))
    let times = points.map { padded(digits($0.time), to: 13) }.joined()
    print(
      "  " + padded(name, to: 39) + padded("n^\(exponent)", to: 9)
        + padded("\(digits(fit.constant)) ns", to: 12) + times)
  }
}

/// Keeps the compiler from removing work whose result nothing else uses.
nonisolated(unsafe) var checksum = 0

/// Returns a number with two decimals if it is small, and without if not.
func digits(_ number: Double) -> String { number < 100 ? decimals(number) : "\(Int(number))" }
