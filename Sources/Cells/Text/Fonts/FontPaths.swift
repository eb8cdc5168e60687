internal import Glibc

/// Expands a list of paths and patterns to files.
enum FontPaths {
  /// Returns the files in the order of the list, each once; the files of a pattern are sorted by name. A path that is no
  /// pattern is included even if it does not exist, so that the caller can report it.
  ///
  /// - Throws: an error if the process could not open a folder: without it, a part of the files would be missing.
  /// - Complexity: O(n log n), where n is the number of files.
  static func expand(_ paths: [String]) throws(FileShortage) -> [String] {
    var seen: Set<String> = []
    var files: [String] = []
    for path in paths {
      let found = try isPattern(path) ? matches(of: path) : [path]
      files += found.filter { seen.insert($0).inserted }
    }
    return files
  }

  private static func isPattern(_ path: String) -> Bool { path.contains { "*?[".contains($0) } }

  private static func matches(of pattern: String) throws(FileShortage) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    errno = 0
    // A folder that is missing or not readable has no files; it stops the search only if the process could not open it.
    let status = glob(pattern, 0, { _, code in FileShortage.isReported(by: code) ? 1 : 0 }, &found)
    let code = errno
    switch status {
    case 0: return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    case GLOB_NOSPACE: throw FileShortage(path: pattern, code: ENOMEM)
    case GLOB_ABORTED:
      throw FileShortage(path: pattern, code: FileShortage.isReported(by: code) ? code : EMFILE)
    default: return []
    }
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
