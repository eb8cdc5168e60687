import Foundation

/// How much tests of random input do: a quarter in most runs, and all of it where TESSERA_TEST_EFFORT is `full`, as
/// `tools/test --full` sets it.
public enum TestEffort {
  private static let isFull = ProcessInfo.processInfo.environment["TESSERA_TEST_EFFORT"] == "full"

  /// Returns a number of rounds, or a quarter of it.
  public static func part(of rounds: Int) -> Int { isFull ? rounds : max(1, rounds / 4) }

  /// Returns seeds, or the first quarter of them.
  public static func part<Seed>(of seeds: [Seed]) -> [Seed] { Array(seeds.prefix(part(of: seeds.count))) }
}
