internal import Glibc

/// The memory that texts take in a process, whatever requests ask for.
package enum TextMemory {
  /// Bytes of heap for each byte of a file of patterns, while it is loaded and afterwards: the German ones take 46.
  private static let patternFactor = 48

  /// Returns the bytes that the files of a list of fonts map. One that cannot be read has none.
  ///
  /// - Parameter paths: files and patterns, as `FontLibrary` takes them.
  /// - Complexity: O(n log n), where n is the number of files.
  package static func mapped(fonts paths: [String]) -> Int {
    // Without a descriptor for a folder, the library cannot be loaded either, and reports that.
    let files = (try? FontPaths.expand(paths)) ?? []
    return files.reduce(0) { $0 + size(of: $1) }
  }

  /// Bytes of heap that the largest file of hyphenation patterns takes; 0 if none is installed.
  package static var largestPatterns: Int {
    let largest = (try? HyphenationPatterns.installed.paths())?.map { size(of: $0) }.max() ?? 0
    return largest * patternFactor
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? max(0, Int(status.st_size)) : 0
  }
}
