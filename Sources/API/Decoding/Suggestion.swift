import Diagnostics

/// The sentence of an error message that suggests a valid name.
enum Suggestion {
  /// Returns " Did you mean …?" with the nearest of the valid names; empty if none is near.
  ///
  /// - Complexity: O(c · n · m) for c names of length n and an unknown one of length m.
  static func sentence(for name: String, among names: [String]) -> String {
    NearestName.to(name, among: names).map { " Did you mean \($0)?" } ?? ""
  }
}
