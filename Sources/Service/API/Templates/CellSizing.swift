import SelfSizing
import Synchronization
import Text
import Wire

/// Fonts and the measurer of cells. They are loaded for the first text to measure.
public final class CellSizing: Sendable {
  private enum Source: Sendable {
    case paths([String], cacheBytes: Int)
    case adding([FontFile], to: CellSizing)
  }

  private let source: Source
  private let measurer = Mutex<SharedCellMeasurer?>(nil)
  private let catalog = Mutex<FontCatalog?>(nil)

  /// Creates the sizing of cells with the fonts of files, which are loaded when a text is first measured.
  ///
  /// - Parameters:
  ///   - fontPaths: files and patterns of files, in the order of fallbacks.
  ///   - cacheBytes: the approximate memory limit of remembered sizes; 64 MiB by default.
  public init(fontPaths: [String] = FontLibrary.defaultPaths, cacheBytes: Int = 64 << 20) {
    source = .paths(fontPaths, cacheBytes: cacheBytes)
  }

  /// Creates what measures with more fonts, and shares the fonts of others and their memory for sizes.
  init(_ cells: CellSizing, adding files: [FontFile]) { source = .adding(files, to: cells) }

  /// The measurer, if it is loaded.
  var loaded: SharedCellMeasurer? { measurer.withLock { $0 } }

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
      case .paths(let paths, let cacheBytes): loaded = try Self.load(paths, cacheBytes)
      case .adding(let files, let cells): loaded = try cells.load().adding(files)
      }
      measurer = loaded
      return loaded
    }
  }

  private static func load(_ paths: [String], _ cacheBytes: Int) throws(Problem) -> SharedCellMeasurer {
    do throws(FontLibraryError) {
      return SharedCellMeasurer(fonts: try FontLibrary(paths: paths), cacheBytes: cacheBytes)
    } catch {
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
