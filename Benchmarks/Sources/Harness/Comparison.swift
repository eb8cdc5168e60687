/// Runs variants of one piece of work in turn (A B A B …) and prints their medians and how many times as fast as the
/// first each one is. Other work on the machine so slows all variants alike.
public struct Comparison {
  private struct Variant {
    var name: String
    var work: () -> Int
    var times: [Duration] = []
  }

  private let title: String
  private let units: Int
  private let rounds: Int
  private var variants: [Variant] = []

  /// Creates a comparison of work on `units` things. The first variant added is the baseline.
  public init(_ title: String, units: Int, rounds: Int = 11) {
    (self.title, self.units, self.rounds) = (title, units, rounds)
  }

  /// Adds a variant. Its result is printed, so that the compiler cannot remove the work.
  public mutating func add(_ name: String, _ work: @escaping () -> Int) {
    variants.append(Variant(name: name, work: work))
  }

  /// Part of the titles of the comparisons that run; nil runs all.
  private static let chosen: String? = {
    let arguments = CommandLine.arguments
    guard let option = arguments.firstIndex(of: "--only"), option + 1 < arguments.count else { return nil }
    return arguments[option + 1]
  }()

  /// Whether a comparison runs whose title begins so.
  public static func isChosen(_ title: String) -> Bool { chosen.map { title.contains($0) } ?? true }

  /// Runs all variants and prints one line for each.
  ///
  /// With `--only TEXT` among the program's arguments, only comparisons run whose titles contain the text.
  public mutating func run() {
    guard Self.isChosen(title) else { return }
    let clock = ContinuousClock()
    var results = variants.map { $0.work() }  // The first run of each warms the caches and is not counted.
    for _ in 0..<rounds {
      for index in variants.indices {
        let time = clock.measure { results[index] = variants[index].work() }
        variants[index].times.append(time)
      }
    }
    print("\(title) (median of \(rounds))")
    guard let baseline = variants.first.map({ Self.median($0.times) }) else { return }
    for (variant, result) in zip(variants, results) {
      let median = Self.median(variant.times)
      let columns = [
        decimals(median / .milliseconds(1)) + " ms",
        decimals(median / .nanoseconds(1) / Double(units)) + " ns each",
        "ratio " + decimals(baseline / median),
        "result \(result)",
      ]
      print("  " + padded(variant.name, to: 48) + columns.map { padded($0, to: 18) }.joined())
    }
  }

  private static func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }
}

/// Returns a number with two decimals.
public func decimals(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

/// Returns a text with spaces up to a width, one at least.
public func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - text.count))
}
