import Foundation

/// The sanitizer of the compiler that the tests are built with, as `tools/task sanitize` names it in TESSERA_SANITIZER.
public enum Sanitizer {
  /// Whether there is one: it takes memory of its own, several times that of the program.
  public static let isUsed = ProcessInfo.processInfo.environment["TESSERA_SANITIZER"] != nil
}
