internal import Glibc

/// Expands a list of paths and patterns to files.
enum FontPaths {
  /// Returns the files in the order of the list, each once; the files of a pattern are sorted by name. A path that is no
  /// pattern is included even if it does not exist, so that the caller can report it.
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

extension FontLibrary {
  /// The folders of Debian's packages fonts-inter, fonts-dejavu-core, fonts-noto-core, fonts-noto-cjk and
  /// fonts-noto-color-emoji. Sans serif fonts come before serif fonts, because fallbacks should be sans serif.
  public static let defaultPaths = [
    "/usr/share/fonts/opentype/inter/Inter-*.otf",
    "/usr/share/fonts/opentype/inter/*.otf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans-*.ttf",
    "/usr/share/fonts/truetype/dejavu/*.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-*.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans*.ttf",
    "/usr/share/fonts/truetype/noto/NotoSerif*.ttf",
    "/usr/share/fonts/truetype/noto/*.ttf",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-*.ttc",
    "/usr/share/fonts/opentype/noto/*.ttc",
  ]
}
