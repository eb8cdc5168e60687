internal import Glibc

/// The files that a list of paths and patterns names.
enum FontPaths {
  /// The files in the order of the list, those of a pattern by name, each once; a path that is no pattern stays, there
  /// or not, so that whoever reads it can say that it is missing.
  ///
  /// - Complexity: O(n log n), where n is the number of files.
  static func expand(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.flatMap { isPattern($0) ? matches(of: $0) : [$0] }.filter { seen.insert($0).inserted }
  }

  private static func isPattern(_ path: String) -> Bool { path.contains { "*?[".contains($0) } }

  private static func matches(of pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }
}
