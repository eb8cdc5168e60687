internal import CHarfBuzz

/// The fonts for measuring text, from a list of paths. The order of the list is also the order of fallbacks.
///
/// A library is immutable, and all measurers share it.
public final class FontLibrary: Sendable {
  /// The families of the list, and behind them those that only texts use that name them.
  let families: [FontFamily]
  /// The regular face of each family.
  let regularFaces: [FontFace]
  /// The families of the list, which stand in for characters that others lack.
  let fallbacks: Range<Int>
  /// The families by their folded names.
  private let indices: [String: Int]
  /// The families designed for each script, in the order of the list.
  private let byScript: [UInt32: [Int]]
  /// The families designed for one script.
  let scriptFamilies: Set<Int>
  /// The colour families.
  let emojiFamilies: [Int]
  /// The files of the list.
  private let sources: [FontSource]

  /// The files of the list that could not be used.
  public var warnings: [FontWarning] { sources.compactMap(\.warning) }

  /// The names of the families, in the order of the list.
  ///
  /// - Complexity: O(n) for n families.
  public var familyNames: [String] { families.map(\.name) }

  /// Loads the fonts of a list.
  ///
  /// - Parameter paths: files, and patterns such as `/usr/share/fonts/truetype/noto/*.ttf`; a file that several entries
  ///   match belongs to the first. By default, the folders of Debian's font packages.
  /// - Throws: `FontLibraryError.noFonts` if no file in the list is a font, `.exhausted` if the process could not open one.
  /// - Complexity: O(n) for n code points with glyphs in the fonts.
  public convenience init(paths: [String] = FontLibrary.defaultPaths) throws(FontLibraryError) {
    try self.init(FontSource.list(paths))
  }

  /// Returns the library of a list as its files are now. It shares the fonts of files that have not changed, and is this
  /// library if none has changed, and none was added or removed.
  ///
  /// - Parameter paths: as those of the initializer.
  /// - Throws: as the initializer.
  /// - Complexity: O(n) for n code points with glyphs in the fonts; O(n) for n files if nothing has changed.
  public func reloaded(paths: [String]) throws(FontLibraryError) -> FontLibrary {
    let current = try FontSource.list(paths, sharing: sources)
    return current == sources ? self : try FontLibrary(current)
  }

  private init(_ sources: [FontSource]) throws(FontLibraryError) {
    let families = FontFamily.grouping(sources.lazy.flatMap(\.faces))
    guard !families.isEmpty else { throw .noFonts(sources.compactMap(\.warning)) }
    var byScript: [UInt32: [Int]] = [:]
    let regularFaces = families.map(\.regular)
    for (index, face) in regularFaces.enumerated() {
      guard let script = face.designScript() else { continue }
      for served in Self.served(by: script) { byScript[served, default: []].append(index) }
    }
    self.families = families
    self.regularFaces = regularFaces
    self.byScript = byScript
    self.sources = sources
    fallbacks = families.indices
    indices = Self.indices(of: families)
    scriptFamilies = Set(byScript.values.joined())
    emojiFamilies = regularFaces.indices.filter { regularFaces[$0].isColor }
  }

  /// Adds files to a library, and shares its fonts.
  ///
  /// As with `@font-face` in CSS (CSS Fonts 4, section 5.2), a family of the files replaces one of the same name as a
  /// whole. Texts that do not name it never use it.
  ///
  /// - Parameter files: in the order in which faces of equal fit are preferred.
  /// - Complexity: O(n + m) for n families of the library and m faces in the files.
  public init(_ library: FontLibrary, adding files: [FontFile]) {
    let own = FontFamily.grouping(files.lazy.flatMap(\.faces))
    families = library.families[library.fallbacks] + own
    regularFaces = library.regularFaces[library.fallbacks] + own.map(\.regular)
    fallbacks = library.fallbacks
    indices = Self.indices(of: families)
    byScript = library.byScript
    scriptFamilies = library.scriptFamilies
    emojiFamilies = library.emojiFamilies
    sources = library.sources
  }

  /// Returns the indices of families by their folded names; the last of several that have one name.
  private static func indices(of families: [FontFamily]) -> [String: Int] {
    Dictionary(zip(families.map { FontFamily.fold($0.name) }, 0...)) { $1 }
  }

  /// Returns the index of a family by its name, ignoring case; nil if it is not in the library.
  ///
  /// - Complexity: O(n) in the length of the name.
  func index(ofFamily name: String) -> Int? { indices[FontFamily.fold(name)] }

  /// Returns the families designed for a script, in the order of the list.
  func families(designedFor script: UInt32) -> [Int] { byScript[script] ?? [] }

  /// Returns the scripts that a font designed for one script serves: Han occurs together with kana, bopomofo and hangul.
  private static func served(by script: UInt32) -> [UInt32] {
    guard script == HB_SCRIPT_HAN.rawValue else { return [script] }
    return [HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA, HB_SCRIPT_BOPOMOFO, HB_SCRIPT_HANGUL].map(
      \.rawValue)
  }
}

/// A file in the list of fonts that could not be used.
public struct FontWarning: Sendable, Hashable {
  /// Why a file could not be used.
  public enum Reason: Sendable, Hashable {
    /// It does not exist, or the process has no permission to read it.
    case unreadable
    /// It contains no face with a name and a glyph.
    case notAFont
  }

  /// The path of the file, as it was listed.
  public var path: String
  /// The reason why the file could not be used.
  public var reason: Reason
}

/// Why a library of fonts cannot be loaded.
public enum FontLibraryError: Error, Hashable {
  /// No file in the list is a font.
  case noFonts([FontWarning])
  /// The process or the machine has no descriptor or no memory left to open a file or a folder. The same list may be loaded
  /// later.
  case exhausted(path: String, reason: String)
}
