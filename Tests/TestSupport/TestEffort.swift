import Foundation

/// How much random tests do: a part in every run of the tests, all of it where TESSERA_TEST_EFFORT is `full`, as
/// `tools/test --full` sets it.
public enum TestEffort {
  public static let isFull = ProcessInfo.processInfo.environment["TESSERA_TEST_EFFORT"] == "full"

  /// Returns a count of rounds or seeds, or the tenth of it, at least 1.
  public static func part(of count: Int) -> Int { isFull ? count : max(1, count / 10) }
}
