import SelfSizing
import Synchronization
import Text
import Wire

/// Fonts and the measurer of cells. They are loaded for the first text to measure, and never change afterwards: what is
/// measured for a request has the fonts of one moment.
public final class CellSizing: Sendable {
  private enum Source: Sendable {
    case paths([String], cacheBytes: Int)
    case adding([FontFile], to: CellSizing)
  }

  private let source: Source
  private let measurer: Mutex<SharedCellMeasurer?>
  private let catalog = Mutex<FontCatalog?>(nil)

  /// Creates the sizing of cells with the fonts of files, which are loaded when a text is first measured.
  ///
  /// - Parameters:
  ///   - fontPaths: files and patterns of files, in the order of fallbacks.
  ///   - cacheBytes: the approximate memory limit of remembered sizes; 64 MiB by default.
  public convenience init(fontPaths: [String] = FontLibrary.defaultPaths, cacheBytes: Int = 64 << 20) {
    self.init(.paths(fontPaths, cacheBytes: cacheBytes))
  }

  /// Creates what measures with more fonts, and shares the fonts of others and their memory for sizes.
  convenience init(_ cells: CellSizing, adding files: [FontFile]) { self.init(.adding(files, to: cells)) }

  private init(_ source: Source, _ measurer: SharedCellMeasurer? = nil) {
    self.source = source
    self.measurer = Mutex(measurer)
  }

  /// Returns what measures with the fonts of files as they are now, and shares the memory for sizes: this if no font has
  /// been added, removed or replaced.
  ///
  /// - Parameter paths: as those of the initializer.
  /// - Throws: `fontsUnavailable` if there are no fonts any more, or the process cannot open one; `memoryFull`.
  func reloaded(_ paths: [String]) throws(Problem) -> CellSizing {
    guard case .paths(let before, let cacheBytes) = source else { return self }
    let new = Source.paths(paths, cacheBytes: cacheBytes)
    // A service that has no fonts looks for them whenever it needs one.
    guard let loaded else { return paths == before ? self : CellSizing(new) }
    let fonts = try Self.rethrowing(paths) { () throws(FontLibraryError) in
      try loaded.fonts.reloaded(paths: paths)
    }
    return fonts === loaded.fonts ? self : CellSizing(new, loaded.replacing(fonts))
  }

  /// The measurer, if it is loaded.
  var loaded: SharedCellMeasurer? { measurer.withLock { $0 } }

  /// A sentence for the operator about each file of the list that cannot be used; none before the fonts are loaded.
  public var fontWarnings: [String] { loaded?.fontWarnings.map { "font \($0.path): \($0.reason)" } ?? [] }

  /// Returns the list of fonts. The first call makes it; calls from other threads wait for that.
  ///
  /// - Throws: `fontsUnavailable`, `memoryFull`.
  func fontCatalog() throws(Problem) -> FontCatalog {
    let fonts = try load().fonts
    return try catalog.withLock { (catalog) throws(Problem) in
      if let catalog { return catalog }
      let made = try FontCatalog(fonts.describedFamilies())
      catalog = made
      return made
    }
  }

  /// Returns the measurer. The first call loads the fonts; calls from other threads wait for that. If the process cannot
  /// open a font, the next call tries again.
  ///
  /// - Throws: `fontsUnavailable`, `memoryFull`.
  @discardableResult
  public func load() throws(Problem) -> SharedCellMeasurer {
    try measurer.withLock { (measurer) throws(Problem) in
      if let measurer { return measurer }
      let loaded: SharedCellMeasurer
      switch source {
      case .paths(let paths, let cacheBytes):
        let fonts = try Self.rethrowing(paths) { () throws(FontLibraryError) in try FontLibrary(paths: paths)
        }
        loaded = SharedCellMeasurer(fonts: fonts, cacheBytes: cacheBytes)
      case .adding(let files, let cells): loaded = try cells.load().adding(files)
      }
      measurer = loaded
      return loaded
    }
  }

  private static func rethrowing(
    _ paths: [String], _ read: () throws(FontLibraryError) -> FontLibrary
  ) throws(Problem) -> FontLibrary {
    do throws(FontLibraryError) { return try read() } catch {
      switch error {
      case .noFonts:
        var problem = Problem(.fontsUnavailable, "There are no fonts to measure text with.")
        problem.cause = "none of the fonts can be used: \(paths.joined(separator: ", "))"
        throw problem
      case .exhausted(let path, let reason):
        throw .filesExhausted(cause: "the font \(path) cannot be opened: \(reason)")
      }
    }
  }
}
