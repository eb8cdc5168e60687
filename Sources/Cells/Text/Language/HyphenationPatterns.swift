import Cancellation
internal import Glibc
import Synchronization

/// The hyphenation patterns in the files of a folder, which all measurers share.
///
/// A file is loaded when a text first needs it, which takes up to some seconds, and kept for the life of the process:
/// the files that are installed bound the memory, and no choice of languages makes the same file load again. Tags that
/// mean the same file share its dictionary.
final class HyphenationPatterns: Sendable {
  /// The patterns of Debian's packages `hyphen-*`.
  static let installed = HyphenationPatterns(folder: "/usr/share/hyphen")

  /// Loads a file; nil if it has no patterns that can be used.
  typealias Loader = @Sendable (_ path: String) throws(TextError) -> HyphenationDictionary?

  private struct State {
    /// The files of the folder; nil until they are listed.
    var files: HyphenationFiles?
    /// The dictionaries by the paths of their files.
    var entries: [String: Entry] = [:]
  }

  private enum Entry {
    /// A thread loads the file.
    case loading
    /// Nil if the file has no patterns that can be used.
    case loaded(HyphenationDictionary?)
  }

  private let folder: String
  private let load: Loader
  private let state = Mutex(State())

  /// Makes the patterns of a folder, and loads none.
  init(
    folder: String,
    load: @escaping Loader = { (path) throws(TextError) in try HyphenationDictionary(path: path) }
  ) {
    self.folder = folder
    self.load = load
  }

  /// Returns the dictionary of a language; nil for a language without patterns.
  ///
  /// A thread that needs a file which another thread loads waits for it.
  ///
  /// - Throws: `outOfFiles` if a file cannot be opened now, and then a later call tries again; `cancelled`.
  func dictionary(for language: Language) throws(TextError) -> HyphenationDictionary? {
    for path in try files().paths(for: language) {
      if let found = try dictionary(at: path) { return found }
    }
    return nil
  }

  /// Returns the paths of all files, in no order and some of them more than once.
  ///
  /// - Throws: `outOfFiles` if the folder cannot be listed now.
  func paths() throws(TextError) -> [String] { try files().allPaths }

  private func files() throws(TextError) -> HyphenationFiles {
    if let known = state.withLock({ $0.files }) { return known }
    let found = try HyphenationFiles(folder: folder)
    state.withLock { $0.files = found }
    return found
  }

  private func dictionary(at path: String) throws(TextError) -> HyphenationDictionary? {
    while true {
      let known = state.withLock { state -> Entry? in
        let known = state.entries[path]
        if known == nil { state.entries[path] = .loading }
        return known
      }
      switch known {
      case .loaded(let dictionary): return dictionary
      case .loading:
        // A lock would not let the thread notice that nothing waits for its result any more.
        if Cancellation.stopsHere { throw .cancelled }
        usleep(1000)
      case nil: return try loadFirst(path)
      }
    }
  }

  /// Loads a file that is marked as loading.
  ///
  /// The load does not stop at the deadline of the request that began it: all others use the result, and it would begin
  /// anew with each of them.
  private func loadFirst(_ path: String) throws(TextError) -> HyphenationDictionary? {
    do throws(TextError) {
      let dictionary = try load(path)
      state.withLock { $0.entries[path] = .loaded(dictionary) }
      return dictionary
    } catch {
      state.withLock { $0.entries[path] = nil }
      throw error
    }
  }
}

/// The files of patterns in a folder.
private struct HyphenationFiles: Sendable {
  /// The names of the files without what all have, such as `de_AT`, in alphabetical order, and the files that they
  /// mean: several names may be links to one file.
  private var files: [(name: String, path: String)] = []

  private static let prefix = "hyph_"
  private static let suffix = ".dic"

  /// Lists a folder; one that does not exist has no files.
  ///
  /// - Throws: `outOfFiles` if the process has no file descriptor or memory for it.
  init(folder: String) throws(TextError) {
    guard access(folder, R_OK | X_OK) == 0 else { return }
    var found = glob_t()
    defer { globfree(&found) }
    let status = glob("\(folder)/\(Self.prefix)*\(Self.suffix)", GLOB_ERR, nil, &found)
    if status == GLOB_NOMATCH { return }
    guard status == 0 else { throw .outOfFiles }
    for index in 0..<Int(found.gl_pathc) {
      guard let pointer = found.gl_pathv[index] else { continue }
      let path = String(cString: pointer)
      guard let file = path.split(separator: "/").last else { continue }
      let name = file.dropFirst(Self.prefix.count).dropLast(Self.suffix.count)
      files.append((String(name), Self.resolved(path)))
    }
  }

  /// The files of all names.
  var allPaths: [String] { files.map(\.path) }

  /// Returns the files that may have the patterns of a language, each once: its own, those without its region, those of
  /// any region.
  func paths(for language: Language) -> [String] {
    var parts = language.tag.split(separator: "-")
    var names: [String] = []
    while !parts.isEmpty {
      names.append(parts.joined(separator: "_"))
      parts.removeLast()
    }
    let base = language.tag.prefix { $0 != "-" } + "_"
    let own = names.flatMap { name in files.filter { $0.name == name } }
    var paths: [String] = []
    for file in own + files.filter({ $0.name.hasPrefix(base) }) where !paths.contains(file.path) {
      paths.append(file.path)
    }
    return paths
  }

  /// Returns the path of a file without links; the path itself if it leads nowhere.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
