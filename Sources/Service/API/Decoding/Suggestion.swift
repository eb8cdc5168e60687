import Diagnostics

/// The sentence of an error message that suggests a valid name.
enum Suggestion {
  /// Returns " Did you mean …?" with the nearest of the valid names; empty if none is near.
  ///
  /// - Complexity: O(c · n · m) for c names of length n and an unknown one of length m.
  static func sentence(for name: String, among names: [String]) -> String {
    NearestName.to(name, among: names).map { " Did you mean \($0)?" } ?? ""
  }

  /// Returns the same, and the valid names.
  static func list(of names: [String], for name: String) -> String {
    let takes = names.isEmpty ? "nothing" : names.joined(separator: ", ")
    return "\(sentence(for: name, among: names)) It takes \(takes)."
  }

  /// Returns the detail of a problem with a parameter of the query that has none of its valid values.
  static func unknownValue(of parameter: String, _ value: String, among names: [String]) -> String {
    "Unknown value \(quoted(value)) of the query parameter \(parameter).\(list(of: names, for: value))"
  }

  /// Returns a client's text in quotes, shortened to 60 characters.
  static func quoted(_ text: String) -> String { "\"\(text.shortened(to: 60))\"" }
}
